import { z } from "zod";
import { confirmationPage } from "../pages/confirmation-page.ts";
import { unlessTooMany } from "../sign-in/interaction.ts";
import type { AccountRequest } from "./account-session.ts";
import { backToAccount } from "./account-view.ts";
import { rememberConfirmation, type Purpose, PURPOSES } from "./confirmation.ts";
import { isOwnPassword } from "./confirm-password.ts";
import { showNewSecret } from "./totp-setup.ts";

const wish = z.object({ purpose: z.enum(PURPOSES).catch("passkey") });
const form = wish.extend({ password: z.string().max(1_000).catch("") });

const DONE_BY_PURPOSE = { passkey: "confirmed", "passkey-removal": "confirmed-removal" } as const;

/** Shows the page that asks for the password before a way in changes. */
export function openConfirmation(account: AccountRequest): Promise<void> {
  return askForPassword(account, wish.parse(account.request.query).purpose);
}

/** Goes on with what was to be changed, for one who knows the password. */
export async function confirmIdentity(account: AccountRequest): Promise<unknown> {
  const given = form.parse(account.request.body ?? {});
  const tried = await unlessTooMany(account.reply, () => isOwnPassword(account, given.password));
  if ("tooMany" in tried) return askForPassword(account, given.purpose, 429, tried.tooMany);
  if (!tried.result)
    return askForPassword(account, given.purpose, 400, "Das Passwort ist nicht richtig.");
  rememberConfirmation(account);
  return given.purpose === "totp"
    ? showNewSecret(account)
    : backToAccount(account, DONE_BY_PURPOSE[given.purpose]);
}

async function askForPassword(
  { identity, request, reply, login }: AccountRequest,
  purpose: Purpose,
  status = 200,
  problem?: string,
): Promise<void> {
  const view = { purpose, username: login.username, ...(problem === undefined ? {} : { problem }) };
  await identity.page(request, reply, (realm, club) => confirmationPage(realm, club, view), status);
}
