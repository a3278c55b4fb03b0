/**
 * `npm run imports -- DIR`: reads each file of DIR that `truth.json` names, with the columns that
 * are suggested by themselves, and compares what was found with the truth: columns, faulty rows,
 * and the good ones field by field. Then brings each file into a club of its own and compares what
 * the preview and the members are with the truth; `--reading` leaves that out.
 */
import { suggestEntries } from "#modules/transfer/server/mapping/suggest.ts";
import { type MappedRow, rowMapper } from "#modules/transfer/server/mapping/row-mapper.ts";
import { genderOfSalutation } from "#modules/transfer/server/mapping/values/salutations.ts";
import type { FieldValue } from "#modules/transfer/server/mapping/values/read-values.ts";
import { sameValue } from "#modules/transfer/server/mapping/values/same-value.ts";
import { openTable } from "#modules/transfer/server/reading/open-table.ts";
import { transferFields } from "#modules/transfer/member-fields.ts";
import { applyFiles } from "./import-apply.ts";
import { withoutFurtherAddresses } from "./lists/score.ts";
import {
  FIELD_OF,
  ourValue,
  ownFieldsOf,
  readTruth,
  type Truth,
  type TrueFile,
} from "./import-truth.ts";

/** Cells as the product takes them over by itself, by what became of them. */
interface Cells {
  right: number;
  missing: number;
  wrong: number;
  /** How often by field. */
  faults: Map<string, number>;
}

/** What the truth says about rows beside their values. */
const IGNORED = new Set(["line", "row", "index", "dataRow", "isOrg", "email2"]);

interface Found {
  rows: number;
  faulty: number[];
  values: Map<number, MappedRow["values"]>;
  /** Of rows that come in without what is wrong with them, too. */
  taken: Map<number, MappedRow["values"]>;
  /** Columns that were taken for another field than they are. */
  wrongColumns: string[];
  warnings: string[];
  /** Fields of its own that the club has. */
  ownFields: ReadonlySet<string>;
}

const [directory, ...flags] = process.argv.slice(2);
if (directory === undefined) throw new Error("Usage: npm run imports -- DIR [--reading]");
const truth = readTruth(directory);
let failures = 0;

for (const file of truth.files) {
  const begun = Date.now();
  const found = await readFile(file, truth);
  const wrong = compare(file, found);
  const missed = file.faulty.filter((line) => !found.faulty.includes(line));
  const blamed = found.faulty.filter((line) => !file.faulty.includes(line));
  failures +=
    wrong.length +
    missed.length +
    blamed.length +
    found.wrongColumns.length +
    (found.rows === file.dataRows ? 0 : 1);
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  console.log(
    `${file.name}: rows ${found.rows}/${file.dataRows}, faulty found ${file.faulty.length - missed.length} / expected ${file.faulty.length} / wrong ${blamed.length}, ` +
      `values wrong ${wrong.length} in ${file.rows.size} rows, columns wrong ${found.wrongColumns.length} (${seconds} s)`,
  );
  console.log(`    ${cellWords(cellsOf(file, found))}`);
  const read = new Set([...found.values.values()].flatMap((values) => [...values.keys()]));
  const unread = new Set(
    [...file.rows.values()]
      .flatMap((row) => Object.keys(flat(row)))
      .filter((field) => !IGNORED.has(field) && !read.has(FIELD_OF[field] ?? `cf.${field}`)),
  );
  if (unread.size > 0) console.log(`    fields without a column: ${[...unread].join(", ")}`);
  for (const line of [
    ...found.wrongColumns,
    ...wrong.slice(0, 20),
    ...found.warnings.map((text) => `note: ${text}`),
  ])
    console.log(`    ${line}`);
  if (missed.length + blamed.length > 0)
    console.log(
      `    faulty rows missed: ${missed.join(", ") || "none"}; wrongly blamed: ${blamed.join(", ") || "none"}`,
    );
}
if (!flags.includes("--reading")) failures += await applyFiles(truth);
process.exitCode = failures === 0 ? 0 : 1;

async function readFile(file: TrueFile, { asOf, groups }: Truth): Promise<Found> {
  const table = await openTable({ path: file.path });
  try {
    const own = ownFieldsOf(table.columns, table.sample, file.columns);
    const fields = transferFields(false, own, []);
    const suggestions = suggestEntries(
      table.columns,
      table.sample.map(({ cells }) => cells),
      fields,
    );
    const entries = suggestions.flatMap(({ entry }) => (entry === null ? [] : [entry]));
    const wrongColumns = file.columns.flatMap(({ header, field }) => {
      const target = FIELD_OF[field];
      const taken = entries.find(
        ({ sourceField }) => plainText(sourceField) === plainText(header),
      )?.targetField;
      return target === undefined || taken === target
        ? []
        : [`column „${header}“ is ${target}, taken for ${taken ?? "nothing"}`];
    });
    const map = rowMapper(table.columns, entries, fields, {
      today: asOf,
      dateOrder: table.detected.dateOrder,
      sample: table.sample,
      legend: table.legend,
    });
    const found: Found = {
      rows: 0,
      faulty: [],
      values: new Map(),
      taken: new Map(),
      wrongColumns,
      warnings: table.warnings,
      ownFields: new Set(own.map(({ key }) => `cf.${key}`)),
    };
    const numbers = new Set<unknown>();
    for await (const { line: written, cells, problems } of table.rows) {
      found.rows++;
      const line = file.byNumber ? found.rows : written;
      const row = map(cells);
      // As the comparison does with the members themselves.
      const gender = genderOfSalutation(row.values.get("salutation"));
      if (gender !== undefined && !row.values.has("gender")) row.values.set("gender", gender);
      if (!problems.some(({ ofCell }) => ofCell !== true)) found.taken.set(line, row.values);
      const number = row.values.get("memberNumber");
      const unknown = groupsOf(row).some(
        (name) => groups.length > 0 && !groups.includes(file.groupCodes.get(name) ?? name),
      );
      const isDouble = number !== null && number !== undefined && numbers.has(number);
      numbers.add(number);
      if (
        problems.length > 0 ||
        row.problems.length > 0 ||
        unknown ||
        isDouble ||
        (row.values.get("lastname") ?? null) === null
      )
        found.faulty.push(line);
      else found.values.set(line, row.values);
    }
    return found;
  } finally {
    await table.close();
  }
}

