import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("the library is loaded without a word, whatever Node it is", async () => {
  const started = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, "library.ts"),
  ]);
  expect(started).toMatchObject({ stdout: "", stderr: "" });
});
