import { ApiError, call } from "#platform/web/api/api.ts";
import { plural } from "#platform/web/format/format.ts";
import { showDone, showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { filesContract, type Entry, type OnConflict } from "../../../contract.ts";
import { inFolder, parentOf, viewerAddress } from "../../../addresses.ts";
import { filesChanged } from "../../queries.ts";
import { askAboutConflict } from "../dialogs/conflicts.ts";

/** "die Datei „a.pdf“", "den Ordner „b“", "3 Einträge" */
function named(entries: readonly Entry[]): string {
  const [first] = entries;
  if (entries.length === 1 && first) return `„${first.name}“`;
  return plural(entries.length, "Eintrag", "Einträge");
}

const isOne = (entries: readonly Entry[]) => entries.length === 1;

/** Puts entries into the trash and offers to bring them back. */
export async function deleteEntries(shareId: string, entries: readonly Entry[]): Promise<void> {
  const deleted: Entry[] = [];
  try {
    for (const entry of entries) {
      await call(filesContract.deleteEntry, { params: { id: shareId, path: entry.path } });
      deleted.push(entry);
    }
  } finally {
    await filesChanged();
    // What is gone before a failure can be taken back as well.
    if (deleted.length > 0) offerRestore(shareId, deleted);
  }
}

function offerRestore(shareId: string, deleted: readonly Entry[]): void {
  showUndo(`${named(deleted)} ${isOne(deleted) ? "liegt" : "liegen"} im Papierkorb.`, async () => {
    for (const entry of deleted) {
      await call(filesContract.restoreEntry, {
        params: { id: shareId, path: "" },
        query: { entry: entry.id, onConflict: "RENAME" },
      });
    }
    await filesChanged();
  });
}

interface Moved {
  from: string;
  to: string;
}

/** Moves entries into a folder; asks where a name is taken; offers to take it back. */
export async function moveEntries(
  shareId: string,
  entries: readonly Entry[],
  folder: string,
): Promise<void> {
  const moved: Moved[] = [];
  // Who replaced something can't take that back by moving it: the older content is a version now.
  let replaced = false;
  try {
    for (const [index, entry] of entries.entries()) {
      if (parentOf(entry.path) === folder) continue;
      const result = await moveOne(
        shareId,
        entry,
        inFolder(folder, entry.name),
        entries.length - index - 1,
      );
      if (result === undefined) continue;
      moved.push({ from: entry.path, to: result.path });
      replaced ||= result.replaced;
    }
  } finally {
    askAboutConflict.forget();
    await filesChanged();
    tellMoved(shareId, moved, replaced);
  }
}

function tellMoved(shareId: string, moved: readonly Moved[], replaced: boolean): void {
  if (moved.length === 0) return;
  const sentence = `${plural(moved.length, "Eintrag", "Einträge")} verschoben.`;
  if (replaced) showDone(sentence);
  else showUndo(sentence, () => moveBack(shareId, moved));
}

async function moveOne(
  shareId: string,
  entry: Entry,
  path: string,
  others: number,
): Promise<{ path: string; replaced: boolean } | undefined> {
  const move = (onConflict: OnConflict) =>
    call(filesContract.moveEntry, {
      params: { id: shareId, path: entry.path },
      query: { onConflict },
      ...plainText(path),
      inForm: onConflict === "FAIL",
    });
  try {
    return { path: (await move("FAIL")).path, replaced: false };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    const answer = await askAboutConflict({
      name: entry.name,
      isFolder: entry.type === "FOLDER",
      others,
    });
    if (answer === "SKIP") return undefined;
    return { path: (await move(answer)).path, replaced: answer === "REPLACE" };
  }
}

async function moveBack(shareId: string, moved: readonly Moved[]): Promise<void> {
  for (const { from, to } of moved.toReversed()) {
    await call(filesContract.moveEntry, {
      params: { id: shareId, path: to },
      query: { onConflict: "RENAME" },
      ...plainText(from),
    });
  }
  await filesChanged();
}

/** Gives an entry another name in its folder. Throws what the form shows at its field. */
export async function renameEntry(shareId: string, entry: Entry, name: string): Promise<void> {
  const to = inFolder(parentOf(entry.path), name);
  const renamed = await call(filesContract.moveEntry, {
    params: { id: shareId, path: entry.path },
    ...plainText(to),
    inForm: true,
  });
  await filesChanged();
  showUndo(`„${entry.name}“ heißt jetzt „${renamed.name}“.`, () =>
    moveBack(shareId, [{ from: entry.path, to: renamed.path }]),
  );
}

/** A body of plain text: the contract wants a new full path. */
function plainText(text: string) {
  return { body: text, headers: { "content-type": "text/plain; charset=utf-8" } };
}

/** Puts the address of a file into the clipboard; it works for everybody who may read the share. */
export async function copyLink(shareId: string, path: string): Promise<void> {
  await navigator.clipboard.writeText(window.location.origin + viewerAddress(shareId, path));
  showDone("Der Link ist kopiert. Er öffnet sich für alle, die diese Ablage lesen dürfen.");
}
