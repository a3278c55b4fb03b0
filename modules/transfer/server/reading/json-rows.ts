import { type TableCell, UnreadableTable } from "#platform/server/table-file.ts";
import { LIMITS, tooManyRows } from "./table.ts";

/** Records of a JSON text as a table: objects inside become `name->vor`, lists of plain values one cell. */
export interface JsonTable {
  columns: string[];
  rows: { line: number; cells: TableCell[] }[];
  /** Lists that had no place in a table. */
  warnings: string[];
}

const MAX_DEPTH = 8;
/** Keys that say which kind of thing a list's member is: `{ "art": "mobil", "nummer": "0176 …" }`. */
const KIND_KEYS = new Set(["art", "typ", "type", "kind", "label", "kategorie", "bezeichnung"]);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** `line` of a row is the number of its record, from 1. */
export function jsonTable(text: string): JsonTable {
  const records = recordsIn(parsed(text));
  if (records === undefined) throw new UnreadableTable("In der JSON-Datei steht keine Liste von Datensätzen.");
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
        if (at >= LIMITS.columns) throw new UnreadableTable(`Datensatz ${index + 1} hat zu viele Felder; höchstens ${LIMITS.columns} sind möglich.`);
        columns.set(name, at);
      }
      cells[at] = value;
    }
    return { line: index + 1, cells };
  });
  // Keys whose values are never there, or always a null, are no columns.
  const used = [...columns].filter(([, at]) => sparse.some(({ cells }) => (cells[at] ?? "") !== ""));
  const rows = sparse.map(({ line, cells }) => ({ line, cells: used.map(([, at]) => cells[at] ?? null) }));
  return { columns: used.map(([name]) => name), rows, warnings: [...warnings] };
}

function parsed(text: string): Json {
  const body = text.replace(/^\ufeff/, "");
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
    throw new UnreadableTable(`Die JSON-Datei ist fehlerhaft${placeOf(error, body)}. Vielleicht ist sie abgeschnitten.`, { cause: error });
  }
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

/** The text itself when it is a list, else the longest list of objects inside; a single object is a list of one. */
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
  return best ?? (depth === 0 && Object.values(json).some((value) => typeof value === "string") ? [json] : undefined);
}

function* flattened(value: JsonObject, warnings: Set<string>, prefix = "", depth = 0): Generator<[string, TableCell]> {
  for (const [key, inner] of Object.entries(value)) {
    const name = prefix === "" ? key : `${prefix}->${key}`;
    if (isObject(inner)) {
      if (depth >= MAX_DEPTH) throw new UnreadableTable("Die Datensätze der JSON-Datei sind zu tief verschachtelt.");
      yield* flattened(inner, warnings, name, depth + 1);
    } else if (Array.isArray(inner)) {
      yield* listed(inner, name, warnings, depth);
    } else yield [name, inner];
  }
}

function* listed(list: readonly Json[], name: string, warnings: Set<string>, depth: number): Generator<[string, TableCell]> {
  const plain = list.filter((item) => item !== null && typeof item !== "object");
  if (plain.length === list.length) {
    // Names with commas in them are kept apart by a sign that no name holds.
    const texts = plain.map(String);
    yield [name, texts.join(texts.some((text) => /[,;]/.test(text)) ? "\n" : ", ")];
    return;
  }
  if (depth >= MAX_DEPTH) throw new UnreadableTable("Die Datensätze der JSON-Datei sind zu tief verschachtelt.");
  const counts = new Map<string, number>();
  for (const item of list) {
    if (!isObject(item)) {
      if (item !== null) warnings.add(`In „${name}“ stehen Listen, die nicht in eine Tabelle passen; sie wurden ausgelassen.`);
      continue;
    }
    const kind = Object.entries(item).find(([key, value]) => KIND_KEYS.has(key.toLowerCase()) && typeof value === "string");
    const label = kind === undefined ? "" : ` ${String(kind[1])}`;
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    const own = `${name}${label}${count === 1 ? "" : ` ${count}`}`;
    const rest = Object.fromEntries(Object.entries(item).filter(([key]) => key !== kind?.[0]));
    const inner = [...flattened(rest, warnings, own, depth + 1)];
    // `telefon mobil->nummer` is the mobile number itself.
    if (kind !== undefined && inner.length === 1 && inner[0] !== undefined) yield [own, inner[0][1]];
    else yield* inner;
  }
}
