import pg from "pg";
import { EnvironmentError } from "../../environment.ts";
import { programVersion } from "../../program-version.ts";
import { ADVISORY_LOCKS } from "../advisory-locks.ts";
import {
  adoptBaseline,
  appliedMigrations,
  changedFiles,
  compareVersions,
  forgetMissingFiles,
  newestVersion,
  prepareRecords,
  recordFile,
  recordMigration,
  recordVersion,
} from "./applied.ts";
import { isBeforeBaseline } from "./former-migrations.ts";
import { openDefiners, ownersIn, type Roles, rolesOf, withRoles, wrongOwners } from "./roles.ts";
import { type Migration, readSchemaFiles, type SchemaFiles, type SqlFile } from "./schema-files.ts";

interface SchemaOptions {
  /** The last migration to apply, for a database that is to get rows of an older version. */
  upTo?: string | undefined;
  /** Instead of those in `db/`. */
  files?: SchemaFiles;
  /** Of this program. */
  version?: string;
}

/**
 * Brings a database's tables and functions to what `db/` says, in one transaction: all of it or
 * nothing. With `upTo` functions wait until the other migrations have been applied too, for they
 * stand on the last tables.
 */
export async function applySchema(
  client: pg.Client,
  { upTo, files, version = programVersion() }: SchemaOptions = {},
): Promise<void> {
  const { foundation, migrations, functions } = files ?? (await readSchemaFiles());
  await inTransaction(client, async () => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [ADVISORY_LOCKS.SCHEMA]);
    await prepareRecords(client);
    const applied = await appliedMigrations(client);
    refuseUnknownState(applied, migrations);
    refuseNewer(applied, migrations, { version, newest: await newestVersion(client) });
    await adoptBaseline(client);
    await recordVersion(client, version);
    const roles = await rolesOf(client);
    await applyChanged(client, foundation, roles);
    const pending = migrations.slice(applied.length, endOf(migrations, upTo));
    for (const migration of pending) await applyMigration(client, migration, roles);
    if (applied.length + pending.length < migrations.length) return;
    await applyChanged(client, functions, roles);
    await protectFunctions(client, [...foundation, ...functions], roles);
    await forgetMissingFiles(client, [...foundation, ...functions]);
  });
}

function endOf(migrations: readonly Migration[], upTo: string | undefined): number {
  return upTo === undefined
    ? migrations.length
    : migrations.findIndex(({ name }) => name === upTo) + 1;
}

/** A database whose migrations are others, or in another order, can't be gone on from. */
function refuseUnknownState(applied: readonly string[], known: readonly Migration[]): void {
  if (isBeforeBaseline(applied)) {
    throw new EnvironmentError(
      `Die Datenbank ist auf einem früheren Stand (${applied.at(-1)}), den diese Version nicht mehr kennt. Bitte starten Sie mit ihr zuerst einmal die letzte Version 0.1.0, die sie auf den Stand 0110_history_of_changed_members bringt. Es wurde nichts verändert.`,
    );
  }
  const index = applied.findIndex((name, at) => at < known.length && known[at]?.name !== name);
  if (index === -1) return;
  throw new EnvironmentError(
    `Die Datenbank gehört zu einer anderen Version: Auf ihr ist ${applied[index]} schon ausgeführt, hier käme zuerst ${known[index]?.name}. Bitte nehmen Sie die Version, die zuletzt mit ihr lief, oder eine neuere. Es wurde nichts verändert.`,
  );
}

/**
 * Older code would put its functions in the place of those that a newer version's processes run on,
 * and knows nothing of what its tables mean.
 */
function refuseNewer(
  applied: readonly string[],
  known: readonly Migration[],
  { version, newest }: { version: string; newest: string | undefined },
): void {
  const isNewer = newest !== undefined && compareVersions(newest, version) > 0;
  if (!isNewer && applied.length <= known.length) return;
  const state = [...(isNewer ? [newest] : []), `Stand ${applied.at(-1)}`].join(", ");
  throw new EnvironmentError(
    `Die Datenbank gehört zu einer neueren Version von Vereinsheim (${state}); dieses Programm ist ${version}, Stand ${known.at(-1)?.name}. Bitte nehmen Sie die neuere. Es wurde nichts verändert.`,
  );
}

async function applyMigration(
  client: pg.Client,
  { name, files }: Migration,
  roles: Roles,
): Promise<void> {
  for (const file of files) await run(client, file, roles);
  await recordMigration(client, name);
}

async function applyChanged(
  client: pg.Client,
  files: readonly SqlFile[],
  roles: Roles,
): Promise<void> {
  for (const file of await changedFiles(client, files)) {
    await run(client, file, roles);
    await recordFile(client, file);
  }
}

/**
 * Gives functions that act with other rights to whom they belong, and to nobody else's use: a restore
 * by other programs may have left them to who restored, and anybody may call a function that is new.
 */
async function protectFunctions(
  client: pg.Client,
  files: readonly SqlFile[],
  roles: Roles,
): Promise<void> {
  for (const { signature, expected } of await wrongOwners(client, ownersIn(files, roles)))
    await client.query(`ALTER FUNCTION ${signature} OWNER TO ${expected}`);
  const callers = Object.values(roles).join(", ");
  for (const signature of await openDefiners(client)) {
    await client.query(`GRANT EXECUTE ON FUNCTION ${signature} TO ${callers}`);
    await client.query(`REVOKE EXECUTE ON FUNCTION ${signature} FROM PUBLIC`);
  }
}

async function run(client: pg.Client, file: SqlFile, roles: Roles): Promise<void> {
  const { name, sql } = file;
  try {
    await client.query(withRoles(file, roles));
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new Error(`db/${name}.sql${lineOf(sql, error.position)}: ${error.message}`, {
      cause: error,
    });
  }
}

function lineOf(sql: string, position: string | undefined): string {
  if (position === undefined) return "";
  return `:${[...sql].slice(0, Number(position)).join("").split("\n").length}`;
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query("BEGIN");
  try {
    await work();
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}
