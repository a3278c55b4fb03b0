import { z } from "zod";
import {
  can,
  dateTime,
  filePart,
  id,
  idParams,
  optional,
  queryFlag,
  queryNumber,
  requiredText,
  serial,
  version,
} from "#platform/contract/fields.ts";
import { pageOf, pageQuery } from "#platform/contract/paging.ts";
import { room } from "#platform/contract/room.ts";
import { bytes, noContent, route } from "#platform/contract/route.ts";
import { grant, grantLines } from "#modules/grants/contract.ts";
import { entryName, entryPath, folderPath } from "./entry-path.ts";

export { entryName, folderPath } from "./entry-path.ts";

export const SHARE_KINDS = ["DOCUMENTS", "IMAGES"] as const;
export type ShareKind = (typeof SHARE_KINDS)[number];

export const SUBTYPES = [
  "pdf",
  "word",
  "excel",
  "powerpoint",
  "text",
  "html",
  "css",
  "javascript",
  "json",
  "image",
  "audio",
  "video",
  "other",
] as const;
export type Subtype = (typeof SUBTYPES)[number];

/** Files up to this size go in one request; larger ones in chunks. */
export const PLAIN_UPLOAD_BYTES = 1_048_576;
/** Files beyond this size go in large chunks: they come from a fast line or take a night anyway. */
const SMALL_CHUNKS_UP_TO = 64 * 1024 * 1024;
/** Largest chunk. */
export const MAX_CHUNK_BYTES = 8 * 1024 * 1024;

/**
 * Returns the size of every chunk but the last of a file. A photo goes in small ones: on a bad line
 * a chunk that breaks off is sent again as a whole.
 */
export function chunkBytesOf(size: number): number {
  return size <= SMALL_CHUNKS_UP_TO ? 1024 * 1024 : MAX_CHUNK_BYTES;
}

/**
 * Code of 409 at the end of a chunked upload: chunks are missing, or have to come again; the state
 * says which have arrived.
 */
export const UPLOAD_INCOMPLETE = "UPLOAD_INCOMPLETE";
/** Largest file. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024 * 1024;
export const TRASH_DAYS = 30;
export const THUMBNAIL_SIZES = [256, 1024, 2048] as const;
/** Without page parameters a folder answers this many entries. */
const MAX_LISTED = 10_000;

const QUERY = ["QUERY_FILESHARE", "QUERY_IMAGESHARE"] as const;
const MANAGE = ["MANAGE_FILESHARE", "MANAGE_IMAGESHARE"] as const;

const mediaType = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9.+-]*\/([a-z0-9][a-z0-9.+-]*|\*)$/, {
    error: "Bitte einen Dateityp wie application/pdf oder image/* angeben.",
  });

const writableShare = {
  name: requiredText(100),
  /**
   * Null: everything (documents), every kind of picture (images). `image/*` means all of the kind.
   */
  allowedTypes: optional(z.array(mediaType).min(1).max(50)),
  /** Bytes, older versions and the trash counted; null: no limit. */
  quota: optional(z.int().min(0).max(Number.MAX_SAFE_INTEGER)),
};
export const fileShareCreate = z.strictObject({
  ...writableShare,
  kind: z.enum(SHARE_KINDS).default("DOCUMENTS"),
  /** Absent: everybody may read. */
  grants: grantLines.optional(),
});
export const fileShareUpdate = z.strictObject({ ...writableShare, grants: grantLines, version });

/**
 * `can` of a share: EDIT, DELETE (its name, grants, limits, itself), WRITE (upload, folders, move).
 */
export const fileShare = z.object({
  id,
  name: z.string(),
  kind: z.enum(SHARE_KINDS),
  /** Null for readers who may not change them. */
  grants: z.array(grant).nullable(),
  allowedTypes: z.array(z.string()).nullable(),
  quota: z.int().nullable(),
  usedBytes: z.int(),
  /** What all files of the club take together, told to who may add some once it is nearly all. */
  clubRoom: room.nullable(),
  version,
  /** EDIT, DELETE: its name, grants, limits, itself. WRITE: upload, make folders, move. */
  can: can("EDIT", "DELETE", "WRITE"),
});
export type FileShare = z.infer<typeof fileShare>;

const person = z.object({ id: id.nullable(), name: z.string() });

