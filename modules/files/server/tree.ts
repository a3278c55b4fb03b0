import type { EntryRecord } from "./entry-queries.ts";

/**
 * Puts rows that know their parents into the order of a tree, each folder before what is in it, with paths. Rows come
 * in the order that siblings are to have. What hangs below something that is not among them (the trash) is left out.
 */
export function* inTreeOrder(records: readonly EntryRecord[], rootId: string): Iterable<{ record: EntryRecord; path: string }> {
  const children = new Map<string, EntryRecord[]>();
  for (const record of records) {
    const siblings = children.get(record.parent_id ?? "");
    if (siblings === undefined) children.set(record.parent_id ?? "", [record]);
    else siblings.push(record);
  }
  const open = [{ siblings: foldersFirst(children.get(rootId)), next: 0, prefix: "" }];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const record = level.siblings[level.next++];
    if (record === undefined) {
      open.pop();
      continue;
    }
    const path = level.prefix + record.name;
    yield { record, path };
    if (record.is_folder) open.push({ siblings: foldersFirst(children.get(record.id)), next: 0, prefix: `${path}/` });
  }
}

function foldersFirst(siblings: readonly EntryRecord[] = []): EntryRecord[] {
  return [...siblings.filter((record) => record.is_folder), ...siblings.filter((record) => !record.is_folder)];
}
