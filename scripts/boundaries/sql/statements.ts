import { type ESTree, Visitor } from "vite";
import { holdsSql, type Relation, relationsOf } from "./relations.ts";
import { HOLE } from "./tokens.ts";

/** A table that a file's statements name, where in the text, and what is done with it. */
export interface Use extends Relation {
  position: number;
}

export interface Statements {
  uses: readonly Use[];
  /** What `WITH` names in them. */
  ctes: readonly { name: string; position: number }[];
}

/** Calls of the query builder whose first argument is a table, or a list of them. */
const BUILDER: Record<string, Relation["use"]> = {
  selectFrom: "read",
  from: "read",
  using: "read",
  innerJoin: "read",
  leftJoin: "read",
  rightJoin: "read",
  fullJoin: "read",
  crossJoin: "read",
  innerJoinLateral: "read",
  leftJoinLateral: "read",
  crossJoinLateral: "read",
  insertInto: "write",
  replaceInto: "write",
  mergeInto: "write",
  updateTable: "write",
  deleteFrom: "write",
  recordset: "read",
  columnsOf: "read",
};
/** Types of rows, and calls that take a table for its row's type. */
const ROW_TYPES = new Set(["Row", "NewRow", "RowChange"]);
const BUILDER_CTES = new Set(["with", "withRecursive"]);

/**
 * Returns what the statements of a source work on: calls of the query builder, `sql` templates,
 * texts that are SQL, and the types of their rows.
 */
export function statementsOf(program: ESTree.Program): Statements {
  const uses: Use[] = [];
  const ctes: { name: string; position: number }[] = [];
  const readText = (text: string, position: number) => {
    const found = relationsOf(text);
    uses.push(...found.relations.map((relation) => ({ ...relation, position })));
    ctes.push(...found.ctes.map((name) => ({ name, position })));
  };
  const tagged = new Set<ESTree.TemplateLiteral>();
  new Visitor({
    TaggedTemplateExpression({ tag, quasi, start }) {
      tagged.add(quasi);
      if (isSql(tag)) readText(textOf(quasi), start);
    },
    TemplateLiteral(node) {
      if (!tagged.has(node) && holdsSql(textOf(node))) readText(textOf(node), node.start);
    },
    Literal({ value, start }) {
      if (typeof value === "string" && holdsSql(value)) readText(value, start);
    },
    Property({ key, value }) {
      // A table given to statements of another module, which have a hole in its place.
      if (key.type === "Identifier" && key.name === "table")
        for (const name of namesOf(value)) uses.push({ name, use: "write", position: value.start });
    },
    TSTypeReference({ typeName, typeArguments, start }) {
      const [table] = typeArguments?.params ?? [];
      const isRow = typeName.type === "Identifier" && ROW_TYPES.has(typeName.name);
      if (isRow && table?.type === "TSLiteralType")
        uses.push(
          ...namesOf(table.literal).map((name) => ({
            name,
            use: "read" as const,
            position: start,
          })),
        );
    },
    CallExpression(call) {
      const method = methodOf(call);
      if (method === undefined) return;
      const [first] = call.arguments;
      const names = first === undefined ? [] : namesOf(first);
      const use = isSqlTable(call) ? "read" : BUILDER[method];
      if (use !== undefined)
        uses.push(...names.map((name) => ({ name, use, position: call.start })));
      if (BUILDER_CTES.has(method))
        ctes.push(...names.map((name) => ({ name, position: call.start })));
    },
  }).visit(program);
  return { uses, ctes };
}

/** `sql`, `sql<Row>`, `sql.raw`. */
function isSql(tag: ESTree.Expression): boolean {
  if (tag.type === "MemberExpression") return isSql(tag.object);
  return tag.type === "Identifier" && tag.name === "sql";
}

/** `sql.table("thing")` */
function isSqlTable({ callee }: ESTree.CallExpression): boolean {
  return (
    callee.type === "MemberExpression" &&
    isSql(callee.object) &&
    callee.property.type === "Identifier" &&
    callee.property.name === "table"
  );
}

/** `Buffer.from("event")` is no statement: classes are no builders. */
function methodOf({ callee }: ESTree.CallExpression): string | undefined {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return undefined;
  if (callee.object.type === "Identifier" && /^[A-Z]/.test(callee.object.name)) return undefined;
  return callee.property.name;
}

/** Returns `event` of `"event as e"`, of each in a list. */
function namesOf(argument: ESTree.Node): string[] {
  if (argument.type === "ArrayExpression")
    return argument.elements.flatMap((element) => (element === null ? [] : namesOf(element)));
  if (argument.type !== "Literal" || typeof argument.value !== "string") return [];
  const name = /^[\w.]+/.exec(argument.value)?.[0];
  return name === undefined ? [] : [name];
}

function textOf({ quasis }: ESTree.TemplateLiteral): string {
  return quasis.map(({ value }) => value.cooked ?? "").join(HOLE);
}
