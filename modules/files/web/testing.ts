/** Shares, entries and a server that answers with them, for component tests. */
import { toPage } from "#platform/contract/paging.ts";
import { FakeApi } from "#platform/web/testing.ts";
import { filesContract, type Entry, type FileShare } from "../contract.ts";

/** Returns an id that is told apart by its number. */
export function idOf(number: number): string {
  return `0193a000-0000-7000-8000-${String(number).padStart(12, "0")}`;
}

/** Returns a share of documents; nothing may be done with it. */
export function shareOf(changes: Partial<FileShare> = {}): FileShare {
  return {
    id: idOf(1),
    name: "Satzung und Formulare",
    kind: "DOCUMENTS",
    grants: null,
    allowedTypes: null,
    quota: null,
    usedBytes: 0,
    clubRoom: null,
    version: 3,
    can: [],
    ...changes,
  };
}

let entries = 100;

/** Returns a text file of a share; without `path` it lies on the top level. */
export function fileOf(name: string, changes: Partial<Entry> = {}): Entry {
  entries += 1;
  return {
    id: idOf(entries),
    name,
    path: name,
    type: "FILE",
    subtype: "text",
    contentType: "text/plain",
    size: 1_500,
    lastModified: "2026-11-20T09:05:00+01:00",
    modifiedBy: { id: idOf(7), name: "Otto Lang" },
    sha256: "0".repeat(64),
    takenAt: null,
    version: 1,
    hasThumbnail: false,
    can: ["EDIT", "DELETE"],
    ...changes,
  };
}

/** Returns a picture of a gallery. */
export function pictureOf(name: string, takenAt: string | null, changes: Partial<Entry> = {}) {
  return fileOf(name, { subtype: "image", contentType: "image/jpeg", takenAt, ...changes });
}

/** Returns a folder of a share. */
export function folderOf(name: string, changes: Partial<Entry> = {}): Entry {
  const { subtype: _, ...folder } = fileOf(name, {
    type: "FOLDER",
    contentType: null,
    size: null,
    sha256: null,
    version: null,
    ...changes,
  });
  return folder;
}

/** A share with these entries; each folder lists what lies in it. */
export function serverWith(share: FileShare, all: readonly Entry[]): FakeApi {
  const api = new FakeApi();
  const isIn = (entry: Entry, folder: string) =>
    entry.path === (folder === "" ? entry.name : `${folder}/${entry.name}`);
  api.answer(filesContract.getFileShare, share);
  api.answer(filesContract.listFolder, ({ params, query }) => {
    const content = all.filter((entry) => isIn(entry, params.path.join("/")));
    const can = share.can.includes("WRITE") ? (["UPLOAD", "CREATE_FOLDER"] as const) : [];
    return { ...toPage(content, content.length, query), can: [...can] };
  });
  return api;
}
