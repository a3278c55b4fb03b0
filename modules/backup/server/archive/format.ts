import { z } from "zod";
import { Refusal } from "#platform/server/refusal.ts";
import { currentNames } from "#platform/server/database/schema/former-migrations.ts";

/** Raised when older programs could no longer read what newer ones write. */
export const FORMAT = 1;
export const HEADER = "header.json";
export const MANIFEST = "manifest.json";
/** Name under which waiting jobs stand among a tenant's tables. */
export const JOBS = "waiting_jobs";

/** What can be said of every file of ours, whatever its format. */
export const anyHeader = z.looseObject({
  product: z.literal("vereinsheim"),
  format: z.number().int().min(1),
});

/** First in the archive: what has to be known before rows can be read. */
export const archiveHeader = z.strictObject({
  product: z.literal("vereinsheim"),
  format: z.literal(FORMAT),
  /** One club, for another installation; or everything, to be restored. */
  kind: z.enum(["INSTALLATION", "TENANT"]),
  createdAt: z.string(),
  /** Names of the migrations that made the schema, in order; former ones by their name of today. */
  migrations: z.array(z.string()).min(1).transform(currentNames),
  /**
   * The installation's secret where it keeps it itself; a check where the operator keeps it; null
   * for one club.
   */
  secret: z
    .union([z.strictObject({ value: z.string().min(32) }), z.strictObject({ check: z.string() })])
    .nullable(),
  /**
   * In an order in which rows can be inserted; columns as in the rows. The tenant's id is not among
   * them.
   */
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()) })),
  tenants: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
});
export type ArchiveHeader = z.infer<typeof archiveHeader>;

const content = { bytes: z.number().int(), sha256: z.string() };
const rows = z.strictObject({ name: z.string(), rows: z.number().int(), ...content });
const key = z.strictObject({ tenantId: z.string(), key: z.string() });

/** Last in the archive: what must have been read before it. An archive without it is unfinished. */
export const archiveManifest = z.strictObject({
  /** Tables without rows are left out. */
  tenants: z.array(z.strictObject({ id: z.uuid(), tables: z.array(rows) })),
  /** Number, bytes and a checksum over keys, sizes and checksums in the archive's order. */
  blobs: z.strictObject({ count: z.number().int(), ...content }),
  /** Files that were gone or other than their rows said when the archive was made. */
  missing: z.array(key),
  damaged: z.array(key),
});
export type ArchiveManifest = z.infer<typeof archiveManifest>;
export type TableSum = z.infer<typeof rows>;

/**
 * Why an archive, or the place it should go to, will not do: a German sentence for the terminal.
 */
export class BackupRefusal extends Refusal {}

export function rowsName(tenantId: string, table: string): string {
  return `tenants/${tenantId}/${table}`;
}

export function blobName(key: string): string {
  return `blobs/${key}`;
}
