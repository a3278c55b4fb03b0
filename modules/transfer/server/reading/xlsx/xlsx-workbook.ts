import { MAX_SHARED_TEXTS, tooManyTexts } from "#platform/server/documents/shared-texts-limit.ts";
import { UnreadableTable } from "#platform/server/documents/table.ts";
import { SharedTexts } from "./shared-texts.ts";
import { type Attributes, localName, XmlScanner } from "./xml-scanner.ts";
import { ZipPackage } from "./zip-package.ts";

/** How a number is shown: as it is, as a day or time, or with zeros in front up to a width. */
export type NumberStyle = "PLAIN" | "DATE" | number;

export interface Sheet {
  name: string;
  hidden: boolean;
  /** Name of its part. */
  part: string;
}

/** A workbook without its rows. */
export interface Workbook {
  zip: ZipPackage;
  sheets: Sheet[];
  /** Days are counted from 1904, as old Macs did. */
  from1904: boolean;
  styles: NumberStyle[];
  sharedTexts: SharedTexts;
}

const MAX_SHARED_BYTES = 128 * 1024 * 1024;

export async function openWorkbook(path: string): Promise<Workbook> {
  const zip = await ZipPackage.open(path);
  try {
    const workbookPart = await mainPart(zip);
    const { found, from1904 } = await sheetsOf(zip, workbookPart);
    const targets = await relations(zip, workbookPart);
    const sheets = found.flatMap(({ relation, ...sheet }) => {
      const target = targets.get(relation);
      return target?.type.endsWith("/worksheet") === true && zip.has(target.part)
        ? [{ ...sheet, part: target.part }]
        : [];
    });
    if (sheets.length === 0)
      throw new UnreadableTable("In der Excel-Datei ist kein Tabellenblatt.");
    const part = (type: string) =>
      [...targets.values()].find((target) => target.type.endsWith(`/${type}`))?.part ?? "";
    return {
      zip,
      sheets,
      from1904,
      styles: await stylesOf(zip, part("styles")),
      sharedTexts: await sharedTextsOf(zip, part("sharedStrings")),
    };
  } catch (error) {
    await zip.close();
    throw error;
  }
}

async function mainPart(zip: ZipPackage): Promise<string> {
  if (zip.has("xl/workbook.xml")) return "xl/workbook.xml";
  if (zip.has("xl/workbook.bin"))
    throw new UnreadableTable(
      "Das binäre Format von Excel (.xlsb) kann nicht gelesen werden. Bitte speichern Sie die Datei als .xlsx.",
    );
  const [root] = [...(await relations(zip, "")).values()].filter(({ type }) =>
    type.endsWith("/officeDocument"),
  );
  if (
    root !== undefined &&
    zip.has(root.part) &&
    root.part.endsWith(".xml") &&
    root.part.includes("workbook")
  )
    return root.part;
  if (zip.has("content.xml"))
    throw new UnreadableTable(
      "Dateien von LibreOffice und OpenOffice (.ods) können nicht gelesen werden. Bitte speichern Sie die Tabelle als .xlsx.",
    );
  throw new UnreadableTable("Die Datei ist ein ZIP-Archiv, aber keine Excel-Datei.");
}

/** Parts that a part refers to, by the reference's id. */
async function relations(
  zip: ZipPackage,
  part: string,
): Promise<Map<string, { type: string; part: string }>> {
  const slash = part.lastIndexOf("/");
  const folder = part.slice(0, slash + 1);
  const found = new Map<string, { type: string; part: string }>();
  await scan(zip, `${folder}_rels/${part.slice(slash + 1)}.rels`, {
    open: (name, attributes) => {
      const target = attributes["Target"];
      if (name !== "Relationship" || target === undefined) return;
      found.set(attributes["Id"] ?? "", {
        type: attributes["Type"] ?? "",
        part: resolved(folder, target),
      });
    },
  });
  return found;
}

