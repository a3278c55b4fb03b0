import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createShare, saveFile } from "#modules/files/server/public.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { Services } from "#platform/server/services.ts";

/** Invented pictures; each notes the day it was taken, as a camera does. */
const FEAST = ["aufbau", "einmarsch", "turnier", "kinder", "zelt", "abend"];
const OTHERS: readonly [path: string, picture: string][] = [
  ["Wandertag/Aufbruch.jpg", "wanderung"],
  ["Wandertag/Am Ziel.jpg", "gipfel"],
  ["Training der C-Jugend.jpg", "training"],
];

/** Two galleries for everybody; the youth leaders may add to one of them. */
export async function sharePictures(
  tx: WriteTx,
  { blobs }: Pick<Services, "blobs">,
  groupIds: ReadonlyMap<string, string>,
): Promise<void> {
  const save = (share: string, path: string, picture: string) =>
    saveFile(
      tx,
      blobs,
      share,
      path,
      createReadStream(join(import.meta.dirname, "pictures", `${picture}.jpg`)),
    );
  const feast = await createShare(tx, { name: "Sommerfest", kind: "IMAGES" });
  for (const [index, picture] of FEAST.entries())
    await save(feast, `Sommerfest ${String(index + 1).padStart(2, "0")}.jpg`, picture);
  const year = await createShare(tx, {
    name: "Vereinsleben",
    kind: "IMAGES",
    grants: [
      { subject: "ALL", id: null, access: "READ" },
      { subject: "GROUP", id: groupIds.get("Fußball") ?? null, access: "WRITE" },
    ],
  });
  for (const [path, picture] of OTHERS) await save(year, path, picture);
}
