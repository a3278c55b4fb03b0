import type pg from "pg";
import { fingerprint, type SqlFile } from "./schema-files.ts";
import { BASELINE, currentNames, FORMER } from "./former-migrations.ts";

/**
 * What a database says of itself: which migrations made it, and which texts of functions it has,
 * and which versions of the program have started on it. The tables are outside of the schemas that the migrations make.
 */
export async function prepareRecords(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS operations_migrations;
    CREATE TABLE IF NOT EXISTS operations_migrations.migration (
      id serial PRIMARY KEY,
      name varchar(255) NOT NULL,
      run_on timestamp NOT NULL
    );
    CREATE TABLE IF NOT EXISTS operations_migrations.applied_file (
      name text PRIMARY KEY,
      sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE IF NOT EXISTS operations_migrations.program (
      version text PRIMARY KEY,
      first_started_at timestamptz NOT NULL DEFAULT now()
    )`);
}

/**
 * Returns the newest version of the program that has ever started on the database; none where only
 * such have that did not note it.
 */
export async function newestVersion(client: pg.Client): Promise<string | undefined> {
  const { rows: known } = await client.query<{ known: boolean }>(
    "SELECT to_regclass('operations_migrations.program') IS NOT NULL AS known",
  );
  if (known[0]?.known !== true) return undefined;
  const { rows } = await client.query<{ version: string }>(
    "SELECT version FROM operations_migrations.program",
  );
  return rows
    .map(({ version }) => version)
    .toSorted(compareVersions)
    .at(-1);
}

export async function recordVersion(client: pg.Client, version: string): Promise<void> {
  await client.query(
    "INSERT INTO operations_migrations.program (version) VALUES ($1) ON CONFLICT DO NOTHING",
    [version],
  );
}

/** Orders versions as semver.org does: 0.9.0 before 0.10.0-rc.1, and that before 0.10.0. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  const byNumbers = inOrder(a.numbers, b.numbers);
  if (byNumbers !== 0) return byNumbers;
  if (a.preRelease === "" || b.preRelease === "")
    return Number(a.preRelease === "") - Number(b.preRelease === "");
  return inOrder(a.preRelease, b.preRelease);
}

/** What stands behind a plus names a build, and orders nothing. */
function partsOf(version: string): { numbers: string; preRelease: string } {
  const [, numbers = "", preRelease = ""] = /^([^-+]*)(?:-([^+]*))?/.exec(version) ?? [];
  return { numbers, preRelease };
}

function inOrder(one: string, other: string): number {
  return one.localeCompare(other, "en", { numeric: true });
}

/** Returns the names of the migrations that made the schema, in order; none without a schema. */
export async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows: known } = await client.query<{ known: boolean }>(
    "SELECT to_regclass('operations_migrations.migration') IS NOT NULL AS known",
  );
  if (known[0]?.known !== true) return [];
  const { rows } = await client.query<{ name: string }>(
    "SELECT name FROM operations_migrations.migration ORDER BY run_on, id",
  );
  return currentNames(rows.map(({ name }) => name));
}

export async function recordMigration(client: pg.Client, name: string): Promise<void> {
  await client.query(
    "INSERT INTO operations_migrations.migration (name, run_on) VALUES ($1, now())",
    [name],
  );
}

/** Puts the baseline in the place of the migrations that it replaces, where they were applied. */
export async function adoptBaseline(client: pg.Client): Promise<void> {
  const [first, ...others] = FORMER;
  await client.query("UPDATE operations_migrations.migration SET name = $1 WHERE name = $2", [
    BASELINE,
    first,
  ]);
  await client.query("DELETE FROM operations_migrations.migration WHERE name = ANY ($1)", [others]);
}

/** Returns those of the files whose text is not the one that was applied last. */
export async function changedFiles(
  client: pg.Client,
  files: readonly SqlFile[],
): Promise<SqlFile[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    "SELECT name, sha256 FROM operations_migrations.applied_file",
  );
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  return files.filter((file) => applied.get(file.name) !== fingerprint(file));
}

export async function recordFile(client: pg.Client, file: SqlFile): Promise<void> {
  await client.query(
    `INSERT INTO operations_migrations.applied_file (name, sha256) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET sha256 = EXCLUDED.sha256, applied_at = now()`,
    [file.name, fingerprint(file)],
  );
}

/** A file that comes back under its old name is applied, whatever it said before. */
export async function forgetMissingFiles(
  client: pg.Client,
  files: readonly SqlFile[],
): Promise<void> {
  await client.query("DELETE FROM operations_migrations.applied_file WHERE name <> ALL ($1)", [
    files.map(({ name }) => name),
  ]);
}
