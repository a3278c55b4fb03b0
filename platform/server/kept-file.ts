import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Returns the word that a file keeps: `made` where there is none yet. Processes that start at the
 * same moment all get that of the first.
 */
export async function keepFirst(path: string, made: string): Promise<string> {
  const kept = await keptIn(path);
  if (kept !== undefined) return kept;
  // Under a name of its own first: a process that is killed here leaves none, never half of one.
  const own = `${path}.${randomBytes(6).toString("hex")}`;
  // With a database of its own and a given secret, nothing else may have made the folder.
  await mkdir(dirname(path), { recursive: true });
  try {
    const file = await open(own, "wx", 0o600);
    await file.writeFile(made);
    await file.sync();
    await file.close();
    await link(own, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
      // Another process was faster, and its word is everybody's; or the file is empty.
      if ((await keptIn(path)) === undefined) await rename(own, path);
    });
  } finally {
    await rm(own, { force: true });
  }
  return (await keptIn(path)) ?? made;
}

/** Returns the word that a file keeps. An empty file, left behind by a kill, keeps none. */
export async function keptIn(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").then(
    (word) => (word.trim() === "" ? undefined : word.trim()),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return undefined;
    },
  );
}
