import { type TableCell, UnreadableTable } from "#platform/server/documents/table.ts";
import { LIMITS, type RawRow, tooManyColumns, tooManyRows } from "../table.ts";

/**
 * Records of a JSON text as a table: objects inside become `name->vor`, lists of plain values one
 * cell.
 */
export interface JsonTable {
  columns: string[];
  rows: { line: number; cells: TableCell[] }[];
  /** Lists that had no place in a table. */
  warnings: string[];
}

const MAX_DEPTH = 8;
/** Lists and objects of a text, all together. */
const MAX_PARTS = 3_000_000;
/**
 * Keys that say which kind of thing a list's member is: `{ "art": "mobil", "nummer": "0176 …" }`.
 */
const KIND_KEYS = new Set(["art", "typ", "type", "kind", "label", "kategorie", "bezeichnung"]);

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Rows of a text that is a list of lists, as spreadsheets give them out; undefined: it is none. */
export function listedRows(json: Json): RawRow[] | undefined {
  if (!Array.isArray(json) || json.length === 0 || !json.every((row) => Array.isArray(row)))
    return undefined;
  if (json.length > LIMITS.rows) throw new UnreadableTable(tooManyRows());
  return json.flatMap((row, index) => {
    if (row.length > LIMITS.columns)
      throw new UnreadableTable(tooManyColumns(index + 1, row.length));
    const cells = row.map((cell) => (typeof cell === "object" ? null : cell));
    return cells.every((cell) => cell === null || cell === "") ? [] : [{ line: index + 1, cells }];
  });
}

/** `line` of a row is the number of its record, from 1. */
export function jsonTable(json: Json): JsonTable {
  const records = recordsIn(json);
  if (records === undefined)
    throw new UnreadableTable("In der JSON-Datei steht keine Liste von Datensätzen.");
  if (records.length === 0) throw new UnreadableTable("Die Liste in der JSON-Datei ist leer.");
  if (records.length > LIMITS.rows) throw new UnreadableTable(tooManyRows());
  const columns = new Map<string, number>();
  const warnings = new Set<string>();
  const sparse = records.map((record, index) => {
    const cells: TableCell[] = [];
    for (const [name, value] of flattened(record, warnings)) {
      let at = columns.get(name);
      if (at === undefined) {
        at = columns.size;
        if (at >= LIMITS.columns)
          throw new UnreadableTable(
            `Datensatz ${index + 1} hat zu viele Felder; höchstens ${LIMITS.columns} sind möglich.`,
          );
        columns.set(name, at);
      }
      cells[at] = value;
    }
    return { line: index + 1, cells };
  });
  // Keys whose values are never there, or always a null, are no columns.
  const used = [...columns].filter(([, at]) =>
    sparse.some(({ cells }) => (cells[at] ?? "") !== ""),
  );
  const rows = sparse.map(({ line, cells }) => ({
    line,
    cells: used.map(([, at]) => cells[at] ?? null),
  }));
  return { columns: used.map(([name]) => name), rows, warnings: [...warnings] };
}

export function parsedJson(text: string): Json {
  const body = text.replace(/^\ufeff/, "");
  if (partsIn(body) > MAX_PARTS)
    throw new UnreadableTable(
      "Die JSON-Datei besteht aus zu vielen Teilen, um gelesen zu werden. Bitte teilen Sie sie auf.",
    );
  try {
    return JSON.parse(body) as Json;
  } catch (error) {
    const lines = body.split(/\r?\n/).filter((line) => line.trim() !== "");
    // One object a line, as logs and some exports have it.
    if (lines.length > 1 && lines.every((line) => line.trimStart().startsWith("{"))) {
      return lines.map((line, index) => {
        try {
          return JSON.parse(line) as Json;
        } catch {
          throw new UnreadableTable(`Die JSON-Datei ist in Zeile ${index + 1} fehlerhaft.`);
        }
      });
    }
    throw new UnreadableTable(
      `Die JSON-Datei ist fehlerhaft${placeOf(error, body)}. Vielleicht ist sie abgeschnitten.`,
      { cause: error },
    );
  }
}

/** Lists and objects, those inside of texts too: each takes far more memory than its two signs. */
function partsIn(text: string): number {
  let parts = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === 0x5b || sign === 0x7b) parts++;
  }
  return parts;
}

function placeOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : "";
  const position = /at position (\d+)/.exec(message)?.[1];
  const at = position === undefined ? text.length : Number(position);
  const before = text.slice(0, at).split("\n");
  return ` (Zeile ${before.length}, Spalte ${(before.at(-1)?.length ?? 0) + 1})`;
}

