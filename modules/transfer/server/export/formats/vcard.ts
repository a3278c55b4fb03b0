import type { ExportedMember } from "#modules/members/server/public.ts";
import type { SheetCell } from "#platform/server/documents/sheet-cells.ts";
import type { ExportColumn } from "../columns.ts";
import type { ExportedRow } from "../exported-rows.ts";

/** Longest line in bytes, without its end. */
const LINE_BYTES = 75;
/** Before the names of properties that are ours alone; our import knows them. */
const OWN = "X-VEREINSHEIM-";
/** Fields that have a place of their own on a card; all others follow as ours. */
const STANDARD = new Set([
  "firstname",
  "lastname",
  "email",
  "phone",
  "mobile",
  "street",
  "addressAddition",
  "postalCode",
  "city",
  "country",
  "birthday",
  "notes",
  "groups",
]);
const NEWER = new Set(["gender", "deceasedOn"]);
const SEXES: Record<ExportedMember["gender"], string | null> = {
  FEMALE: "F",
  MALE: "M",
  DIVERSE: "O",
  UNSPECIFIED: null,
};

type Version = "3.0" | "4.0";
type GroupPath = (group: ExportedMember["groups"][number]) => string;

/** One card for each member. Only fields that are among the columns come onto it. */
export async function* vcardFile(
  columns: readonly ExportColumn[],
  portions: AsyncIterable<ExportedRow[]>,
  version: Version,
  groupPath: GroupPath,
): AsyncGenerator<Buffer> {
  for await (const rows of portions)
    yield Buffer.from(rows.map((row) => card(row, columns, version, groupPath)).join(""));
}

function card(
  { member, cells, mark }: ExportedRow,
  columns: readonly ExportColumn[],
  version: Version,
  groupPath: GroupPath,
): string {
  const chosen = new Set(columns.flatMap(({ fields }) => fields));
  const value = (field: keyof ExportedMember & string): string => {
    const found = chosen.has(field) ? member[field] : null;
    return typeof found === "string" ? found : "";
  };
  const title = isSalutation(value("title")) ? "" : value("title");
  const lines = [
    "BEGIN:VCARD",
    `VERSION:${version}`,
    version === "4.0" ? `UID:urn:uuid:${member.id}` : `UID:${member.id}`,
    `FN:${escaped([title, member.firstname, member.lastname].filter((part) => part !== "").join(" "))}`,
    `N:${[member.lastname, member.firstname, "", title, ""].map(escaped).join(";")}`,
    ...(version === "4.0" ? ["KIND:individual"] : []),
    ...one(version === "4.0" ? "EMAIL" : "EMAIL;TYPE=INTERNET", value("email")),
    ...one("TEL;TYPE=HOME", value("phone")),
    ...one("TEL;TYPE=CELL", value("mobile")),
    ...address([
      "",
      value("addressAddition"),
      value("street"),
      value("city"),
      "",
      value("postalCode"),
      countryName(value("country")),
    ]),
    ...one("BDAY", version === "4.0" ? value("birthday").replaceAll("-", "") : value("birthday")),
    ...(version === "4.0"
      ? [
          ...one("GENDER", chosen.has("gender") ? (SEXES[member.gender] ?? "") : ""),
          ...one("DEATHDATE", value("deceasedOn").replaceAll("-", "")),
        ]
      : []),
    ...one("NOTE", value("notes")),
    ...(chosen.has("groups") && member.groups.length > 0
      ? [`CATEGORIES:${member.groups.map(groupPath).map(escaped).join(",")}`]
      : []),
    ...columns.flatMap((column, index) => own(column, cells[index] ?? null, title, version)),
    ...one(`${OWN}AENDERUNG`, mark ?? ""),
    `REV:${member.updatedAt.replace(/\.\d+/, "").replaceAll(/[-:]/g, "")}`,
    "END:VCARD",
  ];
  return lines.map(foldLine).join("");
}

function isSalutation(title: string): boolean {
  return /^(?:herr|frau|familie)$/i.test(title);
}

/** A column without a place of its own on a card, named after its field. */
function own(
  { fields: [field = "", ...more], heading }: ExportColumn,
  cell: SheetCell,
  title: string,
  version: Version,
): string[] {
  if (
    more.length === 0 &&
    (STANDARD.has(field) ||
      (version === "4.0" && NEWER.has(field)) ||
      (field === "title" && title !== ""))
  )
    return [];
  const name = (
    more.length === 0 && field !== "" && !field.startsWith("group:")
      ? field
      : heading.normalize("NFD")
  )
    .replace(/[^A-Za-z0-9]/g, "")
    .toUpperCase();
  return one(
    `${OWN}${name}`,
    cell instanceof Date ? cell.toISOString().slice(0, 10) : cell === null ? "" : String(cell),
  );
}

function one(name: string, value: string): string[] {
  return value === "" ? [] : [`${name}:${escaped(value)}`];
}

function address(parts: readonly string[]): string[] {
  return parts.every((part) => part === "")
    ? []
    : [`ADR;TYPE=HOME:${parts.map(escaped).join(";")}`];
}

const countryNames = new Intl.DisplayNames("de", { type: "region" });

function countryName(code: string): string {
  return code === "" ? "" : (countryNames.of(code) ?? code);
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r\n|\r|\n/g, "\\n");
}

/** Long lines go on in the next one after a space, never inside a sign. */
function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= LINE_BYTES) return `${line}\r\n`;
  let text = "";
  let bytes = 0;
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (bytes + size > LINE_BYTES) {
      text += "\r\n ";
      bytes = 1;
    }
    text += sign;
    bytes += size;
  }
  return `${text}\r\n`;
}
