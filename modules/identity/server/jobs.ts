import { z } from "zod";
import type { JobHandler } from "#platform/server/jobs/jobs.ts";
import { systemActor } from "#platform/server/database/database.ts";
import type { Services } from "#platform/server/services.ts";
import { deleteOldActionTokens } from "./logins/action-token-queries.ts";
import { mailAddressOf, mailInvitation, mailPasswordReset } from "./logins/mails.ts";
import { deleteExpiredRecords } from "./provider/record-queries.ts";
import { allTenantIds, findLoginsByIdentifier } from "./logins/login-queries.ts";

const passwordHelp = z.object({ identifier: z.string() });

/**
 * Mails a link to everybody the given name or address stands for; nobody is told when there is no
 * one.
 */
export function passwordHelpJob({ environment }: Services): JobHandler {
  return async (payload, { tenantId, database }) => {
    const { identifier } = passwordHelp.parse(payload);
    await database.write(tenantId, systemActor("Anmeldung"), async (tx) => {
      for (const login of await findLoginsByIdentifier(tx, identifier)) {
        const address = mailAddressOf(login);
        if (address === undefined || !login.memberActive || login.state === "DISABLED") continue;
        if (login.state === "INVITED") await mailInvitation(environment, tx, login, address);
        else await mailPasswordReset(environment, tx, login, address);
      }
    });
  };
}

/** Removes what has expired, tenant by tenant. */
export const sweepJob: JobHandler = async (_payload, { database, signal }) => {
  for (const tenantId of await allTenantIds(database)) {
    if (signal.aborted) return;
    await database.write(tenantId, systemActor(), async (tx) => {
      await deleteExpiredRecords(tx);
      await deleteOldActionTokens(tx);
    });
  }
};