function resolved(folder: string, target: string): string {
  if (target.startsWith("/")) return target.slice(1);
  const steps = folder.split("/").filter((step) => step !== "");
  for (const step of target.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(step);
  }
  return steps.join("/");
}

async function sheetsOf(zip: ZipPackage, part: string) {
  const found: { name: string; hidden: boolean; relation: string }[] = [];
  let from1904 = false;
  await scan(zip, part, {
    open: (name, attributes) => {
      if (name === "workbookPr") from1904 = isTrue(attributes["date1904"]);
      if (name !== "sheet") return;
      const [, relation = ""] =
        Object.entries(attributes).find(([key]) => localName(key) === "id") ?? [];
      found.push({
        name: attributes["name"] ?? "",
        hidden: ["hidden", "veryHidden"].includes(attributes["state"] ?? ""),
        relation,
      });
    },
  });
  return { found, from1904 };
}

/** Number formats that Excel knows without saying them: days and times. */
const BUILT_IN_DATES = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51,
  52, 53, 54, 55, 56, 57, 58,
]);

async function stylesOf(zip: ZipPackage, part: string): Promise<NumberStyle[]> {
  const formats = new Map<string, NumberStyle>();
  const styles: NumberStyle[] = [];
  let inCellStyles = false;
  await scan(zip, part, {
    open: (name, attributes) => {
      if (name === "numFmt")
        formats.set(attributes["numFmtId"] ?? "", styleOf(attributes["formatCode"] ?? ""));
      if (name === "cellXfs") inCellStyles = true;
      if (name !== "xf" || !inCellStyles) return;
      const format = attributes["numFmtId"] ?? "0";
      styles.push(formats.get(format) ?? (BUILT_IN_DATES.has(Number(format)) ? "DATE" : "PLAIN"));
    },
    close: (name) => {
      if (name === "cellXfs") inCellStyles = false;
    },
  });
  return styles;
}

function styleOf(code: string): NumberStyle {
  const plain = (code.split(";")[0] ?? "").replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, "");
  if (/^0{2,30}$/.test(plain)) return plain.length;
  return /[dmyhs]/i.test(plain) && !/general|standard/i.test(plain) ? "DATE" : "PLAIN";
}

async function sharedTextsOf(zip: ZipPackage, part: string): Promise<SharedTexts> {
  const texts = new SharedTexts();
  let current = "";
  let inText = false;
  let inPhonetic = false;
  await scan(zip, part, {
    open: (name, attributes) => {
      // Mostly the file says itself how many come; a false word is found out by counting.
      if (name === "sst" && Number(attributes["uniqueCount"]) > MAX_SHARED_TEXTS)
        throw tooManyTexts();
      if (name === "si") current = "";
      else if (name === "t") inText = !inPhonetic;
      else if (name === "rPh") inPhonetic = true;
    },
    text: (text) => {
      if (inText) current += text;
    },
    close: (name) => {
      if (name === "t") inText = false;
      else if (name === "rPh") inPhonetic = false;
      else if (name === "si") {
        texts.add(withoutEscapes(current));
        if (texts.count > MAX_SHARED_TEXTS) throw tooManyTexts();
        if (texts.size > MAX_SHARED_BYTES)
          throw new UnreadableTable("Die Excel-Datei enthält zu viele Texte.");
      }
    },
  });
  return texts;
}

/** Of a yes or no in an attribute. */
export function isTrue(value: string | undefined): boolean {
  return value === "1" || value === "true";
}

/** Signs that XML can't hold are written `_x000D_`. */
export function withoutEscapes(text: string): string {
  return text.includes("_x")
    ? text.replace(/_x([0-9A-F]{4})_/gi, (_whole, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}

interface Listening {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

async function scan(zip: ZipPackage, part: string, listening: Listening): Promise<void> {
  const nothing = () => undefined;
  const scanner = new XmlScanner({
    open: listening.open ?? nothing,
    text: listening.text ?? nothing,
    close: listening.close ?? nothing,
  });
  for await (const piece of zip.text(part)) scanner.push(piece);
}
