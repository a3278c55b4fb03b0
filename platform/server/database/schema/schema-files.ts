import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { BASELINE } from "./former-migrations.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "..", "..", "db");

/** One file of SQL; its name is its path within its folder, without the ending. */
export interface SqlFile {
  name: string;
  sql: string;
}

/** A step that happens to a database once. */
export interface Migration {
  name: string;
  files: SqlFile[];
}

/** What `db/` holds, each part in the order in which it is applied. */
export interface SchemaFiles {
  /** What tables stand on; before the migrations, and anew when a file changed. */
  foundation: SqlFile[];
  /** The baseline of an empty database, then what came after it. */
  migrations: Migration[];
  /** Functions and triggers in their last form; after the migrations, anew when a file changed. */
  functions: SqlFile[];
}

export async function readSchemaFiles(folder = FOLDER): Promise<SchemaFiles> {
  const [foundation, baseline, later, functions] = await Promise.all(
    ["foundation", "baseline", "migrations", "functions"].map((part) => sqlFiles(folder, part)),
  );
  return {
    foundation: foundation ?? [],
    migrations: [
      { name: BASELINE, files: baseline ?? [] },
      ...(later ?? []).map((file) => ({ name: migrationName(file), files: [file] })),
    ],
    functions: functions ?? [],
  };
}

/** Returns the files of a folder and those below it; numbers at their beginning give the order. */
async function sqlFiles(folder: string, part: string): Promise<SqlFile[]> {
  const paths = await readdir(join(folder, part), { recursive: true });
  return Promise.all(
    paths
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => path.endsWith(".sql"))
      .toSorted()
      .map(async (path) => ({
        name: `${part}/${path.replace(/\.sql$/, "")}`,
        sql: await readFile(join(folder, part, path), "utf8"),
      })),
  );
}

/** Tables of migrations name them without their folder. */
function migrationName({ name }: SqlFile): string {
  return name.replace(/^.*\//, "");
}

/** Returns what tells one text of a file from another. */
export function fingerprint({ sql }: SqlFile): string {
  return createHash("sha256").update(sql).digest("hex");
}
