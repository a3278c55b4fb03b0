import { spawn } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
/** What the product is made of, without what is installed, built or running. */
const FOLDERS = [
  "apps",
  "bench",
  "db",
  "e2e",
  "faults",
  "interop",
  "modules",
  "platform",
  "scripts",
];

export interface Finished {
  code: number | null;
  output: string;
}

/** A copy of the product's sources that may be changed. */
export interface Scratch {
  /** Makes the change: a migration, and a row in the table of a member's fields. */
  addField(migration: string, row: string): Promise<void>;
  /** Reads one of its files. */
  read(file: string): Promise<string>;
  /** Runs a program of the copy under the Node of this process. */
  run(file: string, args?: readonly string[]): Promise<Finished>;
  remove(): Promise<void>;
}

export async function copyOfSources(): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), "vereinsheim-new-field-"));
  const files = (await readdir(ROOT)).filter((name) => /\.(json|ts)$/.test(name));
  await Promise.all(
    [...FOLDERS, ...files].map((name) =>
      cp(join(ROOT, name), join(folder, name), { recursive: true }),
    ),
  );
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return {
    async addField(migration, row) {
      await writeFile(join(folder, "db/migrations/9999_new_field.sql"), migration);
      const table = join(folder, "modules/members/fields.ts");
      const source = await readFile(table, "utf8");
      const end = "\n} as const satisfies Record<string, Field>;";
      if (!source.includes(end)) throw new Error("The table of a member's fields looks different");
      await writeFile(table, source.replace(end, `\n${row}${end}`));
    },
    read: (file) => readFile(join(folder, file), "utf8"),
    run: (file, args = []) => finished(folder, [join(folder, file), ...args]),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function finished(cwd: string, args: readonly string[]): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    const parts: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => parts.push(text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output: parts.join("") }));
  });
}
