import { sql } from "kysely";
import { releaseBlobs } from "#platform/server/blobs/blob-queries.ts";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { ANONYMISED_NAME } from "#modules/members/server/public.ts";
import type { RunRecord } from "./runs/run-queries.ts";
import type { FieldValues } from "./stored-values.ts";

export interface ImportOfPerson extends Pick<
  RunRecord,
  "blob_key" | "detected" | "rules" | "columns" | "entries"
> {
  source_name: string;
  file_name: string | null;
  started_at: Date;
  applied_at: Date | null;
  line: number | null;
  number: number;
  given: FieldValues | null;
}

/** Rows that mean the person, or may mean them as far as anybody has found out. */
const rowsOf = (memberId: string) =>
  sql`(w.member_id = ${memberId} OR w.decided_member = ${memberId} OR w.candidates @> jsonb_build_array(jsonb_build_object('id', ${memberId}::text)))`;

export async function selectImportsOf(tx: ReadTx, memberId: string): Promise<ImportOfPerson[]> {
  const { rows } = await sql<ImportOfPerson>`
    SELECT r.source_name, r.file_name, r.started_at, r.applied_at, r.blob_key, r.detected, r.rules, r.columns, r.entries, w.number, w.line, w.given
    FROM import_row w JOIN import_run r ON r.tenant_id = w.tenant_id AND r.id = w.run_id
    WHERE ${rowsOf(memberId)} AND w.line IS NOT NULL ORDER BY r.started_at`.execute(sqlOf(tx));
  return rows;
}

interface ImportsBy {
  source_name: string;
  file_name: string | null;
  started_at: Date;
  started: boolean;
  applied: boolean;
}

/** Runs that a person started or applied. */
export async function selectImportsBy(tx: ReadTx, memberId: string): Promise<ImportsBy[]> {
  const { rows } = await sql<ImportsBy>`
    SELECT source_name, file_name, started_at, coalesce(actor_id = ${memberId}, false) AS started, coalesce(applied_by = ${memberId}, false) AS applied
    FROM import_run WHERE actor_id = ${memberId} OR applied_by = ${memberId} ORDER BY started_at`.execute(
    sqlOf(tx),
  );
  return rows;
}

/** Sources whose last file named a person, and sources that run with the person's rights. */
export async function selectSourcesOf(
  tx: ReadTx,
  memberId: string,
): Promise<{ name: string; holds: boolean; responsible: boolean }[]> {
  const { rows } = await sql<{ name: string; holds: boolean; responsible: boolean }>`
    SELECT name, holds, responsible FROM (
      SELECT s.name, s.responsible_id IS NOT DISTINCT FROM ${memberId} AS responsible,
        EXISTS (SELECT FROM import_source_member m WHERE m.source_id = s.id AND m.member_id = ${memberId}) AS holds
      FROM import_source s) found
    WHERE holds OR responsible ORDER BY name`.execute(sqlOf(tx));
  return rows;
}

/**
 * Rows that mean the person go, and with them the files that hold the same; their name goes from
 * what they did themselves. Runs and counts stay.
 */
export async function eraseFromImports(tx: WriteTx, memberId: string): Promise<void> {
  const db = sqlOf(tx);
  const { rows } = await sql<{ id: string; key: string }>`
    UPDATE import_run r SET blob_key = NULL FROM import_run old
    WHERE old.tenant_id = r.tenant_id AND old.id = r.id AND old.blob_key IS NOT NULL AND r.state NOT IN ('PARSING', 'APPLYING')
      AND EXISTS (SELECT FROM import_row w WHERE w.run_id = r.id AND ${rowsOf(memberId)})
    RETURNING r.id, old.blob_key AS key`.execute(db);
  await releaseBlobs(
    tx,
    rows.map(({ key }) => key),
  );
  await sql`DELETE FROM import_row w WHERE ${rowsOf(memberId)}`.execute(db);
  await sql`DELETE FROM import_source_member WHERE member_id = ${memberId}`.execute(db);
  await sql`UPDATE import_source SET responsible_id = NULL WHERE responsible_id = ${memberId}`.execute(
    db,
  );
  await sql`
    UPDATE import_run SET actor_name = CASE WHEN actor_id = ${memberId} THEN ${ANONYMISED_NAME} ELSE actor_name END,
      applied_by_name = CASE WHEN applied_by = ${memberId} THEN ${ANONYMISED_NAME} ELSE applied_by_name END,
      reverted = CASE WHEN reverted IS NULL THEN NULL ELSE jsonb_set(reverted, '{spared}',
        (SELECT coalesce(jsonb_agg(s), '[]') FROM jsonb_array_elements(reverted -> 'spared') s WHERE s ->> 'recordId' <> ${memberId}::text)) END
    WHERE actor_id = ${memberId} OR applied_by = ${memberId} OR reverted @? ${`$.spared[*] ? (@.recordId == "${memberId}")`}::jsonpath`.execute(
    db,
  );
}
