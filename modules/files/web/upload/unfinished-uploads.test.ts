import { expect, test } from "vitest";
import {
  forgetUpload,
  rememberUpload,
  unfinishedUploads,
  type UnfinishedUpload,
} from "./unfinished-uploads.ts";

function memoryStorage(initial: Record<string, string> = {}): Storage {
  const values = new Map(Object.entries(initial));
  return {
    length: 0,
    clear: () => values.clear(),
    key: () => null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

const HOUR = 3_600_000;
const upload = (uploadId: string, begunAt = Date.now()): UnfinishedUpload => ({
  uploadId,
  userId: "u",
  shareId: "s",
  path: "Fotos/a.jpg",
  size: 5_000_000,
  lastModified: 1,
  begunAt,
});

test("an upload is remembered until it is done, or a day", () => {
  const storage = memoryStorage();
  rememberUpload(upload("1"), storage);
  rememberUpload(upload("2"), storage);
  rememberUpload(upload("2"), storage);
  expect(unfinishedUploads(storage).map((one) => one.uploadId)).toEqual(["1", "2"]);
  forgetUpload("1", storage);
  expect(unfinishedUploads(storage).map((one) => one.uploadId)).toEqual(["2"]);
  expect(unfinishedUploads(storage, Date.now() + 25 * HOUR)).toEqual([]);
});

test("nonsense in the browser's memory is no upload", () => {
  for (const stored of ["", "{", "null", "5", '[1,null,{"uploadId":"x"}]']) {
    expect(unfinishedUploads(memoryStorage({ unfinishedUploads: stored }))).toEqual([]);
  }
});
