import { Semaphore } from "../../semaphore.ts";
import { refuseActive, refuseRelation } from "./active-content.ts";
import { type Part, partName, partsOf, unpacked } from "./archive.ts";
import { contentTypesOf, TYPES_PART } from "./content-types.ts";
import { readElements } from "./elements.ts";
import { type OfficeProblem, OfficeRefusal } from "./problem.ts";

const FORMATS = "application/vnd.openxmlformats-officedocument";
/** Types of files whose main part says that there is no macro in them. */
export const OFFICE_TYPES = [
  `${FORMATS}.wordprocessingml.document`,
  `${FORMATS}.spreadsheetml.sheet`,
] as const;
export type OfficeType = (typeof OFFICE_TYPES)[number];

/** All parts together, those of files within too. */
const MAX_UNPACKED = 256 * 1024 * 1024;
/** Types and relations, which are read. */
const MAX_READ = 8 * 1024 * 1024;
/** A file within the file, which is held in memory to be looked into. */
const MAX_WITHIN = 20 * 1024 * 1024;

const COMPOUND = Buffer.from("d0cf11e0a1b11ae1", "hex");
const PROGRAM = Buffer.from("MZ");
const ARCHIVE = Buffer.from("PK\u0003\u0004");

/** A file in hand is up to 20 MiB long. */
const turns = new Semaphore(2);

/**
 * Returns what an office file is, or why it is not taken: Word's and Excel's own formats without
 * macros, told by the content alone. Nothing is believed that is not looked at: every part is
 * unpacked and counted.
 */
export function officeFile(
  file: Buffer,
): Promise<{ type: OfficeType } | { problem: OfficeProblem }> {
  return turns.run(async () => {
    try {
      return { type: await typeOf(file, { unpacked: MAX_UNPACKED, read: MAX_READ }) };
    } catch (error) {
      if (error instanceof OfficeRefusal) return { problem: error.problem };
      throw error;
    }
  });
}

/** Bytes that may still come out. */
interface Budget {
  unpacked: number;
  read: number;
}

async function typeOf(file: Buffer, budget: Budget, isWithin = false): Promise<OfficeType> {
  const parts = await partsOf(file);
  if (!parts.has(TYPES_PART)) throw new OfficeRefusal("other");
  for (const part of parts.values()) {
    refuseActive(part.name);
    spend(budget, part);
  }
  const types = await contentTypesOf(parts);
  const main = await mainPartOf(parts);
  for (const part of parts.values())
    if (part.name.endsWith(".rels"))
      await readElements(unpacked(part), (name, attributes) => {
        if (name === "Relationship") refuseRelation(attributes);
      });
    else await lookInto(part, budget, isWithin);
  const type = OFFICE_TYPES.find((one) => types.get(main) === `${one}.main+xml`);
  if (type === undefined) throw new OfficeRefusal("other");
  return type;
}

/** What the directory announces is refused before it is unpacked; `unpacked` keeps it to that. */
function spend(budget: Budget, { name, size }: Part): void {
  // Types that come in pieces are put together by some programs only.
  if (name.endsWith(".piece")) throw new OfficeRefusal("broken");
  budget.unpacked -= size;
  if (name === TYPES_PART || name.endsWith(".rels")) budget.read -= size;
  if (budget.unpacked < 0 || budget.read < 0) throw new OfficeRefusal("too-large");
}

/** Returns the name of the part that a program opens first. */
async function mainPartOf(parts: ReadonlyMap<string, Part>): Promise<string> {
  const relations = parts.get("_rels/.rels");
  if (relations === undefined) throw new OfficeRefusal("broken");
  const targets: string[] = [];
  await readElements(unpacked(relations), (name, attributes) => {
    if (name !== "Relationship") return;
    refuseRelation(attributes);
    if (/\/officedocument$/i.test(attributes["Type"]?.trim() ?? ""))
      targets.push(partName(attributes["Target"] ?? ""));
  });
  const [main] = targets;
  if (main === undefined || targets.length > 1 || !parts.has(main))
    throw new OfficeRefusal("broken");
  return main;
}

/** Unpacks a part to its end; what it is, its first bytes say, whatever it is called. */
async function lookInto(part: Part, budget: Budget, isWithin: boolean): Promise<void> {
  const archive: Buffer[] = [];
  let isArchive: boolean | undefined;
  for await (const piece of unpacked(part)) {
    isArchive ??= isArchiveOf(piece);
    if (isArchive && part.size > MAX_WITHIN) throw new OfficeRefusal("too-large");
    if (isArchive) archive.push(piece);
  }
  if (!isArchive) return;
  // A chart has its table with it; deeper inside nobody looks before it is opened.
  if (isWithin) throw new OfficeRefusal("objects");
  await typeOf(Buffer.concat(archive), budget, true).catch((error: unknown) => {
    const isNone = error instanceof OfficeRefusal && /^(other|broken)$/.test(error.problem);
    throw isNone ? new OfficeRefusal("objects", error) : error;
  });
}

/** Whether bytes begin an archive; those of an object or a program refuse the file. */
function isArchiveOf(bytes: Buffer): boolean {
  if (begins(bytes, COMPOUND) || begins(bytes, PROGRAM)) throw new OfficeRefusal("objects");
  return begins(bytes, ARCHIVE);
}

function begins(bytes: Buffer, how: Buffer): boolean {
  return bytes.subarray(0, how.length).equals(how);
}
