import type { Room } from "#platform/contract/room.ts";
import { queryClient } from "#platform/web/api/query-client.ts";
import type { FileShare } from "../../contract.ts";
import type { ConflictAnswer } from "../folder/dialogs/conflicts.ts";
import type { Given } from "./given-files.ts";
import { abortTransfer, arrivedBytes, transferFile } from "./transfer.ts";
import {
  forgetUpload,
  rememberUpload,
  type UnfinishedUpload,
  unfinishedUploads,
} from "./unfinished-uploads.ts";
import { NameTaken, UPLOAD_FAILURE_SENTENCES, UploadFailure } from "./upload-failure.ts";
import {
  allUploadItems,
  changeUploadItem,
  putUploadItems,
  removeUploadItems,
  uploadItem,
  type UploadItem,
} from "./upload-items.ts";
import { isAllowed } from "./upload-limits.ts";

/**
 * Many small files wait for the server more than for the line; all of them share three connections.
 */
const FILES_AT_ONCE = 3;

const running = new Map<string, AbortController>();
/** What the reader decided for all further conflicts of a batch. */
const decided = new Map<string, ConflictAnswer>();
let readerId = "";

export interface UploadTarget {
  share: Pick<FileShare, "id" | "allowedTypes" | "quota" | "usedBytes" | "clubRoom">;
  /** Folder within the share, "" for its root. */
  folder: string;
  readerId: string;
}

/** Takes files into the queue. A file whose upload was interrupted goes on where it stopped. */
export function addUploads(target: UploadTarget, given: Given): void {
  readerId = target.readerId;
  const batch = crypto.randomUUID();
  let room = Math.min(freeIn(target.share), freeIn(target.share.clubRoom));
  const interrupted = allUploadItems().filter((item) => item.state === "INTERRUPTED");
  const added = given.files.map(({ file, path }): UploadItem => {
    const full = target.folder === "" ? path : `${target.folder}/${path}`;
    const same = interrupted.find((item) => isSameFile(item, target.share.id, full, file));
    const item: UploadItem = {
      id: same?.id ?? crypto.randomUUID(),
      batch,
      shareId: target.share.id,
      path: full,
      size: file.size,
      lastModified: file.lastModified,
      file,
      sent: same?.sent ?? 0,
      state: "QUEUED",
      failure: undefined,
      onConflict: "FAIL",
      uploadId: same?.uploadId,
    };
    if (!isAllowed(file, target.share.allowedTypes)) return failed(item, "extension");
    if (file.size > room) return failed(item, "size");
    room -= file.size;
    return item;
  });
  putUploadItems(added);
  startNext();
}

function freeIn(room: Room | null): number {
  return room === null || room.quota === null ? Infinity : room.quota - room.usedBytes;
}

function failed(item: UploadItem, kind: "extension" | "size"): UploadItem {
  return { ...item, state: "FAILED", failure: { kind, sentence: UPLOAD_FAILURE_SENTENCES[kind] } };
}

function isSameFile(item: UploadItem, shareId: string, path: string, file: File): boolean {
  return (
    item.shareId === shareId &&
    item.path === path &&
    item.size === file.size &&
    item.lastModified === file.lastModified
  );
}

/** Shows what an earlier visit left unfinished; each goes on when its file is chosen again. */
export function recallInterrupted(userId: string): void {
  const known = new Set(allUploadItems().map((item) => item.uploadId));
  const recalled = unfinishedUploads().filter(
    (one) => one.userId === userId && !known.has(one.uploadId),
  );
  if (recalled.length === 0) return;
  readerId = userId;
  putUploadItems(
    recalled.map(({ uploadId, shareId, path, size, lastModified }) => ({
      id: uploadId,
      batch: uploadId,
      shareId,
      path,
      size,
      lastModified,
      file: undefined,
      sent: 0,
      state: "INTERRUPTED",
      failure: undefined,
      onConflict: "FAIL",
      uploadId,
    })),
  );
  for (const upload of recalled) void showArrived(upload);
}

/** Shows how much of an interrupted upload the server holds; one that it has forgotten goes. */
async function showArrived(upload: UnfinishedUpload): Promise<void> {
  const arrived = await arrivedBytes(upload).catch(() => 0);
  // Its file may have been chosen while the server was asked.
  if (uploadItem(upload.uploadId)?.state !== "INTERRUPTED") return;
  if (arrived !== undefined) return changeUploadItem(upload.uploadId, { sent: arrived });
  forgetUpload(upload.uploadId);
  removeUploadItems([upload.uploadId]);
}

/** True when the chosen file is the one whose upload was interrupted; it goes on then. */
export function continueInterrupted(id: string, file: File): boolean {
  const item = uploadItem(id);
  if (
    !item ||
    !isSameFile(item, item.shareId, item.path, file) ||
    !item.path.endsWith(file.name.normalize("NFC"))
  )
    return false;
  changeUploadItem(id, { file, state: "QUEUED" });
  startNext();
  return true;
}

export function pauseUploads(ids: readonly string[]): void {
  for (const id of ids) {
    const state = uploadItem(id)?.state;
    if (state !== "QUEUED" && state !== "RUNNING") continue;
    changeUploadItem(id, { state: "PAUSED" });
    running.get(id)?.abort();
  }
  startNext();
}

