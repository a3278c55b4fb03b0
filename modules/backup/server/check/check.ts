import { createHash } from "node:crypto";
import type pg from "pg";
import { AppError } from "#platform/server/http/app-error.ts";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { appliedMigrations } from "#platform/server/database/schema/applied.ts";
import { ownersIn, rolesOf, wrongOwners } from "#platform/server/database/schema/roles.ts";
import { readSchemaFiles } from "#platform/server/database/schema/schema-files.ts";
import { blobRows } from "../blob-row-queries.ts";
import { setTenant, listTenants, tenantTables } from "../catalogue-queries.ts";
import {
  brokenReferences,
  references,
  countRowsWithoutTenant,
  seesAllTenants,
  strayReferences,
  textColumns,
  findTablesOutsideTenants,
  findWeakenedTables,
} from "./check-queries.ts";
import { inSnapshot } from "../dump.ts";
import { BackupRefusal } from "../archive/format.ts";
import { unknownBlobs } from "../restore/restore-queries.ts";
import { withCleanupPaused } from "#platform/server/blobs/cleanup-pause-queries.ts";

/**
 * The cleanup runs every ten minutes and leaves what is younger than five: what lies longer has been
 * forgotten.
 */
const SWEPT_AFTER_MS = 30 * 60_000;

/** Deleted with their club by the deletion itself. */
const UNTIED = new Set(["idempotent_answer"]);

interface Plan {
  ownerUrl: string;
  blobs: BlobStore;
  /** Reads every file and compares its checksum, not only its size. */
  deep: boolean;
  /** Hears of each fault, a German sentence. */
  found(sentence: string): void;
}

export interface Checked {
  tenants: number;
  tables: number;
  blobs: number;
  faults: number;
}

/**
 * Compares rows, references and stored files with each other, as they are at one moment. Changes
 * nothing; servers may run.
 */
export async function checkInstallation({ ownerUrl, blobs, deep, found }: Plan): Promise<Checked> {
  const checked: Checked = { tenants: 0, tables: 0, blobs: 0, faults: 0 };
  const fault = (sentence: string) => {
    checked.faults += 1;
    found(sentence);
  };
  await withClient(ownerUrl, (client) =>
    withCleanupPaused(client, () =>
      inSnapshot(client, async () => {
        if ((await appliedMigrations(client)).length === 0)
          throw new BackupRefusal("Hier gibt es nichts zu prüfen: Die Datenbank ist leer.");
        const [tenants, tables] = [await listTenants(client), await tenantTables(client)];
        checked.tables = tables.length;
        for (const name of await findWeakenedTables(client))
          fault(`Tabelle ${name}: Zeilenschutz, Auslöser oder Bedingungen sind abgeschaltet.`);
        for (const name of (await findTablesOutsideTenants(client)).filter(
          (table) => !UNTIED.has(table),
        ))
          fault(`Tabelle ${name}: Nichts bindet ihre Zeilen an einen Verein.`);
        for (const { signature, owner, expected } of await functionsOfOthers(client))
          fault(
            `Funktion ${signature}: Sie gehört „${owner}“ statt „${expected}“ und sieht darum zu viel oder zu wenig. Der nächste Start des Servers stellt das richtig.`,
          );
        if (await seesAllTenants(client)) {
          for (const { name } of tables) {
            const count = await countRowsWithoutTenant(client, name);
            if (count > 0)
              fault(`Tabelle ${name}: ${count} Zeilen gehören zu einem Verein, den es nicht gibt.`);
          }
        }
        const [tied, named] = [await references(client), await textColumns(client)];
        for (const { id, name } of tenants) {
          checked.tenants += 1;
          await setTenant(client, id);
          for (const reference of tied) {
            const count = await brokenReferences(client, id, reference);
            if (count > 0)
              fault(
                `${name}: ${count} Zeilen in ${reference.table} verweisen auf nichts in ${reference.parent} (${reference.name}).`,
              );
          }
          const { lost, unused } = await strayReferences(client, id, named);
          for (const place of lost) fault(`${name}: Diese Datei hat keine Zeile mehr: ${place}.`);
          for (const key of unused)
            fault(
              `${name}: Die Datei ${key} wird von nichts mehr gebraucht und trotzdem behalten.`,
            );
          for await (const row of blobRows(client, id)) {
            // Its bytes are arriving.
            if (row.sha256 === "") continue;
            checked.blobs += 1;
            const problem = await problemOf(blobs, row, deep);
            if (problem !== undefined) fault(`${name}: Die Datei ${row.key} ${problem}.`);
          }
        }
        for await (const key of forgotten(client, blobs))
          fault(
            `Im Dateispeicher liegt ${key}, die zu keinem Verein gehört und nicht aufgeräumt wurde.`,
          );
      }),
    ),
  );
  return checked;
}

async function functionsOfOthers(client: pg.Client) {
  const { foundation, functions } = await readSchemaFiles();
  return wrongOwners(client, ownersIn([...foundation, ...functions], await rolesOf(client)));
}

async function problemOf(
  blobs: BlobStore,
  { key, size, sha256 }: { key: string; size: number; sha256: string },
  deep: boolean,
): Promise<string | undefined> {
  try {
    const stored = await blobs.size(key);
    if (stored === undefined) return "fehlt im Dateispeicher";
    if (stored !== size) return `hat im Dateispeicher ${stored} statt ${size} Bytes`;
    if (!deep) return undefined;
    const hash = createHash("sha256");
    for await (const chunk of await blobs.get(key)) hash.update(chunk as Buffer);
    return hash.digest("hex") === sha256 ? undefined : "hat im Dateispeicher einen anderen Inhalt";
  } catch (error) {
    return error instanceof AppError && error.status === 404
      ? "fehlt im Dateispeicher"
      : "ist im Dateispeicher nicht lesbar";
  }
}

async function* forgotten(client: pg.Client, blobs: BlobStore): AsyncGenerator<string> {
  let keys: string[] = [];
  for await (const key of blobs.keysOlderThan(new Date(Date.now() - SWEPT_AFTER_MS))) {
    keys.push(key);
    if (keys.length < 500) continue;
    yield* await unknownBlobs(client, keys);
    keys = [];
  }
  yield* await unknownBlobs(client, keys);
}
