import { rm } from "node:fs/promises";
import { type Installation, openInstallation } from "#apps/server/installation.ts";
import { readEnvironment } from "#platform/server/environment.ts";
import { migrate, withClient } from "#platform/server/database/migrate.ts";
import { pino } from "pino";
import { seed, type TenantPlan } from "./seed.ts";

const SECRET = "the secret of the bench, long enough";

/** Settings of the server under test; the bench opens the same installation beside it. */
export function serverSettings(dataDir: string, port: number): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://{tenant}.verein.localhost:${port}`,
    DEFAULT_TENANT: "klein",
    APP_SECRET: SECRET,
  };
}

export function openBeside(settings: Record<string, string>): Promise<Installation> {
  return openInstallation(
    readEnvironment({ ...settings, NODE_ENV: "production", DEMO: "0" }),
    pino({ level: "warn" }),
  );
}

/** Connection of the role the product's requests run under. */
export function applicationUrl({ ownerUrl }: Installation): Promise<string> {
  return migrate(ownerUrl, SECRET);
}

/** Makes and fills the installation unless it is there already; returns the seconds it took. */
export async function prepare(
  settings: Record<string, string>,
  plans: readonly TenantPlan[],
): Promise<number> {
  const begun = performance.now();
  const installation = await openBeside(settings);
  try {
    const tenants = await withClient(
      installation.ownerUrl,
      async (client) =>
        (await client.query<{ count: number }>("SELECT count(*)::int AS count FROM tenant")).rows[0]
          ?.count,
    );
    if (tenants === 0) await seed(installation.ownerUrl, plans);
    else if (tenants !== plans.length)
      throw new Error(`${settings["DATA_DIR"]} holds ${tenants} tenants, not ${plans.length}`);
  } finally {
    await installation.close();
  }
  return (performance.now() - begun) / 1000;
}

export async function remove(dataDir: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
}