export const entry = z.object({
  id,
  name: z.string(),
  /** From the share's root, names joined by `/`, none in front. */
  path: z.string(),
  type: z.enum(["FOLDER", "FILE"]),
  /** Missing for folders. */
  subtype: z.enum(SUBTYPES).optional(),
  /** Found in the bytes, not in the name. Null for folders, like the next ones. */
  contentType: z.string().nullable(),
  size: z.int().nullable(),
  lastModified: dateTime,
  modifiedBy: person.nullable(),
  /** Hex. */
  sha256: z.string().nullable(),
  /** When the picture was taken; images only. */
  takenAt: dateTime.nullable(),
  /** Number of the version shown, from 1; null for folders. */
  version: z.int().nullable(),
  hasThumbnail: z.boolean(),
  /** EDIT: rename, move, replace. */
  can: can("EDIT", "DELETE"),
});
export type Entry = z.infer<typeof entry>;

export const fileVersion = z.object({
  version: z.int(),
  size: z.int(),
  contentType: z.string(),
  subtype: z.enum(SUBTYPES),
  lastModified: dateTime,
  modifiedBy: person.nullable(),
  sha256: z.string(),
  current: z.boolean(),
});
export type FileVersion = z.infer<typeof fileVersion>;

export const trashItem = z.object({
  id,
  name: z.string(),
  /** Where it was, and where restoring puts it. */
  path: z.string(),
  type: z.enum(["FOLDER", "FILE"]),
  subtype: z.enum(SUBTYPES).optional(),
  size: z.int().nullable(),
  deletedAt: dateTime,
  deletedBy: person.nullable(),
  /** Gone for good from then on. */
  purgedAt: dateTime,
  can: can("RESTORE", "PURGE"),
});
export type TrashItem = z.infer<typeof trashItem>;

/** An upload in chunks: which numbers (from 0) have arrived. */
export const uploadState = z.object({
  uploadId: id,
  chunkSize: z.int(),
  chunks: z.int(),
  received: z.array(z.int()),
});
export type UploadState = z.infer<typeof uploadState>;
/** Body of `?phase=start`. */
export const uploadStart = z.strictObject({
  size: z.int().min(0),
  contentType: z.string().max(200).optional(),
  lastModified: dateTime.optional(),
});
/** Body of `?phase=finish`, may be empty. */
export const uploadFinish = z.strictObject({
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .optional(),
});

/** JSON bodies of an upload's steps; the bytes of a file of that type are no step. */
const uploadStep = z.union([uploadStart, uploadFinish]);
/** The fields of a form with several files. */
const uploadForm = z.object({ path: folderPath.optional(), files: z.array(filePart).optional() });
const fileContent = bytes(["application/octet-stream", "*/*"], undefined, {
  revalidated: true,
  ranges: true,
});

/**
 * What happens when the name is taken: refuse with 409, a new version (of a file), or a free name
 * beside it.
 */
const conflictChoice = z.enum(["FAIL", "REPLACE", "RENAME"]);
export type OnConflict = z.output<typeof conflictChoice>;
const onConflict = conflictChoice.default("FAIL");
const createFolders = queryFlag().default(false);

const inFolder = z.strictObject({ id, path: folderPath.default([]) });
const atEntry = z.strictObject({ id, path: entryPath });

const listQuery = {
  /** Extensions to show, comma-separated, without dot; folders are always shown. */
  ex: z.string().max(500).optional(),
  sort: z.enum(["name", "lastModified", "size", "contentType", "takenAt"]).default("name"),
  dir: z.enum(["ASC", "DESC"]).default("ASC"),
};

export const fileMetadata = z.object({
  fileName: z.string(),
  contentType: z.string(),
  lastModified: dateTime,
  size: z.int(),
});

