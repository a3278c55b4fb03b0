import type { Person } from "../support/person.ts";
import type { PageToCheck } from "./page-list.ts";

const KIND = /\{(\w+)\}/g;

/** How the record of each word in braces is found or made; what comes back stands in its place. */
const RECORDS: Readonly<Record<string, (office: Person) => Promise<string>>> = {
  user: (office) => first(office, "/user/search?size=1"),
  group: (office) => first(office, "/group/search?size=1"),
  message: (office) => first(office, "/message?size=1"),
  calendar: (office) => first(office, "/calendar/search?size=1"),
  event: (office) => first(office, "/event/upcoming?size=1"),
  share: shareOfDocuments,
  folder: async (office) => encodeURIComponent(await inShare(office, "FOLDER")),
  file: async (office) => encodeURIComponent(await inShare(office, "FILE")),
  gallery: (office) => first(office, "/file-share/search?kind=IMAGES&size=1"),
  field: async (office) => {
    const [field] = await office.call<{ id: string }[]>("GET", "/custom-field");
    return field?.id ?? "";
  },
  // The demo club has none of these.
  target: (office) =>
    made(office, "/export-target", { name: "Liste für den Verband", format: "CSV" }),
  source: (office) => made(office, "/import-source", { name: "Liste des Landesverbands" }),
  mapping: (office) =>
    made(office, "/mapping-config", {
      name: "Spalten des Verbands",
      isExport: true,
      entries: [{ sourceField: "lastname", targetField: "Name" }],
    }),
};

/**
 * Returns a function that puts records of the demo club into the addresses of these pages. A
 * record that there is none of is an error: its page would be checked as one that is missing.
 */
export async function withRecords(
  office: Person,
  pages: readonly PageToCheck[],
): Promise<(path: string) => string> {
  const found = new Map<string, string>();
  const kinds = pages.flatMap(([path]) => [...path.matchAll(KIND)].map(([, kind = ""]) => kind));
  for (const kind of new Set(kinds)) {
    const record = (await RECORDS[kind]?.(office)) ?? "";
    if (record === "") throw new Error(`The demo club has no {${kind}} to look at`);
    found.set(kind, record);
  }
  return (path) => path.replaceAll(KIND, (_, kind: string) => found.get(kind) ?? "");
}

async function first(office: Person, list: string): Promise<string> {
  const { content } = await office.call<{ content: { id: string }[] }>("GET", list);
  return content[0]?.id ?? "";
}

async function made(office: Person, path: string, body: object): Promise<string> {
  return String((await office.call<{ id: string | number }>("POST", path, body)).id);
}

function shareOfDocuments(office: Person): Promise<string> {
  return first(office, "/file-share/search?kind=DOCUMENTS&size=1");
}

/** Returns the path of the first file or folder of the share. */
async function inShare(office: Person, type: "FOLDER" | "FILE"): Promise<string> {
  const entries = await office.call<{ path: string; type: string }[]>(
    "GET",
    `/file-share/${await shareOfDocuments(office)}/list-recursive`,
  );
  return entries.find((entry) => entry.type === type)?.path ?? "";
}
