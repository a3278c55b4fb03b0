import { type AliasedRawBuilder, type RawBuilder, sql } from "kysely";
import { json } from "#platform/server/database/column-types.ts";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { columnsOf } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";
import type { Span } from "./positions.ts";

const COLUMNS = [
  "v.entry_id",
  "v.version",
  "v.blob_key",
  "v.size",
  "v.sha256",
  "v.content_type",
  "v.subtype",
  "v.thumbnail_256",
  "v.thumbnail_1024",
  "v.thumbnail_2048",
  // Where the bytes tell a position; null until the job has looked.
  "v.position_spans",
  "v.modified_at",
  "v.modified_by",
  "v.modified_by_name",
] as const;

type Unqualified<Name> = Name extends `v.${infer Column}` ? Column : never;

/** One content of a file. */
export type VersionRecord = Row<"file_version", Unqualified<(typeof COLUMNS)[number]>>;

/** A version of a file by its number; the current one for null. */
export async function selectVersion(
  tx: ReadTx,
  entryId: string,
  version: number | null,
): Promise<VersionRecord | undefined> {
  return sqlOf(tx)
    .selectFrom("file_entry as e")
    .innerJoin("file_version as v", (join) =>
      join
        .onRef("v.tenant_id", "=", "e.tenant_id")
        .onRef("v.entry_id", "=", "e.id")
        .on(({ eb, ref }) => eb("v.version", "=", version ?? ref("e.version"))),
    )
    .select(COLUMNS)
    .where("e.id", "=", entryId)
    .executeTakeFirst();
}

export async function selectVersions(tx: ReadTx, entryId: string): Promise<VersionRecord[]> {
  return sqlOf(tx)
    .selectFrom("file_version as v")
    .select(COLUMNS)
    .where("v.entry_id", "=", entryId)
    .orderBy("v.version", "desc")
    .execute();
}

/** The keys of all bytes of the version known as `alias`, one a row, null for what it lacks. */
export function keysOfVersion(alias: string): AliasedRawBuilder<{ key: string | null }, "held"> {
  const v = columnsOf("file_version", alias);
  return sql<{ key: string | null }>`
    LATERAL (VALUES (${v("blob_key")}), (${v("thumbnail_256")}), (${v("thumbnail_1024")}),
      (${v("thumbnail_2048")}))`.as<"held">(sql`held (key)`);
}

/** The keys of a version's smaller pictures, smallest first. */
export async function setThumbnails(
  tx: WriteTx,
  entryId: string,
  version: number,
  keys: readonly string[],
): Promise<void> {
  const [small = null, medium = null, large = null] = keys;
  await changeVersion(tx, entryId, version)
    .set({ thumbnail_256: small, thumbnail_1024: medium, thumbnail_2048: large })
    .execute();
  await changeFile(tx, entryId, version).set({ has_thumbnail: true }).execute();
}

export async function setPositionSpans(
  tx: WriteTx,
  entryId: string,
  version: number,
  spans: Span[],
): Promise<void> {
  await changeVersion(tx, entryId, version)
    .set({ position_spans: json(spans) })
    .execute();
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
  const hasOffset = /[+-]\d{2}:\d{2}$/.test(local);
  const instant: RawBuilder<Date> = hasOffset
    ? sql`${local}::timestamptz`
    : sql`${local}::timestamp AT TIME ZONE ${sqlOf(tx).selectFrom("club").select("time_zone")}`;
  await changeVersion(tx, entryId, version).set({ taken_at: instant }).execute();
  await changeFile(tx, entryId, version).set({ taken_at: instant }).execute();
}

function changeVersion(tx: WriteTx, entryId: string, version: number) {
  return sqlOf(tx)
    .updateTable("file_version")
    .where("entry_id", "=", entryId)
    .where("version", "=", version);
}

/** Changes the file, while this version is its current one. */
function changeFile(tx: WriteTx, entryId: string, version: number) {
  return sqlOf(tx)
    .updateTable("file_entry")
    .where("id", "=", entryId)
    .where("version", "=", version);
}
