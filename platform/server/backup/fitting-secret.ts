import pg from "pg";
import { applicationLogin, withClient } from "../migrate.ts";
import { BackupRefusal } from "./format.ts";

/**
 * Refuses a secret that is not the one of this database's servers: in a shell without their variables a new one would be
 * made, and nothing that it is kept with could ever be opened. The servers' own login, derived from it, tells.
 */
export async function refuseWrongSecret(owner: pg.Client, ownerUrl: string, secret: string): Promise<void> {
  const { role, url } = applicationLogin(ownerUrl, secret);
  const { rows } = await owner.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [role]);
  // No server has ever started on this database.
  if (rows.length === 0) return;
  await withClient(url, async () => {}).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.code !== "28P01") throw error;
    throw new BackupRefusal(
      "Das Geheimnis passt nicht zu dieser Datenbank. Bitte setzen Sie APP_SECRET oder DATA_DIR so wie beim Server, sonst ließe sich mit der Datei nichts mehr anfangen.",
    );
  });
}
