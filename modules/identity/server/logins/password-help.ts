import { z } from "zod";
import { systemActor } from "#platform/server/database/database.ts";
import type { JobHandler } from "#platform/server/jobs/jobs.ts";
import type { Services } from "#platform/server/services.ts";
import { findLoginsByIdentifier } from "./login-queries.ts";
import { mailAddressOf, mailInvitation, mailPasswordReset } from "./mails.ts";

export const PASSWORD_HELP_JOB = "identity.password-help";

const passwordHelp = z.object({ identifier: z.string() });

/**
 * Mails a link to everybody whom the given name or address stands for. Whether there is such a
 * person nobody is told.
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
