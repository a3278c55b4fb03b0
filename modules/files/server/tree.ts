import type { TreeRow } from "./entry-queries.ts";
import { type Reader, rightsOn } from "./records.ts";

/** Entries written in one piece. */
const PIECE = 500;

/** The JSON of all entries of a tree, each folder before what is in it, in pieces. */
export function* treeJson(rows: readonly TreeRow[], rootId: string, extensions: readonly string[] | null, reader: Reader): Iterable<string> {
  const can = new Map<string, string>();
  let piece = "[";
  let count = 0;
  for (const { row, path } of inTreeOrder(rows, rootId)) {
    if (extensions !== null && !row.is_folder && !extensions.includes(row.extension)) continue;
    const owner = `${row.is_folder} ${row.modified_by ?? ""}`;
    let rights = can.get(owner);
    if (rights === undefined) can.set(owner, (rights = JSON.stringify(rightsOn(row, reader))));
    piece += `${count === 0 ? "" : ","}{${row.members},"path":${JSON.stringify(path)},"can":${rights}}`;
    count += 1;
    if (count % PIECE === 0) {
      yield piece;
      piece = "";
    }
  }
  yield `${piece}]`;
}

/**
 * Rows that know their parents in the order of a tree, with paths. They come folder by folder. What hangs below
 * something that is not among them (the trash) is left out.
 */
export function* inTreeOrder<R extends Pick<TreeRow, "id" | "parent_id" | "name" | "is_folder">>(
  rows: readonly R[],
  rootId: string,
): Iterable<{ row: R; path: string }> {
  const firstOf = new Map<string, number>();
  for (const [index, { parent_id: parent }] of rows.entries()) if (rows[index - 1]?.parent_id !== parent) firstOf.set(parent, index);
  const open = [{ parent: rootId, next: firstOf.get(rootId) ?? rows.length, prefix: "" }];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const row = rows[level.next++];
    if (row === undefined || row.parent_id !== level.parent) {
      open.pop();
      continue;
    }
    const path = level.prefix + row.name;
    yield { row, path };
    if (row.is_folder) open.push({ parent: row.id, next: firstOf.get(row.id) ?? rows.length, prefix: `${path}/` });
  }
}
