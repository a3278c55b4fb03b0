import pg from "pg";
import { EnvironmentError } from "./environment.ts";
import { applicationLogin, withClient } from "./database/migrate.ts";

/** What PostgreSQL says to a wrong password. */
const WRONG_PASSWORD = "28P01";

/**
 * Refuses a secret that is not the one of this database's servers: in a shell without their
 * variables a new one would be made, the servers would lose their login, and nothing that was kept
 * with theirs could ever be opened. Their own login, derived from it, tells. A database without any
 * schema has no servers.
 */
export async function refuseWrongSecret(
  owner: pg.Client,
  ownerUrl: string,
  secret: string,
): Promise<void> {
  const { role, url } = applicationLogin(ownerUrl, secret);
  const { rows } = await owner.query(
    "SELECT 1 FROM pg_roles WHERE rolname = $1 AND to_regclass('operations_migrations.migration') IS NOT NULL",
    [role],
  );
  // No server has ever started on this database.
  if (rows.length === 0) return;
  await refusingWrongPassword(() => withClient(url, async () => {}));
}

/** Does something with a password that is derived from the secret. */
export async function refusingWrongPassword<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.code !== WRONG_PASSWORD) throw error;
    throw new EnvironmentError(
      "Das Geheimnis passt nicht zu dieser Datenbank. Bitte setzen Sie APP_SECRET oder DATA_DIR so wie beim Server, sonst ließe sich nichts mehr öffnen, was er verschlossen hat. Es wurde nichts verändert.",
    );
  });
}
