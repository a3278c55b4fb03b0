import type pg from "pg";

/** A column as the catalogue describes it. */
interface CatalogueColumn {
  table: string;
  name: string;
  /** The type's own name; of an array that of its elements. */
  type: string;
  is_array: boolean;
  nullable: boolean;
  has_default: boolean;
  /** Computed by the database from other columns. */
  is_generated: boolean;
  /** The values that a CHECK constraint permits; null where any value is. */
  values: string[] | null;
}

/** How a value of each type is read and written, given the application's type parsers. */
const TYPES: Record<string, string> = {
  bool: "boolean",
  bytea: "Buffer",
  date: "string",
  int4: "number",
  int8: "number",
  jsonb: "Json",
  pg_snapshot: "string",
  text: "string",
  timestamptz: "Date",
  tsvector: "string",
  uuid: "string",
  varchar: "string",
  xid8: "string",
};

const HEAD = `// Made from the database's catalogue by \`npm run db:generate\`; not to be edited.
import type { Generated, GeneratedAlways } from "kysely";
import type { GeneratedJson, Json } from "./column-types.ts";
`;

/** Returns the source of `tables.generated.ts`: an interface for each table of the database. */
export async function tableTypes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<CatalogueColumn>(COLUMNS);
  const tables = Map.groupBy(rows, ({ table }) => table);
  const interfaces = [...tables].map(([table, columns]) => tableInterface(table, columns));
  const list = [...tables.keys()].map((table) => `  ${keyOf(table)}: ${interfaceName(table)};`);
  return `${HEAD}\n${interfaces.join("\n")}\nexport interface CatalogueTables {\n${list.join("\n")}\n}\n`;
}

function tableInterface(table: string, columns: readonly CatalogueColumn[]): string {
  const unions = columns.flatMap((column) =>
    column.values === null ? [] : [union(unionName(column), column.values)],
  );
  const lines = columns.map((column) => `  ${keyOf(column.name)}: ${columnType(column)};`);
  return `${unions.join("")}interface ${interfaceName(table)} {\n${lines.join("\n")}\n}\n`;
}

function columnType(column: CatalogueColumn): string {
  const element = column.values === null ? TYPES[column.type] : unionName(column);
  if (element === undefined)
    throw new Error(`${column.table}.${column.name}: no type is known for ${column.type}`);
  const value = column.is_array ? `${element}[]` : element;
  const full = column.nullable ? `${value} | null` : value;
  if (column.is_generated) return `GeneratedAlways<${full}>`;
  if (!column.has_default) return full;
  return value === "Json" ? "GeneratedJson" : `Generated<${full}>`;
}

function union(name: string, values: readonly string[]): string {
  const literals = values.map((value) => JSON.stringify(value));
  const line = `type ${name} = ${literals.join(" | ")};\n`;
  // As the formatter breaks it.
  return line.length <= 101 ? line : `type ${name} =\n  | ${literals.join("\n  | ")};\n`;
}

function interfaceName(table: string): string {
  return `${pascal(table)}Table`;
}

function unionName({ table, name }: CatalogueColumn): string {
  return pascal(`${table}_${name}`);
}

function pascal(name: string): string {
  return name.replace(/(?:^|[^a-z0-9])([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}

function keyOf(name: string): string {
  return /^\w+$/.test(name) ? name : JSON.stringify(name);
}

/**
 * A view's column that is named as one of its table's is that one, with what may stand in it; what a
 * view works out may be null.
 */
const COLUMNS = `
SELECT CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname AS table, a.attname AS name,
  coalesce(element.typname, t.typname) AS type, element.oid IS NOT NULL AS is_array,
  NOT coalesce(base.attnotnull, a.attnotnull) AS nullable, a.attgenerated <> '' AS is_generated, a.atthasdef OR a.attidentity <> '' AS has_default,
  (SELECT ARRAY(SELECT replace(literal[1], '''''', '''') FROM regexp_matches(pg_get_constraintdef(k.oid), '''((?:[^'']|'''')*)''', 'g') AS literal)
    FROM pg_constraint k WHERE k.conrelid = coalesce(base.attrelid, c.oid) AND k.contype = 'c' AND k.conkey = ARRAY[coalesce(base.attnum, a.attnum)]
      AND pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\("?\\w+"? = (ANY \\(ARRAY\\[''[^\\]]*\\]\\)|''[^'']*''::text)\\)\\)$') AS values
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_type element ON element.oid = t.typelem AND t.typcategory = 'A'
LEFT JOIN LATERAL (
  SELECT b.attrelid, b.attnum, b.attnotnull
  FROM pg_rewrite r
  JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass
  JOIN pg_attribute b ON b.attrelid = d.refobjid AND b.attnum = d.refobjsubid AND b.attname = a.attname AND b.atttypid = a.atttypid
  WHERE r.ev_class = c.oid LIMIT 1
) base ON c.relkind = 'v'
WHERE c.relkind IN ('r', 'p', 'v') AND n.nspname IN ('public', 'operations')
ORDER BY CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname COLLATE "C", a.attnum`;
