import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { OnConflict } from "../../contract.ts";
import { MAX_DEPTH, MAX_PATH_BYTES, problemOfName } from "../../entry-path.ts";
import type { EntryRecord } from "./entry-record.ts";
import { insertFolder } from "./entry-write-queries.ts";
import { selectChild, selectNumbered } from "./folder-queries.ts";
import { selectAlongPath, selectAtPath } from "./path-queries.ts";

/** The folder at a path; 404 with its own sentence when it is not there (any more). */
export async function folderAt(
  tx: ReadTx,
  shareId: string,
  names: readonly string[],
): Promise<EntryRecord> {
  const found = await selectAtPath(tx, shareId, names);
  if (found === undefined) throw folderMissing(names);
  if (!found.is_folder)
    throw new AppError("CONFLICT", {
      code: "NOT_A_FOLDER",
      detail: `„${found.name}“ ist eine Datei, kein Ordner.`,
    });
  return found;
}

/** The entry at a path; 404 when there is none. */
export async function entryAt(
  tx: ReadTx,
  shareId: string,
  names: readonly string[],
): Promise<EntryRecord> {
  const found = await selectAtPath(tx, shareId, names);
  if (found === undefined) throw notFound();
  return found;
}

/** The folder at a path, made with all its parents where they are missing. */
export async function makeFolders(
  tx: WriteTx,
  shareId: string,
  names: readonly string[],
): Promise<EntryRecord> {
  const found = await selectAlongPath(tx, shareId, names);
  let folder = found.at(-1);
  for (const name of names.slice(found.length - 1)) {
    if (folder === undefined) break;
    if (!folder.is_folder)
      throw new AppError("CONFLICT", {
        code: "NOT_A_FOLDER",
        detail: `„${folder.name}“ ist eine Datei, kein Ordner.`,
      });
    // Several files of one new folder arrive at once: who comes second finds it made.
    folder =
      (await insertFolder(tx, shareId, folder.id, name)) ??
      (await selectChild(tx, folder.id, name));
  }
  if (folder === undefined) throw folderMissing(names);
  if (!folder.is_folder)
    throw new AppError("CONFLICT", {
      code: "NOT_A_FOLDER",
      detail: `„${folder.name}“ ist eine Datei, kein Ordner.`,
    });
  return folder;
}

export function folderMissing(names: readonly string[]): AppError {
  return new AppError("NOT_FOUND", {
    code: "FOLDER_NOT_FOUND",
    detail:
      names.length === 0
        ? "Die Ablage gibt es nicht mehr."
        : `Den Ordner „${names.at(-1) ?? ""}“ gibt es nicht (mehr).`,
  });
}

export function nameTaken(existing: Pick<EntryRecord, "name" | "is_folder">): AppError {
  const what = existing.is_folder ? "Ein Ordner" : "Eine Datei";
  return new AppError("ALREADY_EXISTS", {
    code: "NAME_TAKEN",
    detail: `${what} mit dem Namen „${existing.name}“ gibt es hier schon.`,
  });
}

/** The name, or `name (2).pdf` and so on where it is taken. */
export async function freeName(
  tx: ReadTx,
  parentId: string,
  name: string,
  isFolder: boolean,
): Promise<string> {
  if ((await selectChild(tx, parentId, name)) === undefined) return name;
  const [, stem = name, ending = ""] =
    (isFolder ? null : /^(.+?)(\.[^.\s]{1,20})$/.exec(name)) ?? [];
  const taken = new Set(await selectNumbered(tx, parentId, stem, ending));
  for (let number = 2; ; number++) {
    const candidate = `${stem} (${number})${ending}`;
    if (taken.has(candidate)) continue;
    const problem = problemOfName(candidate);
    if (problem !== undefined)
      throw new AppError("CONFLICT", { code: "NAME_TAKEN", detail: problem });
    return candidate;
  }
}

/**
 * What a taken name means for something that comes from elsewhere (moved, restored); null: the
 * place is free.
 */
export async function settleConflict(
  tx: WriteTx,
  parentId: string,
  name: string,
  moved: Pick<EntryRecord, "id" | "is_folder">,
  onConflict: OnConflict,
): Promise<{ name: string; replaced: EntryRecord | null }> {
  const existing = await selectChild(tx, parentId, name);
  if (existing === undefined || existing.id === moved.id) return { name, replaced: null };
  if (onConflict === "RENAME")
    return { name: await freeName(tx, parentId, name, moved.is_folder), replaced: null };
  if (onConflict === "FAIL" || existing.is_folder || moved.is_folder) throw nameTaken(existing);
  return { name, replaced: existing };
}

/** Refuses a place whose paths would get too deep or too long. */
export function checkReach(
  names: readonly string[],
  below: { depth: number; bytes: number },
): void {
  const bytes = Buffer.byteLength(names.join("/")) + below.bytes;
  // One more level and the longest name: the files inside.
  const tooDeep = names.length + below.depth + 1 > MAX_DEPTH + 1;
  const tooLong = below.bytes > 0 && bytes + 256 > MAX_PATH_BYTES;
  if (tooDeep || tooLong)
    throw new AppError("UNPROCESSABLE", {
      code: "TOO_DEEP",
      detail: "Dort läge der Ordner zu tief: Die Pfade würden zu lang.",
    });
}
