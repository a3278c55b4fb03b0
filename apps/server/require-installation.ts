import { access } from "node:fs/promises";
import { join } from "node:path";
import { type Environment, EnvironmentError } from "#platform/server/environment.ts";

/**
 * Refuses a folder without an embedded database: a secret alone, as a start leaves it that was
 * broken off, is no installation. Whether a database elsewhere has one, only that can tell.
 */
export async function requireInstallation({ dataDir, databaseUrl }: Environment): Promise<void> {
  if (databaseUrl !== undefined) return;
  const isThere = await access(join(dataDir, "postgres", "PG_VERSION")).then(
    () => true,
    () => false,
  );
  if (!isThere)
    throw new EnvironmentError(
      `In ${dataDir} ist noch keine Installation: Der Ordner ist leer oder ein anderer gemeint.`,
    );
}
