import { stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";

/** Bytes of the disk that a path lies on. */
export interface Space {
  /** What an ordinary user may still write. */
  free: number;
  total: number;
}

/** Returns the space of the disk that a path lies on, or will lie on once it is made. */
export async function freeSpace(path: string): Promise<Space> {
  const { bavail, blocks, bsize } = await atNearest(path, (folder) => statfs(folder));
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Returns the number of the disk that a path lies on, or will lie on once it is made. */
export async function deviceOf(path: string): Promise<number> {
  return (await atNearest(path, (folder) => stat(folder))).dev;
}

/** Asks of the path, or of the nearest folder above it that is there. */
async function atNearest<T>(path: string, ask: (path: string) => Promise<T>): Promise<T> {
  try {
    return await ask(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" || path === dirname(path)) throw error;
    return atNearest(dirname(path), ask);
  }
}

/** Whether a write failed because its disk, or its owner's part of it, is full. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOSPC" || code === "EDQUOT";
}
