import { call } from "#platform/web/api/api.ts";
import { formatFileSize } from "#platform/web/format/format.ts";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { filesContract, type FileShare } from "../../contract.ts";
import { filesChanged } from "../queries.ts";
import { SHARE_WORDS } from "./words.ts";

/** Asks, naming what will be lost, and deletes. True when it is gone. */
export async function deleteShare(share: FileShare): Promise<boolean> {
  const { one } = SHARE_WORDS[share.kind];
  const content =
    share.usedBytes === 0
      ? "Sie ist leer."
      : `Alles darin (${formatFileSize(share.usedBytes)}) geht verloren, auch der Papierkorb.`;
  const sure = await askToConfirm({
    title: `${one} „${share.name}“ löschen?`,
    text: `${content} Das lässt sich nicht rückgängig machen.`,
    confirmLabel: `${one} löschen`,
    destructive: true,
  });
  if (!sure) return false;
  await call(filesContract.deleteFileShare, { params: { id: share.id } });
  await filesChanged();
  showDone(`Die ${one} „${share.name}“ ist gelöscht.`);
  return true;
}
