import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Tells in a mail that became a file whose it is. Mails that go out do not say it. */
export const CLUB_HEADER = "X-Vereinsheim-Club";

/** The header stands among the first ones. */
const HEAD_BYTES = 8192;

/** Where mails become files while there is no mail server. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, "mail");
}

/** Removes the mails of one club that became files; returns how many. */
export async function removeMailFiles(dataDir: string, tenantId: string): Promise<number> {
  const folder = mailFolder(dataDir);
  const names = await readdir(folder).catch(() => [] as string[]);
  let removed = 0;
  for (const name of names) {
    const path = join(folder, name);
    if (!name.endsWith(".eml") || (await clubOf(path)) !== tenantId) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** Returns undefined for a mail of the installation, and for one that is gone meanwhile. */
async function clubOf(path: string): Promise<string | undefined> {
  const file = await open(path, "r").catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES));
    const [head = ""] = buffer.toString("latin1", 0, bytesRead).split("\r\n\r\n");
    return new RegExp(`^${CLUB_HEADER}: ([0-9a-f-]{36})\\r?$`, "im").exec(head)?.[1];
  } finally {
    await file.close();
  }
}
