import { expect, test } from "vitest";
import { snapshotOf, type UploadItem, type UploadState } from "./upload-items.ts";

function item(state: UploadState, size: number, sent: number): UploadItem {
  return {
    id: crypto.randomUUID(),
    batch: "b",
    shareId: "s",
    path: "a.txt",
    size,
    lastModified: 0,
    file: undefined,
    sent,
    state,
    failure: undefined,
    onConflict: "FAIL",
    uploadId: undefined,
  };
}

test("progress counts bytes of all files but skipped ones; a finished file counts whole", () => {
  const all = snapshotOf([
    item("DONE", 100, 90),
    item("RUNNING", 300, 60),
    item("SKIPPED", 1000, 0),
    item("QUEUED", 100, 0),
  ]);
  expect(all).toMatchObject({ files: 3, done: 1, failed: 0, bytes: 500, sent: 160, active: true });
});

test("paused, failed and interrupted uploads move nothing", () => {
  expect(
    snapshotOf([
      item("PAUSED", 1, 0),
      item("FAILED", 1, 0),
      item("INTERRUPTED", 1, 0),
      item("DONE", 1, 1),
    ]),
  ).toMatchObject({ active: false, failed: 1 });
});
