import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { type ESTree, parseSync } from "vite";

/** What a source imports, from a package or from another source. */
export interface Import {
  /** Path below the root for own files, else as it is written. */
  target: string;
  own: boolean;
  names: readonly (string | null)[];
  typeOnly: boolean;
  /** `import()`: loaded when it is asked for. */
  lazy: boolean;
}

export interface Source {
  /** Below the root, with slashes. */
  path: string;
  text: string;
  program: ESTree.Program;
  imports: readonly Import[];
}

/** The sources that the rules look at, and where other files are. */
export interface SourceTree {
  root: string;
  sources: readonly Source[];
}

const FOLDERS = ["apps", "modules", "platform", "bench", "faults", "interop", "e2e"];
const OWN_NAMES = ["#platform/", "#modules/", "#apps/"];

/** Returns all sources below the root, parsed. */
export function readSourceTree(root: string): SourceTree {
  const paths = FOLDERS.flatMap((folder) =>
    filesBelow(root, folder, (name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts")),
  );
  return { root, sources: paths.map((path) => parsedSource(root, path)) };
}

/** Returns the paths below the root of a folder's files, in order; none when it is not there. */
export function filesBelow(
  root: string,
  folder: string,
  isWanted: (name: string) => boolean,
): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter(isWanted)
    .map((name) => join(folder, name).split(sep).join("/"))
    .sort();
}

function parsedSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  const { program, module, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  const statics = module.staticImports.map(({ moduleRequest, entries }) => ({
    target: moduleRequest.value,
    names: entries.map((entry) => entry.importName.name),
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
    lazy: false,
  }));
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      entry.moduleRequest === null
        ? []
        : [
            {
              target: entry.moduleRequest.value,
              names: [entry.importName.name],
              typeOnly: entry.isType,
              lazy: false,
            },
          ],
    ),
  );
  const dynamics = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const [, target] = /^["'`]([^"'`$]+)["'`]$/.exec(text.slice(start, end)) ?? [];
    return target === undefined ? [] : [{ target, names: [], typeOnly: false, lazy: true }];
  });
  const imports = [...statics, ...exports, ...dynamics].map((entry) => ({
    ...entry,
    ...resolved(root, path, entry.target),
  }));
  return { path, text, program, imports };
}

function resolved(root: string, path: string, target: string): Pick<Import, "own" | "target"> {
  if (OWN_NAMES.some((prefix) => target.startsWith(prefix)))
    return { own: true, target: target.slice(1) };
  if (!target.startsWith(".")) return { own: false, target };
  const found = relative(root, resolve(root, dirname(path), target))
    .split(sep)
    .join("/");
  return { own: !found.startsWith("node_modules/"), target: found };
}
