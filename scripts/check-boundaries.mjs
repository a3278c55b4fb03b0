/**
 * The directions of docs/architecture in a form that fails: apps → modules → platform, modules meet
 * only through public doors, web never reaches into a server, the database driver and SQL stay
 * where they belong, no cycles. Run under the project's Node; reads the imports with the parser
 * that Vite brings.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { parseSync } from "vite";
import { root } from "./toolchain.mjs";

const FOLDERS = ["apps", "modules", "platform", "bench", "faults", "e2e"];
const OWN_NAMES = { "#platform/": "platform", "#modules/": "modules", "#apps/": "apps" };

/** A module knows only those before it, tests apart. A new one is put in its place here. */
const MODULES_FROM_BELOW = [
  "tenants",
  "identity",
  "members",
  "grants",
  "changelog",
  "files",
  "messages",
  "calendars",
  "transfer",
  "event-import",
  "search",
  "dashboard",
  "system",
  "styleguide",
  "backup",
];

const files = FOLDERS.flatMap((folder) => sourcesBelow(join(root, folder)));
const imports = new Map(files.map((file) => [file, importsOf(file)]));
const problems = [...imports].flatMap(([file, list]) =>
  list.flatMap((entry) => problemsOf(file, entry)),
);
problems.push(...files.flatMap(sqlOutsideQueries), ...cycles());

for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0
    ? `${files.length} files keep the directions.`
    : `\n${problems.length} imports against the directions.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Every rule is one line: when it concerns an import, it names what is wrong with it. */
function problemsOf(file, { target, own, names, typeOnly }) {
  const from = placeOf(file);
  const found = [];
  const complain = (rule) => found.push(`${file}: imports ${target}: ${rule}`);
  if (!own) {
    if (target === "pg" && !belowTenants(file) && !isHarness(file))
      complain("the database driver belongs to platform/server");
    // A module's tables.ts names its columns' types; statements are still made elsewhere.
    if (target === "kysely" && !mayHoldSql(file) && !(typeOnly && file.endsWith("/tables.ts")))
      complain("SQL belongs into *queries.ts");
    if (
      from.side === "web" &&
      !isTest(file) &&
      (target.startsWith("node:") || target === "fastify")
    )
      complain("web code runs in the browser");
    if (from.isContract && target !== "zod") complain("contracts import zod and contracts only");
    return found;
  }
  const to = placeOf(target);
  if (names.includes("sqlOf") && !mayHoldSql(file)) complain("SQL belongs into *queries.ts");
  // HTTP tests stand on the whole application, wherever they lie.
  const isTestOfApplication = isTest(file) && target === "apps/server/testing.ts";
  if (from.top === "platform" && to.top !== "platform" && !isTestOfApplication)
    complain("the platform knows no module and no app");
  if (from.top === "modules" && to.top === "apps" && !isTestOfApplication)
    complain("modules know no app");
  if (
    from.top === "modules" &&
    to.top === "modules" &&
    from.module !== to.module &&
    !isDoor(target, file)
  ) {
    complain(
      "another module is reached by its contract.ts, server/public.ts or web/public.ts only",
    );
  }
  if (from.top === "modules" && to.top === "modules" && !isTest(file) && !isBelow(to, from))
    complain(`${to.module} does not lie below ${from.module}`);
  if (from.side === "web" && to.side === "server") complain("web code never imports server code");
  if (from.side === "server" && to.side === "web") complain("server code never imports web code");
  if (from.isContract && !to.isShared) complain("contracts import zod and contracts only");
  if (!["e2e", "bench", "faults"].includes(from.top) && ["e2e", "bench", "faults"].includes(to.top))
    complain("the product never imports its harnesses");
  return found;
}

function isBelow(to, from) {
  const [lower, upper] = [to, from].map(({ module }) => MODULES_FROM_BELOW.indexOf(module));
  return to.module === from.module || (lower !== -1 && lower < upper);
}

function placeOf(file) {
  const [top, second, third] = file.split("/");
  if (top === "modules") {
    const side = third === "web" || third === "server" ? third : undefined;
    // Files beside contract.ts are part of what browser and server share.
    return {
      top,
      module: second,
      side,
      isContract: file.endsWith("/contract.ts"),
      isShared: side === undefined,
    };
  }
  const isContract = top === "platform" && second === "contract";
  return {
    top,
    module: undefined,
    side: second === "web" || second === "server" ? second : undefined,
    isContract: false,
    isShared: isContract,
  };
}

function isDoor(target, from) {
  if (
    /^modules\/[^/]+\/([a-z-]+-)?contract\.ts$/.test(target) ||
    /^modules\/[^/]+\/(server|web)\/public\.tsx?$/.test(target)
  )
    return true;
  return isTest(from) && /^modules\/[^/]+\/(server\/)?testing\.ts$/.test(target);
}

function isTest(file) {
  return (
    /\.test\.tsx?$/.test(file) ||
    file.endsWith("/testing.ts") ||
    /^platform\/(server|web)\/testing\//.test(file)
  );
}

/**
 * What works on the database as a whole: the platform, and backups, which carry all clubs' rows.
 */
function belowTenants(file) {
  return file.startsWith("platform/server/") || file.startsWith("modules/backup/server/");
}

function isHarness(file) {
  return /^(bench|faults|e2e)\//.test(file) || isTest(file);
}

function mayHoldSql(file) {
  return file.endsWith("queries.ts") || belowTenants(file) || isHarness(file);
}

/** SQL in a string would pass the import rules. */
function sqlOutsideQueries(file) {
  if (mayHoldSql(file) || isContractSide(file)) return [];
  const text = readFileSync(join(root, file), "utf8").replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
  const hit = /[`"'](SELECT\s.+\sFROM|INSERT INTO|UPDATE\s+\w+\s+SET|DELETE FROM)\s/.exec(text);
  // `database.queryWithoutTenant` takes its statement as text: the functions it calls are the
  // permitted way
  // without a tenant.
  return hit === null ||
    text.slice(Math.max(0, hit.index - 60), hit.index).includes("queryWithoutTenant")
    ? []
    : [`${file}: SQL belongs into *queries.ts: ${hit[0]}…`];
}

