import type pg from "pg";
import { rolesOf } from "#platform/server/database/schema/roles.ts";
import { allowActingAsApplication, seesAllTenants } from "../check/check-queries.ts";

/**
 * Returns what runs statements of the open transaction under the policies of everybody. Triggers
 * look around under the policies; a superuser is bound by none and would show them other clubs'
 * rows too.
 */
export async function asApplication(
  client: pg.Client,
): Promise<<T>(work: () => Promise<T>) => Promise<T>> {
  if (!(await seesAllTenants(client))) return (work) => work();
  const { app } = await rolesOf(client);
  await allowActingAsApplication(client, app);
  return async (work) => {
    await client.query(`SET LOCAL ROLE ${app}`);
    const result = await work();
    await client.query("RESET ROLE");
    return result;
  };
}
