/**
 * `npm run statements`: whether every SQL text of the product is run by the tests, on the schema
 * that the migrations make; a renamed column fails here even where only a rare branch names it.
 * Runs the unit tests (`--recorded`: takes their last run), reads what
 * `platform/server/testing/record-statements.ts` wrote meanwhile, and the `sql` templates of the
 * sources with the parser that Vite brings.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { parseSync, Visitor } from "vite";
import { ensureInstalled, packageProgram, projectNode, root, run } from "./toolchain.mjs";

const RECORDED = join(root, "test-results", "statements");
const FOLDERS = ["apps", "modules", "platform"];

if (!process.argv.includes("--recorded")) {
  await ensureInstalled();
  rmSync(RECORDED, { recursive: true, force: true });
  mkdirSync(RECORDED, { recursive: true });
  await run(projectNode(), [packageProgram("vitest"), "run", "--project", "unit"], {
    env: { ...process.env, NODE_ENV: "test", RECORDED_STATEMENTS: RECORDED },
  });
}

const records = readdirSync(RECORDED).flatMap((name) =>
  readFileSync(join(RECORDED, name), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line)),
);
const proven = new Set(
  records.filter(({ reason }) => reason === undefined).flatMap(({ templates }) => templates),
);
const templates = FOLDERS.flatMap((folder) => sourcesBelow(join(root, folder))).flatMap(
  templatesOf,
);
const unproven = templates.filter(({ text }) => !proven.has(text));
const refused = records.filter(({ reason }) => reason !== undefined);

for (const { place, text } of unproven)
  console.error(`${place}: no test has the database run ${shortened(text)}${reasonOf(text)}`);
console.log(
  unproven.length === 0
    ? `All ${templates.length} SQL templates have been run by the database.`
    : `\n${unproven.length} of ${templates.length} SQL templates have not been run.`,
);
process.exitCode = unproven.length === 0 ? 0 : 1;

/** Why the database refused the statements that a template is part of. */
function reasonOf(text) {
  const reason = refused.find((record) => record.templates.includes(text))?.reason;
  return reason === undefined ? "" : `\n  ${reason}`;
}

function templatesOf(file) {
  const source = readFileSync(join(root, file), "utf8");
  if (!source.includes('from "kysely"')) return [];
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const found = [];
  new Visitor({
    TaggedTemplateExpression({ tag, quasi, start }) {
      if (tag.type !== "Identifier" || tag.name !== "sql") return;
      const text = quasi.quasis.map(({ value }) => value.cooked).join("${}");
      found.push({ place: `${file}:${source.slice(0, start).split("\n").length}`, text });
    },
  }).visit(program);
  return found;
}

function shortened(text) {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 100 ? line : `${line.slice(0, 99)}…`;
}

function sourcesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".ts") && !/(\.test|\btesting[\w-]*)\.ts$/.test(name))
    .map((name) => relative(root, join(folder, name)).split(sep).join("/"))
    .sort();
}
