import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import { ANONYMISED_NAME } from "#modules/members/server/public.ts";
import { releaseBlobs } from "#platform/server/blobs/blob-queries.ts";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { Row, RowChange, Tables } from "#platform/server/database/tables.ts";

/** A row that means a person, with the run that it came with. */
export type ImportOfPerson = Awaited<ReturnType<typeof selectImportsOf>>[number];

export async function selectImportsOf(tx: ReadTx, memberId: string) {
  return sqlOf(tx)
    .selectFrom("import_row as w")
    .innerJoin("import_run as r", (join) =>
      join.onRef("r.tenant_id", "=", "w.tenant_id").onRef("r.id", "=", "w.run_id"),
    )
    .select(["r.source_name", "r.file_name", "r.started_at", "r.applied_at", "r.blob_key"])
    .select(["r.detected", "r.rules", "r.columns", "r.entries", "w.number", "w.line", "w.given"])
    .where((eb) => means(eb, memberId))
    .where("w.line", "is not", null)
    .orderBy("r.started_at")
    .execute();
}

/** Runs that a person started or applied. */
export async function selectImportsBy(tx: ReadTx, memberId: string) {
  return sqlOf(tx)
    .selectFrom("import_run")
    .select(["source_name", "file_name", "started_at"])
    .select(({ ref }) => [
      sql<boolean>`coalesce(${ref("actor_id")} = ${memberId}, false)`.as("started"),
      sql<boolean>`coalesce(${ref("applied_by")} = ${memberId}, false)`.as("applied"),
    ])
    .where(({ eb, or }) => or([eb("actor_id", "=", memberId), eb("applied_by", "=", memberId)]))
    .orderBy("started_at")
    .execute();
}

/** Sources whose last file named a person, and sources that run with the person's rights. */
export async function selectSourcesOf(
  tx: ReadTx,
  memberId: string,
): Promise<{ name: string; holds: boolean; responsible: boolean }[]> {
  return sqlOf(tx)
    .selectFrom(({ selectFrom }) =>
      selectFrom("import_source as s")
        .select(({ exists, ref, selectFrom: from }) => [
          "s.name",
          sql<boolean>`${ref("s.responsible_id")} IS NOT DISTINCT FROM ${memberId}`.as(
            "responsible",
          ),
          sql<boolean>`${exists(
            from("import_source_member as m")
              .select("m.member_id")
              .whereRef("m.source_id", "=", "s.id")
              .where("m.member_id", "=", memberId),
          )}`.as("holds"),
        ])
        .as("found"),
    )
    .select(["name", "holds", "responsible"])
    .where(({ or, ref }) => or([ref("holds"), ref("responsible")]))
    .orderBy("name")
    .execute();
}

/**
 * Rows that mean the person go, and with them the files that hold the same; their name goes from
 * what they did themselves. Runs and counts stay.
 */
export async function eraseFromImports(tx: WriteTx, memberId: string): Promise<void> {
  const db = sqlOf(tx);
  await releaseBlobs(tx, await dropFilesWith(tx, memberId));
  await db
    .deleteFrom("import_row as w")
    .where((eb) => means(eb, memberId))
    .execute();
  await db.deleteFrom("import_source_member").where("member_id", "=", memberId).execute();
  await db
    .updateTable("import_source")
    .set({ responsible_id: null })
    .where("responsible_id", "=", memberId)
    .execute();
  await db
    .updateTable("import_run")
    .set({ actor_name: ANONYMISED_NAME })
    .where("actor_id", "=", memberId)
    .execute();
  await db
    .updateTable("import_run")
    .set({ applied_by_name: ANONYMISED_NAME })
    .where("applied_by", "=", memberId)
    .execute();
  await forgetSpared(tx, memberId);
}

/** Gives up the files of runs with a row that means the person; returns their keys. */
async function dropFilesWith(tx: WriteTx, memberId: string): Promise<string[]> {
  const rows = await sqlOf(tx)
    .updateTable("import_run as r")
    .from("import_run as old")
    .set({ blob_key: null })
    .whereRef("old.tenant_id", "=", "r.tenant_id")
    .whereRef("old.id", "=", "r.id")
    .where("old.blob_key", "is not", null)
    .where("r.state", "not in", ["PARSING", "APPLYING"])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("import_row as w")
          .select("w.number")
          .whereRef("w.run_id", "=", "r.id")
          .where((eb) => means(eb, memberId)),
      ),
    )
    .returning("old.blob_key as key")
    .$narrowType<{ key: string }>()
    .execute();
  return rows.map(({ key }) => key);
}

/** Takes the person out of lists of those whom taking an import back has spared. */
async function forgetSpared(tx: WriteTx, memberId: string): Promise<void> {
  type Reverted = NonNullable<RowChange<"import_run">["reverted"]>;
  const isSpared = `$.spared[*] ? (@.recordId == "${memberId}")`;
  await sqlOf(tx)
    .updateTable("import_run")
    .set(({ ref }) => ({
      reverted: sql<Reverted>`jsonb_set(${ref("reverted")}, '{spared}',
        (SELECT coalesce(jsonb_agg(s), '[]')
          FROM jsonb_array_elements(${ref("reverted")} -> 'spared') s
          WHERE s ->> 'recordId' <> ${memberId}::text))`,
    }))
    .where(({ ref }) => sql<boolean>`${ref("reverted")} @? ${isSpared}::jsonpath`)
    .execute();
}

type Imported = Tables & { w: Tables["import_row"] };
type Candidates = Row<"import_row">["candidates"];

/** Whether the row `w` means the person, or may mean them as far as anybody has found out. */
function means(eb: ExpressionBuilder<Imported, "w">, memberId: string) {
  const candidate: RawBuilder<Candidates> = sql`
    jsonb_build_array(jsonb_build_object('id', ${memberId}::text))`;
  return eb.or([
    eb("w.member_id", "=", memberId),
    eb("w.decided_member", "=", memberId),
    eb("w.candidates", "@>", candidate),
  ]);
}
