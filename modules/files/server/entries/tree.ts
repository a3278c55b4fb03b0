import { FOLDER_PATH, type TreeTexts } from "./tree-queries.ts";

/**
 * The JSON of all entries of a tree in pieces: in each folder its folders first, each followed by
 * what is in it. What hangs below something that is not there (in the trash) is left out.
 */
export function* treeJson({ folders, files }: TreeTexts, rootId: string): Iterable<string> {
  const foldersOf = Map.groupBy(folders, ({ parent_id: parent }) => parent);
  const filesOf = new Map(files.map(({ parent_id: parent, entries }) => [parent, entries]));
  let separator = "";
  function* below(folderId: string, path: string): Iterable<string> {
    // As it stands inside a JSON text.
    const escaped = JSON.stringify(path).slice(1, -1);
    for (const { id, name, entry } of foldersOf.get(folderId) ?? []) {
      yield separator + entry.replace(FOLDER_PATH, () => escaped);
      separator = ",";
      yield* below(id, `${path}${name}/`);
    }
    const entries = filesOf.get(folderId);
    if (entries === undefined) return;
    yield separator + entries.replaceAll(FOLDER_PATH, () => escaped);
    separator = ",";
  }
  yield "[";
  yield* below(rootId, "");
  yield "]";
}
