import { z } from "zod";
import { systemActor } from "#platform/server/database/database.ts";
import { job } from "#platform/server/jobs/job.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { RateLimits } from "#platform/server/http/rate-limits.ts";
import { findLoginsForHelp, type Login } from "./login-queries.ts";
import { mailAddressOf, mailInvitation, mailPasswordReset } from "./mails.ts";

/** Mails of one account, whoever asks and under whichever name. */
const MAILS_OF_ACCOUNT = { points: 5, seconds: 60 * 60 };

/** Counts a mail that helps this person in; throws 429 when the mailbox has got enough of them. */
export async function takePasswordHelp(
  rateLimits: RateLimits,
  tenantId: string,
  memberId: string,
): Promise<void> {
  await rateLimits.consume("password-help-account", `${tenantId} ${memberId}`, MAILS_OF_ACCOUNT);
}

/**
 * Mails a link to everyone whom the given name or address stands for. The caller does not learn
 * whether there is such a person.
 */
export const sendPasswordHelp = job({
  id: "identity:send-password-help",
  formerly: ["identity.password-help"],
  payload: z.strictObject({ identifier: z.string() }),
  handler:
    ({ environment, rateLimits, log }) =>
    async ({ identifier }, { tenantId, database }) => {
      await database.write(tenantId, systemActor("Anmeldung"), async (tx) => {
        for (const login of await findLoginsForHelp(tx, identifier)) {
          const address = mailAddressOf(login);
          if (address === undefined || !login.memberActive || login.state === "DISABLED") continue;
          if (await hasEnough(rateLimits, tenantId, login)) {
            log.info({ loginId: login.id }, "no further mail for a forgotten password");
          } else if (login.state === "INVITED") {
            await mailInvitation(environment, tx, login, address);
          } else {
            await mailPasswordReset(environment, tx, login, address);
          }
        }
      });
    },
});

/** Returns true once the account has no mail left; whoever asked does not learn of it. */
async function hasEnough(
  rateLimits: RateLimits,
  tenantId: string,
  { memberId }: Login,
): Promise<boolean> {
  try {
    await takePasswordHelp(rateLimits, tenantId, memberId);
    return false;
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return true;
    throw error;
  }
}
