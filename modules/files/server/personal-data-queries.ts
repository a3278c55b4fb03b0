import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { pathOf } from "./entries/entry-queries.ts";

export interface UploadedFile {
  share: string;
  path: string;
  version: number;
  size: number;
  content_type: string;
  modified_at: Date;
  added_at: Date;
  blob_key: string;
}

/** Every version of a file that a member uploaded. */
export async function selectUploadedBy(tx: ReadTx, memberId: string): Promise<UploadedFile[]> {
  const { rows } = await sql<UploadedFile>`
    SELECT share.name AS share, place.path, v.version, v.size::float8 AS size, v.content_type, v.modified_at, v.added_at, v.blob_key
    FROM file_version v JOIN file_entry e ON e.tenant_id = v.tenant_id AND e.id = v.entry_id
      JOIN file_share share ON share.tenant_id = e.tenant_id AND share.id = e.share_id
      CROSS JOIN ${pathOf("e")}
    WHERE v.modified_by = ${memberId} ORDER BY share.name, place.path COLLATE german, v.version`.execute(
    sqlOf(tx),
  );
  return rows;
}

export interface UnfinishedUpload {
  share: string;
  path: string;
  size: number;
  created_at: Date;
}

/** Uploads of a member that have not arrived; they expire after a day. */
export async function selectUnfinishedUploads(
  tx: ReadTx,
  memberId: string,
): Promise<UnfinishedUpload[]> {
  const { rows } = await sql<UnfinishedUpload>`
    SELECT share.name AS share, u.path, u.size::float8 AS size, u.created_at FROM file_upload u
      JOIN file_share share ON share.tenant_id = u.tenant_id AND share.id = u.share_id
    WHERE u.user_id = ${memberId} ORDER BY u.created_at`.execute(sqlOf(tx));
  return rows;
}

/** Files in the trash that a member put there. */
export async function selectTrashedBy(
  tx: ReadTx,
  memberId: string,
): Promise<{ name: string; deleted_at: Date }[]> {
  const { rows } = await sql<{ name: string; deleted_at: Date }>`
    SELECT name, deleted_at FROM file_entry WHERE deleted_by = ${memberId} AND deleted_at IS NOT NULL ORDER BY deleted_at`.execute(
    sqlOf(tx),
  );
  return rows;
}

/** Names of shares by id. */
export async function selectShareNames(tx: ReadTx): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`SELECT id, name FROM file_share`.execute(
    sqlOf(tx),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The files stay the club's; who uploaded or deleted them is no longer said. */
export async function eraseUploader(tx: WriteTx, memberId: string): Promise<void> {
  const db = sqlOf(tx);
  await sql`UPDATE file_version SET modified_by = NULL, modified_by_name = NULL WHERE modified_by = ${memberId}`.execute(
    db,
  );
  await sql`UPDATE file_entry SET modified_by = NULL, modified_by_name = NULL WHERE modified_by = ${memberId}`.execute(
    db,
  );
  await sql`UPDATE file_entry SET deleted_by = NULL, deleted_by_name = NULL WHERE deleted_by = ${memberId}`.execute(
    db,
  );
}
