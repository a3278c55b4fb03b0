import { createAtom } from "@tanstack/react-store";
import type { UploadFailureKind } from "./upload-failure.ts";

export type UploadState =
  | "QUEUED"
  | "RUNNING"
  | "PAUSED"
  /** The name is taken; the reader decides. */
  | "ASKING"
  | "DONE"
  | "SKIPPED"
  | "FAILED"
  /** Begun before this page was loaded; goes on as soon as the reader chooses the file again. */
  | "INTERRUPTED";

export interface UploadItem {
  id: string;
  /** Files that were given together share an answer "for all". */
  batch: string;
  shareId: string;
  /** Full path within the share. */
  path: string;
  size: number;
  lastModified: number;
  /** Undefined for an interrupted upload until its file is chosen again. */
  file: File | undefined;
  sent: number;
  state: UploadState;
  failure: { kind: UploadFailureKind; sentence: string } | undefined;
  onConflict: "FAIL" | "REPLACE" | "RENAME";
  /** The server's name of a chunked upload, once begun. */
  uploadId: string | undefined;
}

export interface Uploads {
  items: readonly UploadItem[];
  /** Files and bytes of all items but skipped ones. */
  files: number;
  done: number;
  failed: number;
  bytes: number;
  sent: number;
  /** True while something moves or waits for its turn. */
  active: boolean;
}

const items = new Map<string, UploadItem>();
const NONE: Uploads = { items: [], files: 0, done: 0, failed: 0, bytes: 0, sent: 0, active: false };

/** All uploads of this page, for the panel. It outlives the pages on which they began. */
export const uploads = createAtom<Uploads>(NONE);

export function uploadItem(id: string): UploadItem | undefined {
  return items.get(id);
}

export function allUploadItems(): UploadItem[] {
  return [...items.values()];
}

export function putUploadItems(added: readonly UploadItem[]): void {
  for (const item of added) items.set(item.id, item);
  publish();
}

/** Changes an item; one that was taken away meanwhile stays away. */
export function changeUploadItem(id: string, change: Partial<UploadItem>): void {
  const item = items.get(id);
  if (!item) return;
  items.set(id, { ...item, ...change });
  publish();
}

export function removeUploadItems(ids: readonly string[]): void {
  for (const id of ids) items.delete(id);
  publish();
}

const PUBLISH_EVERY = 100;
let planned = false;

/** Progress of thousands of files must not draw the panel thousands of times. */
function publish(): void {
  if (planned) return;
  planned = true;
  setTimeout(() => {
    planned = false;
    uploads.set(snapshotOf([...items.values()]));
  }, PUBLISH_EVERY);
}

export function snapshotOf(list: readonly UploadItem[]): Uploads {
  const counted = list.filter((item) => item.state !== "SKIPPED");
  return {
    items: list,
    files: counted.length,
    done: counted.filter((item) => item.state === "DONE").length,
    failed: counted.filter((item) => item.state === "FAILED").length,
    bytes: counted.reduce((sum, item) => sum + item.size, 0),
    sent: counted.reduce((sum, item) => sum + (item.state === "DONE" ? item.size : item.sent), 0),
    active: counted.some(
      (item) => item.state === "QUEUED" || item.state === "RUNNING" || item.state === "ASKING",
    ),
  };
}
