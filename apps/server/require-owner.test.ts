import { execFile, execFileSync } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EnvironmentError } from "#platform/server/environment.ts";
import { commandTable } from "./commands/command-table.ts";
import { requireOwner, requireOwnerToServe } from "./require-owner.ts";

const isRoot = process.getuid?.() === 0;
const NOBODY = isRoot ? Number(execFileSync("id", ["-u", "nobody"]).toString()) : 65_534;
const SERVER = import.meta.dirname;

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "owner-"));
  dataDir = join(folder, "data");
  await mkdir(join(dataDir, "files"), { recursive: true });
  await mkdir(join(dataDir, "postgres"));
  await writeFile(join(dataDir, "secret"), "s".repeat(40), { mode: 0o600 });
  await writeFile(join(dataDir, "postgres", "PG_VERSION"), "18");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Path → its owner, of everything in the folder. */
async function owners(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const name of [".", ...(await readdir(folder, { recursive: true }))])
    found[name] = (await stat(join(folder, name))).uid;
  return found;
}

async function giveTo(uid: number): Promise<void> {
  for (const name of [".", ...(await readdir(folder, { recursive: true }))])
    await chown(join(folder, name), uid, uid);
}

interface Ended {
  code: number;
  output: string;
}

/** Runs a program of the product as the one who runs the tests. */
function ran(file: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(SERVER, file), ...args],
      { env: { DATA_DIR: dataDir, PATH: process.env["PATH"], PORT: "1" } },
      (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

describe.skipIf(!isRoot)("root in the folder of an ordinary user", () => {
  const LINE =
    /^Der Ordner \S+ gehört dem Benutzer „nobody“\. Bitte rufen Sie dies als dieser auf, zum Beispiel mit: sudo -u nobody … Es wurde nichts verändert\.\n$/;
  /** What each command has to be given. */
  const GIVEN: Record<string, string[]> = {
    backup: ["backup.tar.zst"],
    restore: ["backup.tar.zst"],
    "tenant export": ["alpha", "alpha.tar.zst"],
    "tenant import": ["alpha.tar.zst"],
    "tenant delete": ["alpha", "--yes"],
  };

  test.each(commandTable.map(({ name, parameters }) => [name, parameters.length] as const))(
    "%s is told whose it is, and changes nothing",
    async (name, count) => {
      await giveTo(NOBODY);
      const before = await owners();
      const args = GIVEN[name] ?? ["alpha", "vorstand@example.org", "x"].slice(0, count);
      const { code, output } = await ran("cli.ts", [...name.split(" "), ...args]);
      expect(output).toMatch(LINE);
      expect(code).toBe(1);
      expect(await owners()).toEqual(before);
    },
  );

  test("does not serve from it either", async () => {
    await giveTo(NOBODY);
    const before = await owners();
    const { code, output } = await ran("main.ts", []);
    expect([code, output]).toEqual([1, expect.stringMatching(LINE)]);
    expect(await owners()).toEqual(before);
  });

  test("makes nothing in one that is still empty by a command, while the server may begin there", async () => {
    await rm(join(dataDir, "secret"));
    await rm(join(dataDir, "files"), { recursive: true });
    await giveTo(NOBODY);
    await expect(requireOwner({ dataDir })).rejects.toThrow(EnvironmentError);
    await expect(requireOwnerToServe({ dataDir })).resolves.toBeUndefined();
  });

  test("goes on where root made it, though PostgreSQL's files are its own account's", async () => {
    await chown(join(dataDir, "postgres"), NOBODY, NOBODY);
    await expect(requireOwner({ dataDir })).resolves.toBeUndefined();
    await expect(requireOwnerToServe({ dataDir })).resolves.toBeUndefined();
  });
});

describe.skipIf(!isRoot)("an ordinary user in the folder of root", () => {
  /** What a process says that has become nobody after it was loaded. */
  const asNobody = (check: string) =>
    execFileSync(process.execPath, [
      "--input-type=module",
      "-e",
      `const { ${check} } = await import(${JSON.stringify(join(SERVER, "require-owner.ts"))});
       process.setgroups([]); process.setgid(${NOBODY}); process.setuid(${NOBODY});
       await ${check}({ dataDir: ${JSON.stringify(dataDir)} }).then(
         () => console.log("goes on"), (error) => console.log(error.message));`,
    ]).toString();

  test.each(["requireOwner", "requireOwnerToServe"])("is told whose it is: %s", async (check) => {
    await chmod(folder, 0o755);
    expect(asNobody(check)).toBe(
      `Auf ${dataDir}/secret dürfen Sie als „nobody“ nicht zugreifen. Der Ordner gehört „root“. Bitte rufen Sie dies als der Benutzer auf, unter dem der Server läuft. Es wurde nichts verändert.\n`,
    );
    await giveTo(NOBODY);
    expect(asNobody(check)).toBe("goes on\n");
  });
});

test("nobody is kept from a folder of their own, nor from one that is not there yet", async () => {
  for (const place of [dataDir, join(folder, "later")]) {
    await expect(requireOwner({ dataDir: place })).resolves.toBeUndefined();
    await expect(requireOwnerToServe({ dataDir: place })).resolves.toBeUndefined();
  }
});
