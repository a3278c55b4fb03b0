import { findLoginSummaries, type LoginSummary } from "#modules/identity/server/public.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { Refusal } from "#platform/server/refusal.ts";

/**
 * Returns the login that is meant by its name, or by its member's number or address.
 * @throws Refusal when there is none, or several: then they are named.
 */
export async function findLogin(
  tx: ReadTx,
  club: string,
  identifier: string,
): Promise<LoginSummary> {
  const found = await findLoginSummaries(tx, identifier);
  const [login, ...others] = found;
  if (login === undefined)
    throw new Refusal(
      `Einen Zugang „${identifier}“ gibt es in diesem Verein nicht. Alle zeigt: vereinsheim user list ${club}`,
    );
  if (others.length > 0) {
    const lines = found.map(({ username, name }) => `  ${username}\t${name}`);
    throw new Refusal(
      `Auf „${identifier}“ passen mehrere Zugänge. Bitte nehmen Sie den Benutzernamen:\n${lines.join("\n")}`,
    );
  }
  return login;
}
