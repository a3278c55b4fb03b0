import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database.ts";
import { pathOf } from "./entry-queries.ts";

type Tables = Record<never, never>;

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
    WHERE v.modified_by = ${memberId} ORDER BY share.name, place.path COLLATE german, v.version`.execute(sqlOf<Tables>(tx));
  return rows;
}

/** The files stay the club's; who uploaded or deleted them is no longer said. */
export async function forgetUploader(tx: WriteTx, memberId: string): Promise<void> {
  const db = sqlOf<Tables>(tx);
  await sql`UPDATE file_version SET modified_by = NULL, modified_by_name = NULL WHERE modified_by = ${memberId}`.execute(db);
  await sql`UPDATE file_entry SET modified_by = NULL, modified_by_name = NULL WHERE modified_by = ${memberId}`.execute(db);
  await sql`UPDATE file_entry SET deleted_by = NULL, deleted_by_name = NULL WHERE deleted_by = ${memberId}`.execute(db);
}
