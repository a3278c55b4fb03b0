import { z } from "zod";
import { systemActor } from "#platform/server/database/database.ts";
import { job } from "#platform/server/jobs/job.ts";
import { findLoginsByIdentifier } from "./login-queries.ts";
import { mailAddressOf, mailInvitation, mailPasswordReset } from "./mails.ts";

/**
 * Mails a link to everyone whom the given name or address stands for. The caller does not learn
 * whether there is such a person.
 */
export const sendPasswordHelp = job({
  id: "identity:send-password-help",
  formerly: ["identity.password-help"],
  payload: z.strictObject({ identifier: z.string() }),
  handler:
    ({ environment }) =>
    async ({ identifier }, { tenantId, database }) => {
      await database.write(tenantId, systemActor("Anmeldung"), async (tx) => {
        for (const login of await findLoginsByIdentifier(tx, identifier)) {
          const address = mailAddressOf(login);
          if (address === undefined || !login.memberActive || login.state === "DISABLED") continue;
          if (login.state === "INVITED") await mailInvitation(environment, tx, login, address);
          else await mailPasswordReset(environment, tx, login, address);
        }
      });
    },
});