export const filesContract = {
  searchFileShares: route({
    method: "GET",
    path: "/file-share/search",
    access: QUERY,
    summary: "Shares the caller can see",
    query: z.strictObject({
      kind: z.enum(SHARE_KINDS).optional(),
      q: z.string().max(200).optional(),
      ...pageQuery(["name", "usedBytes"]),
    }),
    answer: pageOf(fileShare),
  }),
  listNewestFiles: route({
    method: "GET",
    path: "/file-share/newest-files",
    access: QUERY,
    summary: "The newest files of all shares the caller can see",
    query: z.strictObject({ limit: queryNumber(1, 100).default(3) }),
    answer: z.array(
      z.object({
        fileShare: z.object({ id, name: z.string(), kind: z.enum(SHARE_KINDS) }),
        fileMetadata,
        /** When it came in; the file itself may be older. They are ordered by this. */
        addedAt: dateTime,
      }),
    ),
  }),
  createFileShare: route({
    method: "POST",
    path: "/file-share",
    access: MANAGE,
    summary: "Create a share of documents or images",
    body: fileShareCreate,
    answer: fileShare,
    status: 201,
  }),
  getFileShare: route({
    method: "GET",
    path: "/file-share/{id}",
    access: QUERY,
    summary: "One share",
    params: idParams,
    answer: fileShare,
  }),
  updateFileShare: route({
    method: "PUT",
    path: "/file-share/{id}",
    access: MANAGE,
    summary: "Change a share's name, limits and grants",
    params: idParams,
    body: fileShareUpdate,
    answer: fileShare,
  }),
  deleteFileShare: route({
    method: "DELETE",
    path: "/file-share/{id}",
    access: MANAGE,
    summary: "Delete a share with everything in it",
    params: idParams,
    answer: noContent,
  }),
  listFolder: route({
    method: "GET",
    path: "/file-share/{id}/list{path*}",
    access: QUERY,
    summary: "A folder's entries, folders first; `can` is what the caller may do in the folder",
    params: inFolder,
    query: z.strictObject({
      ...listQuery,
      page: queryNumber(0, 1_000_000).default(0),
      size: queryNumber(1, MAX_LISTED).default(MAX_LISTED),
    }),
    answer: pageOf(entry).extend({ can: can("UPLOAD", "CREATE_FOLDER") }),
  }),
  listAllEntries: route({
    method: "GET",
    path: "/file-share/{id}/list-recursive",
    access: QUERY,
    summary: "All entries of a share, each folder before what is in it",
    params: idParams,
    query: z.strictObject({ ex: listQuery.ex }),
    answer: z.array(entry),
    preserialized: true,
  }),
  searchEntries: route({
    method: "GET",
    path: "/file-share/{id}/search",
    access: QUERY,
    summary: "Entries of a share by name",
    params: idParams,
    query: z.strictObject({
      q: z.string().min(1).max(200),
      ...pageQuery(["name", "lastModified", "size"]),
    }),
    answer: pageOf(entry),
  }),
  getEntry: route({
    method: "GET",
    path: "/file-share/{id}/entry{path*}",
    access: QUERY,
    summary: "One file or folder",
    params: atEntry,
    answer: entry,
  }),
  downloadEntry: route({
    method: "GET",
    path: "/file-share/{id}/download{path*}",
    access: QUERY,
    summary: "A file's bytes (Range, ETag), or a folder as ZIP",
    params: inFolder,
    query: z.strictObject({ version: queryNumber(1).optional() }),
    answer: fileContent,
  }),
  getThumbnail: route({
    method: "GET",
    path: "/file-share/{id}/thumbnail{path*}",
    access: QUERY,
    summary: "A picture made smaller, as WebP without position data; 404 until it is made",
    params: atEntry,
    query: z.strictObject({
      size: z.enum(["256", "1024", "2048"]).default("256"),
      version: queryNumber(1).optional(),
    }),
    answer: bytes(["image/webp"]),
  }),
  createTicket: route({
    method: "POST",
    path: "/file-share/{id}/ticket{path*}",
    access: QUERY,
    summary:
      "An address for elements that send no token: a file, a folder as ZIP, or some of its entries as ZIP",
    params: inFolder,
    body: z.strictObject({
      version: serial.optional(),
      /** Of a folder: only these entries, by name. */
      names: z.array(entryName).min(1).max(1_000).optional(),
      /** Saved instead of shown, also where showing would be safe. */
      save: z.boolean().default(false),
    }),
    bodyOptional: true,
    answer: z.object({ url: z.string(), expiresAt: dateTime }),
  }),
  useTicket: route({
    method: "GET",
    path: "/file/{ticket}",
    access: "public",
    summary: "The bytes of a ticket; the rights of who asked for it are looked at again",
    params: z.strictObject({ ticket: z.string().max(1_000) }),
    answer: fileContent,
  }),
  deleteEntry: route({
    method: "DELETE",
    path: "/file-share/{id}/{path*}",
    access: QUERY,
    summary: "Put a file or folder into the trash",
    params: atEntry,
    answer: noContent,
  }),
  listTrash: route({
    method: "GET",
    path: "/file-share/{id}/trash",
    access: QUERY,
    summary: "What was deleted and can be restored, newest first",
    params: idParams,
    query: z.strictObject(pageQuery(["deletedAt"], "DESC")),
    answer: pageOf(trashItem),
  }),
  emptyTrash: route({
    method: "POST",
    path: "/file-share/{id}/empty-trash",
    access: QUERY,
    summary: "Remove one entry or everything in the trash for good",
    params: idParams,
    query: z.strictObject({ entry: id.optional() }),
    answer: noContent,
  }),
  restoreEntry: route({
    method: "POST",
    path: "/file-share/{id}/restore{path*}",
    access: QUERY,
    summary:
      "Bring an entry back from the trash to this path (empty: where it was), or make an older version of a file the current one",
    params: inFolder,
    query: z.strictObject({
      entry: id.optional(),
      version: queryNumber(1).optional(),
      onConflict,
    }),
    answer: entry,
  }),
  listVersions: route({
    method: "GET",
    path: "/file-share/{id}/versions{path*}",
    access: QUERY,
    summary: "All versions of a file, newest first; for those who may write in the share",
    params: atEntry,
    answer: z.array(fileVersion),
  }),
  moveEntry: route({
    method: "PUT",
    path: "/file-share/{id}/move{path*}",
    access: QUERY,
    summary: "Move or rename; the body is the new full path",
    params: atEntry,
    query: z.strictObject({ onConflict }),
    body: bytes(["text/plain"], 16 * 1024, { shapes: { "text/plain": entryPath } }),
    answer: entry,
  }),
  createFolder: route({
    method: "POST",
    path: "/file-share/{id}/create-folder{path*}",
    access: QUERY,
    summary: "Create a folder",
    params: atEntry,
    query: z.strictObject({
      createFolders,
      onConflict: z.enum(["FAIL", "RENAME"]).default("FAIL"),
    }),
    answer: entry,
    status: 201,
  }),
  uploadFile: route({
    method: "POST",
    path: "/file-share/{id}/upload{path*}",
    access: QUERY,
    summary:
      "Upload a file: at once up to 1 MiB, or by phases start, upload (any order, three at a time, repeatable), finish, abort",
    params: atEntry,
    query: z.strictObject({
      phase: z.enum(["start", "upload", "finish", "abort"]).optional(),
      uploadId: id.optional(),
      chunk: queryNumber(0, 9_999).optional(),
      /** Default FAIL; at `finish` default what `start` said. */
      onConflict: conflictChoice.optional(),
      /** Makes the folders of the path that are not there (uploads of whole folders). */
      createFolders,
      /** When the file was last changed where it comes from; `phase=start` takes it in its body. */
      lastModified: dateTime.optional(),
    }),
    body: bytes(["application/octet-stream", "application/json", "*/*"], MAX_CHUNK_BYTES, {
      shapes: { "application/json": uploadStep },
      mayBeEmpty: true,
    }),
    alsoCreates: true,
    answer: z.union([entry, uploadState]),
  }),
  getUpload: route({
    method: "GET",
    path: "/file-share/{id}/upload{path*}",
    access: QUERY,
    summary: "What has arrived of an upload in chunks, for resuming",
    params: atEntry,
    query: z.strictObject({ phase: z.literal("status").default("status"), uploadId: id }),
    answer: uploadState,
  }),
  uploadMany: route({
    method: "POST",
    path: "/file-share/{id}/upload-multipart",
    access: QUERY,
    summary: "Upload several files as a form: fields `path` (folder, first) and `files`",
    params: idParams,
    query: z.strictObject({ onConflict }),
    body: bytes(["multipart/form-data"], 1024 * 1024 * 1024, {
      shapes: { "multipart/form-data": uploadForm },
    }),
    answer: z.object({
      entries: z.array(entry),
      errors: z.array(
        z.object({ fileName: z.string(), status: z.int(), code: z.string(), message: z.string() }),
      ),
    }),
  }),
} as const;
