import type pg from "pg";
import { EnvironmentError } from "../../environment.ts";
import { programVersion } from "../../program-version.ts";
import { appliedMigrations, compareVersions, newestVersion } from "./applied.ts";
import { readSchemaFiles } from "./schema-files.ts";

/**
 * Refuses a database whose tables or functions are not this program's. Two versions may have the
 * same migrations and other functions all the same: those of the version that started last.
 * @param program this program's version
 */
export async function requireVersion(owner: pg.Client, program = programVersion()): Promise<void> {
  const applied = await appliedMigrations(owner);
  const known = (await readSchemaFiles()).migrations.map(({ name }) => name);
  if (applied.length === 0)
    throw new EnvironmentError(
      "In der Datenbank ist noch keine Installation: Sie ist leer oder eine andere gemeint.",
    );
  const newest = await newestVersion(owner);
  const ahead = newest === undefined ? -1 : compareVersions(newest, program);
  if (ahead > 0 || applied.length > known.length) throw newer(newest, program);
  if (ahead < 0 || JSON.stringify(applied) !== JSON.stringify(known)) throw older(newest, program);
}

function newer(version: string | undefined, program: string): EnvironmentError {
  return new EnvironmentError(
    `Die Datenbank gehört zu einer neueren Version von Vereinsheim (${version ?? "unbekannt"}); dieses Programm ist ${program}. Bitte nehmen Sie die neuere. Es wurde nichts verändert.`,
  );
}

function older(version: string | undefined, program: string): EnvironmentError {
  return new EnvironmentError(
    `Die Datenbank ist auf einem früheren Stand (${version ?? "unbekannt"}); dieses Programm ist ${program}. Bitte starten Sie zuerst den Server dieser Version, er bringt sie auf den neuen. Es wurde nichts verändert.`,
  );
}
