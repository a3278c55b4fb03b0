import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Environment, EnvironmentError } from "#platform/server/environment.ts";

const run = promisify(execFile);
const ROOT = 0;

type Place = Pick<Environment, "dataDir">;

/**
 * Refuses an operator who is not the one whose installation it is, before anything is touched. Root
 * could go on, but what it makes in the folder the server could not read any more.
 */
export async function requireOwner({ dataDir }: Place): Promise<void> {
  const secret = join(dataDir, "secret");
  await refuseRoot(dataDir, [secret, join(dataDir, "files"), dataDir]);
  await refuseStranger(secret, constants.R_OK);
  await refuseStranger(join(dataDir, "files"), constants.R_OK | constants.W_OK | constants.X_OK);
}

/**
 * The same for the server: a folder without an installation, a mounted one for example, may be
 * anybody's.
 */
export async function requireOwnerToServe({ dataDir }: Place): Promise<void> {
  const secret = join(dataDir, "secret");
  await refuseRoot(dataDir, [secret]);
  await refuseStranger(secret, constants.R_OK);
}

/** The first that is there tells whose installation it is; one that root made stays root's. */
async function refuseRoot(dataDir: string, places: readonly string[]): Promise<void> {
  if (process.getuid?.() !== ROOT) return;
  for (const place of places) {
    const owner = await ownerOf(place);
    if (owner === ROOT) return;
    if (owner === undefined) continue;
    const name = await nameOf(owner);
    throw new EnvironmentError(
      `Der Ordner ${dataDir} gehört dem Benutzer „${name}“. Bitte rufen Sie dies als dieser auf, zum Beispiel mit: sudo -u ${name} … Es wurde nichts verändert.`,
    );
  }
}

async function refuseStranger(place: string, mode: number): Promise<void> {
  const refused = await access(place, mode).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === "EACCES" || error.code === "EPERM",
  );
  if (!refused) return;
  const [me, owner] = [process.getuid?.(), await ownerOf(place)];
  const whose = owner === undefined ? "" : ` Der Ordner gehört „${await nameOf(owner)}“.`;
  throw new EnvironmentError(
    `Auf ${place} dürfen Sie als „${await nameOf(me ?? ROOT)}“ nicht zugreifen.${whose} Bitte rufen Sie dies als der Benutzer auf, unter dem der Server läuft. Es wurde nichts verändert.`,
  );
}

async function ownerOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ uid }) => uid,
    () => undefined,
  );
}

/** Returns a user's name; the number where there is none. */
function nameOf(uid: number): Promise<string> {
  return run("id", ["-nu", String(uid)]).then(
    ({ stdout }) => stdout.trim(),
    () => String(uid),
  );
}
