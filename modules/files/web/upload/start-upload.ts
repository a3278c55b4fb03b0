import { useEffect } from "react";
import { useMe } from "#platform/web/session/me.tsx";
import { showOverlay } from "#platform/web/overlays.ts";
import { ApiError, call } from "#platform/web/api/api.ts";
import { filesContract } from "../../contract.ts";
import { inFolder } from "../../addresses.ts";
import { filesChanged } from "../queries.ts";
import type { Given } from "./given-files.ts";
import { unfinishedUploads } from "./unfinished-uploads.ts";
import { addUploads, recallInterrupted, type UploadTarget } from "./upload-queue.ts";
import { UploadPanel } from "./UploadPanel.tsx";

/**
 * Starts uploading what the reader gave, and shows the panel that follows them through the
 * application.
 */
export async function startUpload(target: UploadTarget, given: Given): Promise<void> {
  showOverlay(UploadPanel);
  addUploads(target, given);
  // Files make the folders on their way by themselves; only empty ones need to be made.
  const empty = given.folders.filter(
    (folder) => !given.files.some(({ path }) => path.startsWith(`${folder}/`)),
  );
  for (const folder of empty) {
    const params = { id: target.share.id, path: inFolder(target.folder, folder) };
    await call(filesContract.createFolder, {
      params,
      query: { createFolders: "true" },
      inForm: true,
    }).catch((error: unknown) => {
      // It is there already: all the better.
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
    });
  }
  if (empty.length > 0) await filesChanged();
}

/** Shows what an earlier visit of this reader left unfinished. */
export function useRecalledUploads(): void {
  const { id } = useMe();
  useEffect(() => {
    if (!unfinishedUploads().some((one) => one.userId === id)) return;
    recallInterrupted(id);
    showOverlay(UploadPanel);
  }, [id]);
}