function isContractSide(file) {
  return placeOf(file).side === "web" || placeOf(file).isShared;
}

/** Import cycles that exist at run time; types have no order of loading. */
function cycles() {
  const state = new Map();
  const path = [];
  const found = [];
  const visit = (file) => {
    if (state.get(file) === "done") return;
    if (state.get(file) === "open") {
      found.push(`cycle: ${[...path.slice(path.indexOf(file)), file].join(" → ")}`);
      return;
    }
    state.set(file, "open");
    path.push(file);
    for (const entry of imports.get(file) ?? [])
      if (entry.own && !entry.typeOnly && !entry.lazy && imports.has(entry.target))
        visit(entry.target);
    path.pop();
    state.set(file, "done");
  };
  for (const file of files) visit(file);
  return found;
}

function importsOf(file) {
  const source = readFileSync(join(root, file), "utf8");
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const statics = module.staticImports.map(({ moduleRequest, entries }) => ({
    target: moduleRequest.value,
    names: entries.map((entry) => entry.importName.name),
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
    lazy: false,
  }));
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries
      .filter((entry) => entry.moduleRequest !== null)
      .map((entry) => ({
        target: entry.moduleRequest.value,
        names: [entry.importName.name],
        typeOnly: entry.isType,
        lazy: false,
      })),
  );
  const dynamics = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const literal = /^["'`]([^"'`$]+)["'`]$/.exec(source.slice(start, end));
    return literal === null ? [] : [{ target: literal[1], names: [], typeOnly: false, lazy: true }];
  });
  return [...statics, ...exports, ...dynamics].map((entry) => ({
    ...entry,
    ...resolved(file, entry.target),
  }));
}

function resolved(file, target) {
  const name = Object.keys(OWN_NAMES).find((prefix) => target.startsWith(prefix));
  if (name !== undefined) return { own: true, target: target.slice(1) };
  if (!target.startsWith(".")) return { own: false, target };
  const path = relative(root, resolve(root, dirname(file), target))
    .split(sep)
    .join("/");
  return { own: !path.startsWith("node_modules/"), target: path };
}

function sourcesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"))
    .map((name) => relative(root, join(folder, name)).split(sep).join("/"))
    .sort();
}
