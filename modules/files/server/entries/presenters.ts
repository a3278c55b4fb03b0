import { canOf } from "#platform/server/http/can.ts";
import type { Entry, FileVersion, TrashItem } from "../../contract.ts";
import { TRASH_DAYS } from "../../contract.ts";
import type { EntryRecord } from "./entry-record.ts";
import type { TrashRecord } from "./trash-queries.ts";
import type { VersionRecord } from "../versions/version-queries.ts";

/** Who reads a record, as far as its `can` goes. */
export interface Reader {
  userId: string;
  writes: boolean;
}

/** Who may write may change everything; who uploaded a file may take it down in any case. */
export function mayDelete(
  record: Pick<EntryRecord, "is_folder" | "modified_by">,
  { userId, writes }: Reader,
): boolean {
  return writes || (!record.is_folder && record.modified_by === userId);
}

function personOf(id: string | null, name: string | null) {
  return name === null ? null : { id, name };
}

export function toEntry(record: EntryRecord, path: string, reader: Reader): Entry {
  return {
    id: record.id,
    name: record.name,
    path,
    type: record.is_folder ? "FOLDER" : "FILE",
    ...(record.subtype === null ? {} : { subtype: record.subtype }),
    contentType: record.content_type,
    size: record.size,
    lastModified: record.modified_at.toISOString(),
    modifiedBy: personOf(record.modified_by, record.modified_by_name),
    sha256: record.sha256,
    takenAt: record.taken_at?.toISOString() ?? null,
    version: record.version,
    hasThumbnail: record.has_thumbnail,
    can: rightsOn(record, reader),
  };
}

/** What a reader may do with an entry, as named in `can`. */
export function rightsOn(
  record: Pick<EntryRecord, "is_folder" | "modified_by">,
  reader: Reader,
): Entry["can"] {
  return canOf<Entry>({ EDIT: reader.writes, DELETE: mayDelete(record, reader) });
}

export function toFileVersion(record: VersionRecord, current: number | null): FileVersion {
  return {
    version: record.version,
    size: record.size,
    contentType: record.content_type,
    subtype: record.subtype,
    lastModified: record.modified_at.toISOString(),
    modifiedBy: personOf(record.modified_by, record.modified_by_name),
    sha256: record.sha256,
    current: record.version === current,
  };
}

export function toTrashItem(record: TrashRecord): TrashItem {
  return {
    id: record.id,
    name: record.name,
    path: record.deleted_path,
    type: record.is_folder ? "FOLDER" : "FILE",
    ...(record.subtype === null ? {} : { subtype: record.subtype }),
    size: record.size,
    deletedAt: record.deleted_at.toISOString(),
    deletedBy: personOf(record.deleted_by, record.deleted_by_name),
    purgedAt: new Date(record.deleted_at.getTime() + TRASH_DAYS * 86_400_000).toISOString(),
    can: ["RESTORE", "PURGE"],
  };
}
