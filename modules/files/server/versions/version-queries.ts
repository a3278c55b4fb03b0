import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { Subtype } from "../../contract.ts";
import type { Span } from "./positions.ts";

/** One content of a file. */
export interface VersionRecord {
  entry_id: string;
  version: number;
  blob_key: string;
  size: number;
  sha256: string;
  content_type: string;
  subtype: Subtype;
  thumbnail_256: string | null;
  thumbnail_1024: string | null;
  thumbnail_2048: string | null;
  /** Where the bytes tell a position; null until somebody has looked. */
  position_spans: Span[] | null;
  modified_at: Date;
  modified_by: string | null;
  modified_by_name: string | null;
}

const columns = sql`v.entry_id, v.version, v.blob_key, v.size::float8 AS size, v.sha256, v.content_type, v.subtype, v.thumbnail_256, v.thumbnail_1024,
  v.thumbnail_2048, v.position_spans, v.modified_at, v.modified_by, v.modified_by_name`;

/** A version of a file by its number; the current one for null. */
export async function selectVersion(
  tx: ReadTx,
  entryId: string,
  version: number | null,
): Promise<VersionRecord | undefined> {
  const { rows } = await sql<VersionRecord>`
    SELECT ${columns} FROM file_entry e JOIN file_version v ON v.tenant_id = e.tenant_id AND v.entry_id = e.id AND v.version = coalesce(${version}::int, e.version)
    WHERE e.id = ${entryId}`.execute(sqlOf(tx));
  return rows[0];
}

export async function selectVersions(tx: ReadTx, entryId: string): Promise<VersionRecord[]> {
  const { rows } =
    await sql<VersionRecord>`SELECT ${columns} FROM file_version v WHERE v.entry_id = ${entryId} ORDER BY v.version DESC`.execute(
      sqlOf(tx),
    );
  return rows;
}

/** The keys of a version's smaller pictures, smallest first. */
export async function setThumbnails(
  tx: WriteTx,
  entryId: string,
  version: number,
  keys: readonly string[],
): Promise<void> {
  const db = sqlOf(tx);
  const [small, medium, large] = keys;
  await sql`UPDATE file_version SET thumbnail_256 = ${small}, thumbnail_1024 = ${medium}, thumbnail_2048 = ${large}
    WHERE entry_id = ${entryId} AND version = ${version}`.execute(db);
  await sql`UPDATE file_entry SET has_thumbnail = true WHERE id = ${entryId} AND version = ${version}`.execute(
    db,
  );
}

export async function setPositionSpans(
  tx: WriteTx,
  entryId: string,
  version: number,
  spans: readonly Span[],
): Promise<void> {
  await sql`UPDATE file_version SET position_spans = ${JSON.stringify(spans)}::jsonb WHERE entry_id = ${entryId} AND version = ${version}`.execute(
    sqlOf(tx),
  );
}

/**
 * `local` is the camera's clock, with an offset where it knew one; without it the club's time zone
 * counts.
 */
export async function setTakenAt(
  tx: WriteTx,
  entryId: string,
  version: number,
  local: string,
): Promise<void> {
  const db = sqlOf(tx);
  const hasOffset = /[+-]\d{2}:\d{2}$/.test(local);
  const instant = hasOffset
    ? sql`${local}::timestamptz`
    : sql`${local}::timestamp AT TIME ZONE (SELECT time_zone FROM tenant)`;
  await sql`UPDATE file_version SET taken_at = ${instant} WHERE entry_id = ${entryId} AND version = ${version}`.execute(
    db,
  );
  await sql`UPDATE file_entry SET taken_at = ${instant} WHERE id = ${entryId} AND version = ${version}`.execute(
    db,
  );
}