/** Paused ones go on, failed ones try again. */
export function resumeUploads(ids: readonly string[]): void {
  for (const id of ids) {
    const item = uploadItem(id);
    if (item?.file && (item.state === "PAUSED" || item.state === "FAILED"))
      changeUploadItem(id, { state: "QUEUED", failure: undefined });
  }
  startNext();
}

/** Ends an upload; what had been transferred is given up. */
export function cancelUpload(id: string): void {
  const item = uploadItem(id);
  if (!item) return;
  changeUploadItem(id, {
    state: "FAILED",
    sent: 0,
    uploadId: undefined,
    failure: { kind: "abort", sentence: UPLOAD_FAILURE_SENTENCES.abort },
  });
  running.get(id)?.abort();
  if (item.uploadId !== undefined) {
    forgetUpload(item.uploadId);
    void abortTransfer({ shareId: item.shareId, path: item.path, uploadId: item.uploadId });
  }
  // Without its file it can't be tried again: nothing is left to show.
  if (!item.file) removeUploadItems([id]);
  startNext();
}

/** What to do about a taken name, for this file or for all of its batch. */
export function answerConflict(id: string, answer: ConflictAnswer, forAll: boolean): void {
  const asked = uploadItem(id);
  if (!asked) return;
  if (forAll) decided.set(asked.batch, answer);
  for (const item of allUploadItems()) {
    const isMeant = item.id === id || (forAll && item.batch === asked.batch);
    if (isMeant && item.state === "ASKING") decide(item, answer);
  }
  startNext();
}

function decide(item: UploadItem, answer: ConflictAnswer): void {
  if (answer !== "SKIP") return changeUploadItem(item.id, { state: "QUEUED", onConflict: answer });
  changeUploadItem(item.id, { state: "SKIPPED" });
  if (item.uploadId === undefined) return;
  forgetUpload(item.uploadId);
  void abortTransfer({ shareId: item.shareId, path: item.path, uploadId: item.uploadId });
}

/** Clears the panel of everything that has come to an end. */
export function dismissEnded(): void {
  const ended = allUploadItems().filter(
    (item) => item.state === "DONE" || item.state === "SKIPPED" || item.state === "FAILED",
  );
  removeUploadItems(ended.map((item) => item.id));
}

function startNext(): void {
  for (const item of allUploadItems()) {
    if (running.size >= FILES_AT_ONCE) return;
    if (item.state === "QUEUED" && item.file && !running.has(item.id)) void run(item, item.file);
  }
}

async function run(item: UploadItem, file: File): Promise<void> {
  const stop = new AbortController();
  running.set(item.id, stop);
  changeUploadItem(item.id, { state: "RUNNING" });
  const { id, shareId, path, size, lastModified } = item;
  try {
    await transferFile({
      shareId,
      path,
      file,
      onConflict: item.onConflict,
      uploadId: item.uploadId,
      signal: stop.signal,
      onProgress: (sent) => changeUploadItem(id, { sent }),
      onBegun: (uploadId) => {
        changeUploadItem(id, { uploadId });
        rememberUpload({
          uploadId,
          userId: readerId,
          shareId,
          path,
          size,
          lastModified,
          begunAt: Date.now(),
        });
      },
    });
    changeUploadItem(id, { state: "DONE", sent: size, file: undefined });
    forgetUpload(uploadItem(id)?.uploadId ?? "");
    tellPages();
  } catch (error) {
    if (error instanceof NameTaken) meetTakenName(id);
    // A pause or an end by the reader has set its own state.
    else if (!stop.signal.aborted) {
      const failure =
        error instanceof UploadFailure ? error : new UploadFailure("server", { cause: error });
      changeUploadItem(id, {
        state: "FAILED",
        failure: { kind: failure.kind, sentence: failure.message },
      });
    }
  } finally {
    running.delete(id);
    startNext();
  }
}

function meetTakenName(id: string): void {
  const item = uploadItem(id);
  if (!item) return;
  const answer = decided.get(item.batch);
  if (answer === undefined) changeUploadItem(id, { state: "ASKING" });
  else decide(item, answer);
}

const TELL_EVERY = 700;
let told = 0;

/** The pages that show the folder load it again, not once for each of a thousand files. */
function tellPages(): void {
  if (told !== 0) return;
  told = window.setTimeout(() => {
    told = 0;
    void queryClient.invalidateQueries({ queryKey: ["file-entry"] });
  }, TELL_EVERY);
}

/** A connection that came back is worth another try of what failed by it. */
window.addEventListener("online", () => {
  const lost = allUploadItems().filter(
    (item) => item.failure?.kind === "network" || item.failure?.kind === "timeout",
  );
  resumeUploads(lost.map((item) => item.id));
});

/** Leaving the page would cut off what is under way; the browser asks in its own words. */
window.addEventListener("beforeunload", (event) => {
  const isUnderWay = (item: UploadItem) =>
    item.state === "QUEUED" || item.state === "RUNNING" || item.state === "ASKING";
  if (allUploadItems().some(isUnderWay)) event.preventDefault();
});
