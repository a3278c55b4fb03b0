import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";
import { filesBelow, type SourceTree } from "./source-tree.ts";

/** What a module's manifest says about tables (`TableAccess` of platform/server). */
export interface Manifest {
  /** The module's name; `platform` for what is below all modules. */
  owner: string;
  path: string;
  tables: readonly string[];
  offers: readonly string[];
  reads: readonly string[];
}

/** Tables and views of the database. */
export interface Catalogue {
  tables: ReadonlySet<string>;
  views: ReadonlySet<string>;
}

const PLATFORM = "platform/server/platform-tables.ts";
const MODULE = /^modules\/([^/]+)\/server\/module\.ts$/;
const GENERATED = "platform/server/database/tables.generated.ts";

/** Returns the manifests of all modules, and the platform's. */
export function manifestsOf({ sources }: SourceTree): Manifest[] {
  return sources.flatMap(({ path, program }) => {
    const owner = path === PLATFORM ? "platform" : MODULE.exec(path)?.[1];
    if (owner === undefined) return [];
    const lists = { tables: [], offers: [], reads: [] } as Record<string, string[]>;
    new Visitor({
      Property({ key, value }) {
        if (key.type === "Identifier" && value.type === "ArrayExpression")
          lists[key.name]?.push(...stringsIn(value));
      },
    }).visit(program);
    const { tables = [], offers = [], reads = [] } = lists;
    return [{ owner, path, tables, offers, reads }];
  });
}

function stringsIn({ elements }: ESTree.ArrayExpression): string[] {
  return elements.flatMap((element) =>
    element?.type === "Literal" && typeof element.value === "string" ? [element.value] : [],
  );
}

/**
 * Returns what the database holds: the relations that the generated types name (a test compares
 * them with PostgreSQL's catalogue), of which those are views that `db/functions` creates.
 */
export function catalogueOf({ root }: SourceTree): Catalogue {
  const { program } = parseSync(GENERATED, readFileSync(join(root, GENERATED), "utf8"));
  const relations: string[] = [];
  new Visitor({
    TSInterfaceDeclaration({ id, body }) {
      if (id.name !== "CatalogueTables") return;
      for (const member of body.body)
        if (member.type === "TSPropertySignature") relations.push(nameOf(member.key));
    },
  }).visit(program);
  const created = sqlFiles(root, "db/functions").flatMap(({ text }) =>
    [...text.matchAll(/^CREATE OR REPLACE VIEW (\w+)/gm)].map(([, name]) => name),
  );
  const isView = (name: string) => created.includes(name);
  return {
    tables: new Set(relations.filter((name) => !isView(name))),
    views: new Set(relations.filter(isView)),
  };
}

function nameOf(key: ESTree.PropertyKey): string {
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" && typeof key.value === "string" ? key.value : "";
}

export function sqlFiles(root: string, folder: string): { path: string; text: string }[] {
  return filesBelow(root, folder, (name) => name.endsWith(".sql")).map((path) => ({
    path,
    text: readFileSync(join(root, path), "utf8"),
  }));
}
