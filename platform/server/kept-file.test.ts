import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepFirst, keptIn } from "./kept-file.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kept-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("keeps the first word, also where its folder has to be made", async () => {
  const path = join(folder, "new", "data", "word");
  expect(await keptIn(path)).toBeUndefined();
  expect(await keepFirst(path, "first")).toBe("first");
  expect(await keepFirst(path, "second")).toBe("first");
  expect(await keptIn(path)).toBe("first");
  expect(await readdir(join(folder, "new", "data"))).toEqual(["word"]);
});

test("whoever starts at the same moment gets the same word", async () => {
  const path = join(folder, "word");
  const words = await Promise.all(
    Array.from({ length: 20 }, (_, number) => keepFirst(path, `word ${number}`)),
  );
  expect(new Set(words).size).toBe(1);
});

test("an empty file, left behind by a kill, is filled", async () => {
  const path = join(folder, "word");
  await writeFile(path, "");
  expect(await keepFirst(path, "made")).toBe("made");
});
