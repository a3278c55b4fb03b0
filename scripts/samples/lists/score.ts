import { suggestEntries } from "#modules/transfer/server/mapping/suggest.ts";
import { holdsBack } from "#modules/transfer/server/import/rows/row-reader.ts";
import { rowMapper } from "#modules/transfer/server/mapping/row-mapper.ts";
import type { FieldValue } from "#modules/transfer/server/mapping/values/read-values.ts";
import { sameValue } from "#modules/transfer/server/mapping/values/same-value.ts";
import { openTable } from "#modules/transfer/server/reading/open-table.ts";
import { transferFields } from "#modules/transfer/member-fields.ts";
import type { Expected } from "./habits.ts";
import type { MadeList } from "./make-list.ts";

/** Cells of a list, compared with what a reader takes from it. */
export interface CellScore {
  right: number;
  missing: number;
  wrong: number;
  /** Examples of what went amiss, by kind of fault. */
  faults: Map<string, string[]>;
}

export function noScore(): CellScore {
  return { right: 0, missing: 0, wrong: 0, faults: new Map() };
}

export function add(into: CellScore, from: CellScore): void {
  into.right += from.right;
  into.missing += from.missing;
  into.wrong += from.wrong;
  for (const [kind, examples] of from.faults)
    into.faults.set(kind, [...(into.faults.get(kind) ?? []), ...examples]);
}

/** Reads a list with the columns that are suggested, and counts its cells. */
export async function scoreList({ bytes, expected }: MadeList): Promise<CellScore> {
  const score = noScore();
  const found = await readMembers(bytes).catch((error: Error) => {
    note(score, "unreadable", error.message);
    return [];
  });
  // A row that is nobody pushes all the others: rows are found again by their names.
  let next = 0;
  for (const wanted of expected) {
    const at = found.findIndex(
      (row, index) =>
        index >= next &&
        isSame(row.get("lastname"), wanted["lastname"]) &&
        isSame(row.get("firstname"), wanted["firstname"]),
    );
    if (at === -1) {
      const fields = Object.keys(wanted);
      score.missing += fields.length;
      note(score, "row missing", JSON.stringify(wanted).slice(0, 90));
      continue;
    }
    for (const extra of found.slice(next, at)) countStray(score, extra);
    compareCells(score, wanted, found[at] ?? new Map());
    next = at + 1;
  }
  for (const extra of found.slice(next)) countStray(score, extra);
  return score;
}

function compareCells(
  score: CellScore,
  wanted: Expected,
  own: ReadonlyMap<string, FieldValue>,
): void {
  for (const field of new Set([...Object.keys(wanted), ...own.keys()])) {
    const value = withoutFurtherAddresses(own.get(field) ?? null);
    const isEmpty = value === null || value === "" || (Array.isArray(value) && value.length === 0);
    const want = wanted[field] ?? null;
    if (want === null && isEmpty) continue;
    if (want === null && field === "notes") continue;
    if (isEmpty) {
      score.missing++;
      note(score, `${field} missing`, JSON.stringify(want));
    } else if (want !== null && isSame(value, want)) score.right++;
    else {
      score.wrong++;
      note(score, `${field} wrong`, `${JSON.stringify(value)} instead of ${JSON.stringify(want)}`);
    }
  }
}

/** Second addresses may be kept in the notes, or not. */
export function withoutFurtherAddresses(value: FieldValue): FieldValue {
  return typeof value === "string" ? value.replace(/\n?Weitere E-Mail: .*/, "") : value;
}

function isSame(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  return sameValue({ kind: Array.isArray(b) ? "MULTI_CHOICE" : "TEXT" }, a ?? null, b ?? null);
}

function countStray(score: CellScore, row: ReadonlyMap<string, FieldValue>): void {
  const said = [...row].filter(([, value]) => value !== null && value !== "");
  score.wrong += said.length;
  note(score, "row of nobody", JSON.stringify(Object.fromEntries(said)).slice(0, 120));
}

function note({ faults }: CellScore, kind: string, example: string): void {
  const examples = faults.get(kind) ?? [];
  faults.set(kind, [...examples, example]);
}

async function readMembers(bytes: Uint8Array): Promise<Map<string, FieldValue>[]> {
  const table = await openTable({ bytes });
  try {
    const fields = transferFields(false, [], []);
    const suggested = suggestEntries(
      table.columns,
      table.sample.map(({ cells }) => cells),
      fields,
    );
    const entries = suggested.flatMap(({ entry }) => (entry === null ? [] : [entry]));
    const map = rowMapper(table.columns, entries, fields, {
      today: "2026-10-01",
      dateOrder: table.detected.dateOrder,
      sample: table.sample,
      legend: table.legend,
    });
    const holds = holdsBack({ strict: false, neededFields: [] });
    const rows: Map<string, FieldValue>[] = [];
    for await (const { cells, problems } of table.rows) {
      const row = map(cells);
      const isHeld =
        problems.some(({ ofCell }) => ofCell !== true) ||
        row.problems.some(({ field }) => holds(field));
      if (!isHeld && (row.values.get("lastname") ?? null) !== null) rows.push(row.values);
    }
    return rows;
  } finally {
    await table.close();
  }
}
