import { z } from "zod";
import { revokeActionTokens } from "../logins/action-token-queries.ts";
import { setPassword } from "../logins/login-queries.ts";
import { mailNotice } from "../logins/mails.ts";
import { hashPassword } from "../logins/passwords.ts";
import { deleteOtherSessions } from "../provider/session-queries.ts";
import { newPasswordProblem } from "../sign-in/new-password.ts";
import type { AccountRequest } from "./account-session.ts";
import { backToAccount, showProblem } from "./account-view.ts";
import { isOwnPassword } from "./confirm-password.ts";

const passwordForm = z.object({
  current: z.string().max(1_000),
  password: z.string().max(1_000),
  repeated: z.string().max(1_000),
});

/** Sets a new password for one who knows the old one; all other log-ins end. */
export async function changePassword(account: AccountRequest): Promise<unknown> {
  const { identity, realm, request, login } = account;
  const form = passwordForm.safeParse(request.body);
  if (!form.success) return showProblem(account, "Bitte füllen Sie alle Felder aus.");
  const { current, password, repeated } = form.data;
  if (!(await isOwnPassword(account, current)))
    return showProblem(account, "Das bisherige Passwort ist nicht richtig.");
  if (password !== repeated)
    return showProblem(account, "Die beiden Eingaben des neuen Passworts sind nicht gleich.");
  const problem = await newPasswordProblem(identity, realm, login, password);
  if (problem !== undefined) return showProblem(account, problem);
  await save(account, await hashPassword(password));
  return backToAccount(account, "password");
}

async function save(
  { identity, login, sessionUid, write }: AccountRequest,
  passwordHash: string,
): Promise<void> {
  await write(async (tx) => {
    await setPassword(tx, login.id, passwordHash);
    await revokeActionTokens(tx, [login.id]);
    await deleteOtherSessions(tx, login.id, sessionUid);
    await mailNotice(
      identity.services.environment,
      tx,
      login,
      "Ihr Passwort wurde geändert",
      "das Passwort Ihres Zugangs wurde gerade geändert. Alle Anmeldungen auf anderen Geräten wurden beendet.",
    );
  });
}
