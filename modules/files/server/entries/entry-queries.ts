import { type RawBuilder, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { Subtype } from "../../contract.ts";
import type { Span } from "../versions/positions.ts";

/** A folder or file as its row says; the path is not in it. */
export interface EntryRecord {
  id: string;
  parent_id: string | null;
  name: string;
  is_folder: boolean;
  version: number | null;
  content_type: string | null;
  subtype: Subtype | null;
  size: number | null;
  sha256: string | null;
  taken_at: Date | null;
  has_thumbnail: boolean;
  modified_at: Date;
  modified_by: string | null;
  modified_by_name: string | null;
}

/** With its path from the share's root. */
export interface PlacedEntry extends EntryRecord {
  path: string;
}

export interface FolderSearch {
  extensions: readonly string[] | null;
  sort: "name" | "lastModified" | "size" | "contentType" | "takenAt";
  dir: "ASC" | "DESC";
  page: number;
  size: number;
}

/** Columns of an entry, of the table known as `alias`. */
export function entryColumns(alias: string): RawBuilder<unknown> {
  const e = sql.ref(alias);
  return sql`${e}.id, ${e}.parent_id, ${e}.name, ${e}.is_folder, ${e}.version, ${e}.content_type, ${e}.subtype, ${e}.size::float8 AS size,
    ${e}.sha256, ${e}.taken_at, ${e}.has_thumbnail, ${e}.modified_at, ${e}.modified_by, ${e}.modified_by_name`;
}

/** The entry at a path, or undefined when there is none; the share's root for the empty path. */
export async function selectAtPath(
  tx: ReadTx,
  shareId: string,
  names: readonly string[],
): Promise<EntryRecord | undefined> {
  const found = await selectAlongPath(tx, shareId, names);
  return found.length === names.length + 1 ? found.at(-1) : undefined;
}

/** The root and every entry on the way along a path, as far as it exists. */
export async function selectAlongPath(
  tx: ReadTx,
  shareId: string,
  names: readonly string[],
): Promise<EntryRecord[]> {
  const { rows } = await sql<EntryRecord>`
    WITH RECURSIVE walk AS (
      SELECT root.*, 0 AS depth FROM file_entry root WHERE root.id = ${shareId}
      UNION ALL
      SELECT child.*, walk.depth + 1 FROM walk
        JOIN file_entry child ON child.parent_id = walk.id AND child.name = (${names}::text[])[walk.depth + 1] AND child.deleted_at IS NULL
    ) SELECT ${entryColumns("walk")} FROM walk ORDER BY depth`.execute(sqlOf(tx));
  return rows;
}

/**
 * The path of the entry `alias` and whether something above it is in the trash, walked from the
 * entry upwards.
 */
export function pathOf(alias: string): RawBuilder<unknown> {
  const e = sql.ref(alias);
  return sql`LATERAL (
    WITH RECURSIVE up AS (
      SELECT ${e}.parent_id AS id, ${e}.name::text AS path, false AS gone
      UNION ALL
      SELECT above.parent_id, CASE WHEN above.parent_id IS NULL THEN up.path ELSE above.name || '/' || up.path END, up.gone OR above.deleted_at IS NOT NULL
      FROM up JOIN file_entry above ON above.id = up.id
    ) SELECT path, gone FROM up WHERE id IS NULL) place`;
}

/** A living entry by id, with its path. */
export async function selectEntry(
  tx: ReadTx,
  shareId: string,
  id: string,
): Promise<PlacedEntry | undefined> {
  const { rows } = await sql<PlacedEntry>`
    SELECT ${entryColumns("e")}, place.path FROM file_entry e CROSS JOIN ${pathOf("e")}
    WHERE e.id = ${id} AND e.share_id = ${shareId} AND e.parent_id IS NOT NULL AND e.deleted_at IS NULL AND NOT place.gone`.execute(
    sqlOf(tx),
  );
  return rows[0];
}

export async function selectChild(
  tx: ReadTx,
  parentId: string,
  name: string,
): Promise<EntryRecord | undefined> {
  const { rows } = await sql<EntryRecord>`
    SELECT ${entryColumns("e")} FROM file_entry e WHERE e.parent_id = ${parentId} AND e.name = ${name} AND e.deleted_at IS NULL`.execute(
    sqlOf(tx),
  );
  return rows[0];
}

function childrenOf(shareId: string, folderId: string, extensions: readonly string[] | null) {
  const chosen =
    extensions === null ? sql`` : sql`AND (is_folder OR extension = ANY(${extensions}::text[]))`;
  return sql`share_id = ${shareId} AND parent_id = ${folderId} AND deleted_at IS NULL ${chosen}`;
}

/** What lies directly in a folder, folders first; in German order where the field is the same. */
export async function selectFolder(
  tx: ReadTx,
  shareId: string,
  folderId: string,
  search: FolderSearch,
): Promise<{ records: EntryRecord[]; total: number }> {
  const db = sqlOf(tx);
  const dir = search.dir === "ASC" ? sql`ASC NULLS LAST` : sql`DESC NULLS LAST`;
  const field = {
    name: sql`e.name`,
    lastModified: sql`e.modified_at`,
    size: sql`e.size`,
    contentType: sql`e.content_type`,
    takenAt: sql`coalesce(e.taken_at, e.modified_at)`,
  };
  const { rows } = await sql<EntryRecord>`
    SELECT ${entryColumns("e")} FROM file_entry e WHERE ${childrenOf(shareId, folderId, search.extensions)}
    ORDER BY e.is_folder DESC, ${field[search.sort]} ${dir}, e.name, e.id LIMIT ${search.size} OFFSET ${search.page * search.size}`.execute(
    db,
  );
  if (rows.length < search.size && (rows.length > 0 || search.page === 0))
    return { records: rows, total: search.page * search.size + rows.length };
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM file_entry WHERE ${childrenOf(shareId, folderId, search.extensions)}`.execute(
    db,
  );
  return { records: rows, total: counted[0]?.total ?? 0 };
}

/** Most hits of one search; more of them help nobody. */
const MOST_FOUND = 1_000;

/**
 * Entries anywhere below a share whose names or texts hold every word; by name, those with a hit in
 * the name first.
 */
export async function selectMatching(
  tx: ReadTx,
  shareId: string,
  wanted: { words: readonly string[]; forms: string },
  search: {
    sort: "name" | "lastModified" | "size";
    dir: "ASC" | "DESC";
    page: number;
    size: number;
  },
): Promise<{ records: PlacedEntry[]; total: number }> {
  const field = { name: sql`in_name DESC, name`, lastModified: sql`modified_at`, size: sql`size` }[
    search.sort
  ];
  const { rows } = await sql<PlacedEntry & { total: number }>`
    WITH found AS MATERIALIZED (
      SELECT id, bool_or(in_name) AS in_name FROM search_files(${shareId}::uuid, ${wanted.words}::text[], ${wanted.forms}, ${MOST_FOUND}) GROUP BY id
    ), hit AS (
      SELECT ${entryColumns("e")}, place.path, found.in_name FROM found JOIN file_entry e ON e.id = found.id CROSS JOIN ${pathOf("e")}
      WHERE e.share_id = ${shareId} AND e.deleted_at IS NULL AND NOT place.gone
    )
    SELECT *, (count(*) OVER ())::int AS total FROM hit
    ORDER BY ${field} ${search.dir === "ASC" ? sql`ASC` : sql`DESC`} NULLS LAST, path LIMIT ${search.size} OFFSET ${search.page * search.size}`.execute(
    sqlOf(tx),
  );
  return { records: rows, total: rows[0]?.total ?? 0 };
}

/** The newest files of some shares; what lies below a deleted folder is passed over. */
export async function selectNewest(
  tx: ReadTx,
  shareIds: readonly string[],
  limit: number,
): Promise<
  (PlacedEntry & { share_id: string; share_name: string; share_kind: "DOCUMENTS" | "IMAGES" })[]
> {
  const { rows } = await sql<
    PlacedEntry & { share_id: string; share_name: string; share_kind: "DOCUMENTS" | "IMAGES" }
  >`
    SELECT newest.*, share.id AS share_id, share.name AS share_name, share.kind AS share_kind
    FROM file_share share CROSS JOIN LATERAL (
      SELECT ${entryColumns("e")}, e.added_at, place.path FROM file_entry e CROSS JOIN ${pathOf("e")}
      WHERE e.tenant_id = share.tenant_id AND e.share_id = share.id AND e.deleted_at IS NULL AND NOT e.is_folder AND NOT place.gone
      ORDER BY e.added_at DESC LIMIT ${limit}
    ) newest
    WHERE share.id = ANY(${shareIds}::uuid[])
    ORDER BY newest.added_at DESC, newest.id DESC LIMIT ${limit}`.execute(sqlOf(tx));
  return rows;
}

export interface NewEntry {
  shareId: string;
  parentId: string;
  name: string;
  isFolder: boolean;
}

/** Lower case, without the dot; empty when the name has none. */
function extensionOf(name: string): string {
  return /[^.]\.([^.\s]{1,20})$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

/** Makes a folder; undefined when the name is taken by now. */
export async function insertFolder(
  tx: WriteTx,
  shareId: string,
  parentId: string,
  name: string,
): Promise<EntryRecord | undefined> {
  const { rows } = await sql<EntryRecord>`
    INSERT INTO file_entry AS e (share_id, parent_id, name, is_folder, modified_by, modified_by_name)
    VALUES (${shareId}, ${parentId}, ${name}, true, ${tx.actor.userId}, ${tx.actor.name})
    ON CONFLICT (tenant_id, parent_id, name) WHERE deleted_at IS NULL DO NOTHING RETURNING ${entryColumns("e")}`.execute(
    sqlOf(tx),
  );
  return rows[0];
}

/** What a version of a file is made of. */
export interface NewContent {
  blobKey: string;
  size: number;
  sha256: string;
  contentType: string;
  subtype: Subtype;
  modifiedAt: Date;
}

/** Makes a file with its first version; undefined when the name is taken by now. */
export async function insertFile(
  tx: WriteTx,
  shareId: string,
  parentId: string,
  name: string,
  content: NewContent,
): Promise<EntryRecord | undefined> {
  const { rows } = await sql<EntryRecord>`
    WITH made AS (
      INSERT INTO file_entry AS e (share_id, parent_id, name, is_folder, extension, version, content_type, subtype, size, sha256, modified_at, modified_by, modified_by_name)
      VALUES (${shareId}, ${parentId}, ${name}, false, ${extensionOf(name)}, 1, ${content.contentType}, ${content.subtype}, ${content.size}, ${content.sha256},
        ${content.modifiedAt}, ${tx.actor.userId}, ${tx.actor.name})
      ON CONFLICT (tenant_id, parent_id, name) WHERE deleted_at IS NULL DO NOTHING RETURNING e.*
    ), version AS (
      INSERT INTO file_version (entry_id, version, blob_key, size, sha256, content_type, subtype, modified_at, modified_by, modified_by_name)
      SELECT id, 1, ${content.blobKey}, size, sha256, content_type, subtype, modified_at, modified_by, modified_by_name FROM made
    ) SELECT ${entryColumns("made")} FROM made`.execute(sqlOf(tx));
  return rows[0];
}

/** Makes these bytes the file's current version; the ones before stay. */
export async function insertVersion(
  tx: WriteTx,
  entryId: string,
  content: NewContent,
): Promise<EntryRecord> {
  const db = sqlOf(tx);
  const { rows } = await sql<EntryRecord>`
    UPDATE file_entry AS e SET version = version + 1, content_type = ${content.contentType}, subtype = ${content.subtype}, size = ${content.size},
      sha256 = ${content.sha256}, modified_at = ${content.modifiedAt}, modified_by = ${tx.actor.userId}, modified_by_name = ${tx.actor.name},
      taken_at = NULL, has_thumbnail = false, added_at = now()
    WHERE e.id = ${entryId} RETURNING ${entryColumns("e")}`.execute(db);
  const [entry] = rows;
  if (entry === undefined) throw new Error("the file vanished under its lock");
  await sql`
    INSERT INTO file_version (entry_id, version, blob_key, size, sha256, content_type, subtype, modified_at, modified_by, modified_by_name)
    VALUES (${entryId}, ${entry.version}, ${content.blobKey}, ${content.size}, ${content.sha256}, ${content.contentType}, ${content.subtype},
      ${content.modifiedAt}, ${tx.actor.userId}, ${tx.actor.name})`.execute(db);
  return entry;
}

/** Names in a folder that are `stem (number)ending`, for finding one that is free. */
export async function selectNumbered(
  tx: ReadTx,
  parentId: string,
  stem: string,
  ending: string,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM file_entry WHERE parent_id = ${parentId} AND deleted_at IS NULL
      AND starts_with(name COLLATE "default", ${`${stem} (`}) AND right(name, ${ending.length + 1}::int) = ${`)${ending}`}`.execute(
    sqlOf(tx),
  );
  return rows.map(({ name }) => name);
}

/**
 * Puts an entry elsewhere or gives it another name; what is below it comes along. False when the
 * name is taken.
 */
export async function updatePlace(
  tx: WriteTx,
  id: string,
  parentId: string,
  name: string,
): Promise<void> {
  await sql`UPDATE file_entry SET parent_id = ${parentId}, name = ${name}, extension = CASE WHEN is_folder THEN '' ELSE ${extensionOf(name)} END WHERE id = ${id}`.execute(
    sqlOf(tx),
  );
}

/**
 * How deep and how long the paths of folders below a folder get, itself not counted; bytes with
 * their slashes.
 */
export async function selectReach(
  tx: ReadTx,
  folderId: string,
): Promise<{ depth: number; bytes: number }> {
  const { rows } = await sql<{ depth: number; bytes: number }>`
    WITH RECURSIVE below AS (
      SELECT id, 0 AS depth, 0 AS bytes FROM file_entry WHERE id = ${folderId}
      UNION ALL
      SELECT child.id, below.depth + 1, below.bytes + 1 + octet_length(child.name) FROM below
        JOIN file_entry child ON child.parent_id = below.id AND child.is_folder AND child.deleted_at IS NULL
    ) SELECT max(depth)::int AS depth, max(bytes)::int AS bytes FROM below`.execute(sqlOf(tx));
  return rows[0] ?? { depth: 0, bytes: 0 };
}

/**
 * All of a share that is not itself in the trash: its folders, and for each folder the files in it.
 */
export interface TreeTexts {
  /** In German order within each parent; `entry` is a JSON object. */
  folders: { id: string; parent_id: string; name: string; entry: string }[];
  /** JSON objects in German order, joined by commas. */
  files: { parent_id: string; entries: string }[];
}

/**
 * Stands in the texts of a tree for the path of the folder, as JSON escapes it, with a slash at its
 * end. Occurs in no JSON.
 */
export const FOLDER_PATH = "\u0001";

/** `can` of a file, which is one's own or somebody else's, and of a folder, as JSON. */
export interface TreeRights {
  userId: string;
  own: string;
  others: string;
  folder: string;
}

/**
 * The tree of a share, of its files only those with one of the extensions (`null`: all). The texts
 * are made here because turning 100,000 rows into objects and back into text takes the server a
 * second.
 */
export async function selectTree(
  tx: ReadTx,
  shareId: string,
  extensions: readonly string[] | null,
  rights: TreeRights,
): Promise<TreeTexts> {
  const time = (column: string) =>
    sql`'"' || to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`;
  const entry = (can: ReturnType<typeof sql>) => sql<string>`
    concat('{"id":"', id, '","name":', to_json(name), ',"path":"', ${FOLDER_PATH}::text, substr(to_json(name)::text, 2),
      ',"type":', CASE WHEN is_folder THEN '"FOLDER"' ELSE concat('"FILE","subtype":"', subtype, '"') END,
      ',"contentType":', coalesce(to_json(content_type)::text, 'null'), ',"size":', coalesce(size::text, 'null'), ',"lastModified":', ${time("modified_at")},
      ',"modifiedBy":', CASE WHEN modified_by_name IS NULL THEN 'null'
        ELSE concat('{"id":', coalesce(to_json(modified_by)::text, 'null'), ',"name":', to_json(modified_by_name), '}') END,
      ',"sha256":', coalesce(to_json(sha256)::text, 'null'), ',"takenAt":', coalesce(${time("taken_at")}, 'null'),
      ',"version":', coalesce(version::text, 'null'), ',"hasThumbnail":', has_thumbnail::text, ',"can":', ${can}, '}')`;
  const ofFile = sql`CASE WHEN modified_by = ${rights.userId} THEN ${rights.own}::text ELSE ${rights.others}::text END`;
  const db = sqlOf(tx);
  const [folders, files] = await Promise.all([
    sql<TreeTexts["folders"][number]>`
      SELECT id, parent_id, name, ${entry(sql`${rights.folder}::text`)} AS entry FROM file_entry
      WHERE share_id = ${shareId} AND deleted_at IS NULL AND is_folder AND parent_id IS NOT NULL ORDER BY parent_id, name, id`.execute(
      db,
    ),
    sql<TreeTexts["files"][number]>`
      SELECT parent_id, string_agg(${entry(ofFile)}, ',' ORDER BY name, id) AS entries FROM file_entry
      WHERE share_id = ${shareId} AND deleted_at IS NULL AND NOT is_folder AND (${extensions}::text[] IS NULL OR extension = ANY(${extensions}::text[]))
      GROUP BY parent_id`.execute(db),
  ]);
  return { folders: folders.rows, files: files.rows };
}

/** One thing in a ZIP; its path has been checked when it came in. */
export interface ZipItem {
  path: string;
  is_folder: boolean;
  blob_key: string | null;
  position_spans: Span[] | null;
  content_type: string | null;
  modified_at: Date;
}

/**
 * Files and folders below some entries (they themselves too) with paths from there on, for a ZIP.
 */
export async function selectForZip(tx: ReadTx, ids: readonly string[]): Promise<ZipItem[]> {
  const { rows } = await sql<ZipItem>`
    WITH RECURSIVE below AS (
      SELECT id, name::text AS path, is_folder, version, content_type, modified_at FROM file_entry WHERE id = ANY(${ids}::uuid[]) AND deleted_at IS NULL
      UNION ALL
      SELECT child.id, below.path || '/' || child.name, child.is_folder, child.version, child.content_type, child.modified_at
      FROM below JOIN file_entry child ON child.parent_id = below.id AND child.deleted_at IS NULL
    )
    SELECT below.path, below.is_folder, v.blob_key, v.position_spans, below.content_type, below.modified_at
    FROM below LEFT JOIN file_version v ON v.entry_id = below.id AND v.version = below.version
    ORDER BY below.path COLLATE german`.execute(sqlOf(tx));
  return rows;
}

/** Living children of a folder with these names. */
export async function selectChildIds(
  tx: ReadTx,
  folderId: string,
  names: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM file_entry WHERE parent_id = ${folderId} AND deleted_at IS NULL AND (${names}::text[] IS NULL OR name = ANY(${names}::text[]))`.execute(
    sqlOf(tx),
  );
  return rows.map(({ id }) => id);
}
