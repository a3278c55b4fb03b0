import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import { diskBlobStore } from "#platform/server/blobs/disk-blobs.ts";
import { startEmbeddedPostgres } from "#platform/server/database/embedded/embedded-postgres.ts";

const PREFIX = ".restore-";
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** An installation of its own beside the real one, for as long as some work takes. */
export interface ScratchInstallation {
  folder: string;
  ownerUrl: string;
  blobs: BlobStore;
}

/** Does something with an empty scratch installation, of which nothing is left afterwards. */
export async function withScratchInstallation<T>(
  dataDir: string,
  work: (scratch: ScratchInstallation) => Promise<T>,
): Promise<T> {
  await mkdir(dataDir, { recursive: true });
  await removeAbandoned(dataDir);
  const folder = await mkdtemp(join(dataDir, `${PREFIX}${process.pid}-`));
  const interrupted = () => void remove(folder).finally(() => process.exit(130));
  for (const signal of SIGNALS) process.on(signal, interrupted);
  try {
    const postgres = await startEmbeddedPostgres(folder, randomBytes(24).toString("hex"), {
      fast: true,
    });
    try {
      const blobs = diskBlobStore(join(folder, "files"));
      return await work({ folder, ownerUrl: postgres.url, blobs });
    } finally {
      await postgres.stop().catch(() => {});
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupted);
    await remove(folder);
  }
}

async function remove(folder: string): Promise<void> {
  // A server that still sees a connection of ours on its way out did not stop.
  const pid = await postmasterOf(folder);
  if (pid !== undefined) endProcess(pid);
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

async function postmasterOf(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  return pid > 1 ? pid : undefined;
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGQUIT");
  } catch {
    // It has ended meanwhile.
  }
}

/**
 * Removes what killed processes left behind. Their PostgreSQL ends by itself, within a minute, once
 * its files are gone.
 */
async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const owner = Number(new RegExp(`^\\${PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (owner > 0 && owner !== process.pid && !isAlive(owner))
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 10 });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