/** Headings as they are shown, in one line. */
function plainText(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function groupsOf({ values }: Pick<MappedRow, "values">): string[] {
  const groups = values.get("groups");
  return Array.isArray(groups) ? groups : [];
}

/** Every cell that the truth gives a value for, and those that were filled though it gives none. */
function cellsOf(file: TrueFile, { taken, ownFields }: Found): Cells {
  const cells: Cells = { right: 0, missing: 0, wrong: 0, faults: new Map() };
  const blame = (kind: "missing" | "wrong", field: string) => {
    cells[kind]++;
    cells.faults.set(`${field} ${kind}`, (cells.faults.get(`${field} ${kind}`) ?? 0) + 1);
  };
  for (const [line, row] of file.rows)
    for (const [field, value] of Object.entries(flat(row))) {
      const key = FIELD_OF[field] ?? `cf.${field}`;
      const ours = ourValue(field, value);
      if (IGNORED.has(field) || field === "subgroups" || (field === "status" && ours === undefined))
        continue;
      if (key.startsWith("cf.") && !ownFields.has(key)) continue;
      const wanted =
        field === "groups" && Array.isArray(row["subgroups"])
          ? [...(value as string[]), ...(row["subgroups"] as string[])]
          : (ours ?? null);
      const found = taken.get(line)?.get(key) ?? null;
      const says = (one: FieldValue) =>
        one !== null && one !== "" && one !== false && !(Array.isArray(one) && one.length === 0);
      if (!says(wanted as FieldValue) && !says(found)) continue;
      if (!says(found) && file.optional.has(field)) continue;
      // Who left because they died: the day of leaving says it as well.
      if (field === "deathDate" && !says(found) && row["leaveDate"] === value) continue;
      if (isAsTold(file, found, wanted as FieldValue)) cells.right++;
      else blame(says(found) ? "wrong" : "missing", field);
    }
  return cells;
}

/** Whether a value is what the truth says; groups may be called by their codes. */
function isAsTold({ groupCodes }: TrueFile, found: FieldValue, wanted: FieldValue): boolean {
  const plain = withoutFurtherAddresses(found);
  const named = Array.isArray(found) ? found.map((name) => groupCodes.get(name) ?? name) : found;
  return [plain, named].some((value) => sameValue({ kind: "TEXT" }, value, wanted));
}

function cellWords({ right, missing, wrong, faults }: Cells): string {
  const all = right + missing + wrong;
  const share = (count: number) => `${((count / Math.max(1, all)) * 100).toFixed(1)} %`;
  const kinds = [...faults]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 10)
    .map(([kind, count]) => `${kind} ${count}`);
  return `cells right ${share(right)}, missing ${share(missing)}, wrong ${share(wrong)} of ${all}${kinds.length === 0 ? "" : `: ${kinds.join(", ")}`}`;
}

function compare(file: TrueFile, { values }: Found): string[] {
  const wrong: string[] = [];
  for (const [line, row] of file.rows) {
    const own = values.get(line);
    if (own === undefined) {
      wrong.push(`row ${line} was not read`);
      continue;
    }
    for (const [field, value] of Object.entries(flat(row))) {
      const key = FIELD_OF[field] ?? `cf.${field}`;
      if (!own.has(key) || (field === "status" && ourValue(field, value) === undefined)) continue;
      const wanted =
        field === "groups" && Array.isArray(row["subgroups"])
          ? [...(value as string[]), ...(row["subgroups"] as string[])]
          : (ourValue(field, value) ?? null);
      if (field === "subgroups") continue;
      const found = own.get(key) ?? null;
      if (!isAsTold(file, found, wanted as FieldValue))
        wrong.push(
          `row ${line}, ${field}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`,
        );
    }
  }
  return wrong;
}

/** Address books hold addresses and phones as lists. */
function flat(row: Record<string, unknown>): Record<string, unknown> {
  if (!("fn" in row)) return row;
  const address = (row["address"] ?? {}) as Record<string, unknown>;
  const phones = row["phones"] as { type: string; number: string }[];
  const phone = (isMobile: boolean) =>
    phones.find(({ type }) => (type === "cell") === isMobile && type !== "work")?.number ?? null;
  const isFirm = row["lastName"] === null;
  return {
    lastName: isFirm ? row["fn"] : row["lastName"],
    firstName: row["firstName"],
    title: row["title"],
    email: (row["emails"] as string[])[0] ?? null,
    phone: phone(false),
    mobile: phone(true),
    street: address["street"],
    zip: address["zip"],
    city: address["city"],
    country: address["country"] === "Deutschland" ? "DE" : address["country"],
    birthDate: row["birthYearUnknown"] === true ? null : row["birthDate"],
    groups: row["categories"],
    note: row["note"],
  };
}