type JsonObject = { [key: string]: Json };

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The text itself when it is a list, else the longest list of objects inside; a single object is a
 * list of one.
 */
function recordsIn(json: Json, depth = 0): JsonObject[] | undefined {
  if (Array.isArray(json)) {
    const objects = json.filter(isObject);
    return objects.length === json.length || objects.length > 0 ? objects : undefined;
  }
  if (!isObject(json) || depth > 3) return undefined;
  let best: JsonObject[] | undefined;
  for (const value of Object.values(json)) {
    const found = Array.isArray(value) || isObject(value) ? recordsIn(value, depth + 1) : undefined;
    if (found !== undefined && found.length > (best?.length ?? 0)) best = found;
  }
  const byKey = recordsByKey(json);
  if (byKey !== undefined && byKey.length >= (best?.length ?? 0)) return byKey;
  return (
    best ??
    (depth === 0 && Object.values(json).some((value) => typeof value === "string")
      ? [json]
      : undefined)
  );
}

/** `{ "1001": { … }, "1002": { … } }`: alike objects under a key each, which becomes a column. */
function recordsByKey(json: JsonObject): JsonObject[] | undefined {
  const entries = Object.entries(json).filter((entry): entry is [string, JsonObject] =>
    isObject(entry[1]),
  );
  const [first] = entries;
  if (first === undefined || entries.length < 2 || entries.length < Object.keys(json).length)
    return undefined;
  const keys = Object.keys(first[1]);
  const isAlike = entries.every(
    ([, record]) => keys.filter((key) => Object.hasOwn(record, key)).length > keys.length / 2,
  );
  return isAlike
    ? entries.map(([key, record]) =>
        Object.fromEntries([["Schlüssel", key], ...Object.entries(record)]),
      )
    : undefined;
}

function* flattened(
  value: JsonObject,
  warnings: Set<string>,
  prefix = "",
  depth = 0,
): Generator<[string, TableCell]> {
  for (const [key, inner] of Object.entries(value)) {
    const name = prefix === "" ? key : `${prefix}->${key}`;
    if (isObject(inner)) {
      if (depth >= MAX_DEPTH)
        throw new UnreadableTable("Die Datensätze der JSON-Datei sind zu tief verschachtelt.");
      yield* flattened(inner, warnings, name, depth + 1);
    } else if (Array.isArray(inner)) {
      yield* listed(inner, name, warnings, depth);
    } else yield [name, inner];
  }
}

/** `{ "id": 3, "name": "Turnen" }` in a list is the name. */
function nameOf(item: Json): string | undefined {
  if (!isObject(item)) return undefined;
  const { name, ...rest } = item;
  return typeof name === "string" && Object.keys(rest).every((key) => /^(?:uu)?id$/i.test(key))
    ? name
    : undefined;
}

function* listed(
  list: readonly Json[],
  name: string,
  warnings: Set<string>,
  depth: number,
): Generator<[string, TableCell]> {
  const plain = list.filter((item) => item !== null && typeof item !== "object");
  if (plain.length === list.length) {
    // Names with commas in them are kept apart by a sign that no name holds.
    const texts = plain.map(String);
    yield [name, texts.join(texts.some((text) => /[,;]/.test(text)) ? "\n" : ", ")];
    return;
  }
  const named = list.map(nameOf);
  if (named.every((own) => own !== undefined))
    return void (yield* listed(named, name, warnings, depth));
  if (depth >= MAX_DEPTH)
    throw new UnreadableTable("Die Datensätze der JSON-Datei sind zu tief verschachtelt.");
  const counts = new Map<string, number>();
  for (const item of list) {
    if (!isObject(item)) {
      if (item !== null)
        warnings.add(
          `In „${name}“ stehen Listen, die nicht in eine Tabelle passen; sie wurden ausgelassen.`,
        );
      continue;
    }
    const kind = Object.entries(item).find(
      ([key, value]) => KIND_KEYS.has(key.toLowerCase()) && typeof value === "string",
    );
    const label = kind === undefined ? "" : ` ${String(kind[1])}`;
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    const own = `${name}${label}${count === 1 ? "" : ` ${count}`}`;
    const rest = Object.fromEntries(Object.entries(item).filter(([key]) => key !== kind?.[0]));
    const inner = [...flattened(rest, warnings, own, depth + 1)];
    // `telefon mobil->nummer` is the mobile number itself.
    if (kind !== undefined && inner.length === 1 && inner[0] !== undefined)
      yield [own, inner[0][1]];
    else yield* inner;
  }
}
