import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callOf } from "../run-command.ts";
import { commandTable } from "./command-table.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** Says of each file that it is loaded, as Node's own hooks see it. */
const WATCHER = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  import { writeSync } from "node:fs";
  registerHooks({ load(url, context, next) { writeSync(2, "loads " + url + "\\n"); return next(url, context); } });
`)}`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "commands-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a command in a process of its own; returns what it told and which files it loaded. */
function loadedBy(args: readonly string[]): Promise<{ told: string; loaded: string[] }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--import", WATCHER, join(root, "apps", "server", "cli.ts"), ...args],
      { env: { DATA_DIR: folder } },
      (_error, stdout, stderr) => {
        const lines = stderr.split("\n");
        const loaded = lines.flatMap((line) => (/^loads (.*)$/.exec(line) ?? []).slice(1));
        const told = lines.filter((line) => !line.startsWith("loads "));
        resolve({ told: stdout + told.join("\n"), loaded });
      },
    );
  });
}

test.each([
  ["--version", "vereinsheim "],
  ["--help", "vereinsheim tenant create NAME"],
  ["tenant restart", 'Den Befehl "tenant restart" gibt es nicht.'],
  ["tenant list --alle", "Die Angabe „--alle“ gibt es hier nicht."],
  ["tenant list", "ist noch keine Installation"],
  ["check --deep", "ist noch keine Installation"],
])("%s loads nothing that serves clubs", async (line, sentence) => {
  const { told, loaded } = await loadedBy(line.split(" "));
  expect(told).toContain(sentence);
  expect(loaded.some((url) => url.endsWith("/run-command.ts"))).toBe(true);
  const needless = /\/modules\/[^/]+\/|\/node_modules\/(?!zod\/)|\/platform\/server\/database\//;
  expect(loaded.filter((url) => needless.test(url.slice(url.indexOf(root) + root.length)))).toEqual(
    [],
  );
});

test("each command can be loaded, and is told apart by its words", async () => {
  const names = commandTable.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const entry of commandTable)
    expect((await entry.load()).run, entry.name).toBeTypeOf("function");
});

test("docs/operating.md lists all commands as they are called, and no others", async () => {
  const text = await readFile(join(root, "docs", "operating.md"), "utf8");
  const listed = [...text.matchAll(/^\| `(vereinsheim [^`]*)` \| (\S.*) \|$/gm)];
  expect(listed.map(([, call]) => call?.replaceAll("\\|", "|"))).toEqual(commandTable.map(callOf));
});

test("every option of a command is named where it is listed", () => {
  for (const { name, usage = "", options = {} } of commandTable)
    for (const option of Object.keys(options))
      expect(usage, `vereinsheim ${name}`).toContain(`--${option}`);
});
