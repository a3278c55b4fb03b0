import type pg from "pg";
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
  await allowActingAsApplication(client);
  return async (work) => {
    await client.query("SET LOCAL ROLE vereinsheim_app");
    const result = await work();
    await client.query("RESET ROLE");
    return result;
  };
}
