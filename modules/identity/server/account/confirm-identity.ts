import { z } from "zod";
import { confirmationPage } from "../pages/confirmation-page.ts";
import { unlessTooMany } from "../sign-in/interaction.ts";
import type { AccountRequest } from "./account-session.ts";
import { backToAccount } from "./account-view.ts";
import { rememberConfirmation, SET_UP, type SetUp } from "./confirmation.ts";
import { isOwnPassword } from "./confirm-password.ts";
import { showNewSecret } from "./totp-setup.ts";

const wish = z.object({ setUp: z.enum(SET_UP).catch("passkey") });
const form = wish.extend({ password: z.string().max(1_000).catch("") });

/** Shows the page that asks for the password before something is set up. */
export function openConfirmation(account: AccountRequest): Promise<void> {
  return askForPassword(account, wish.parse(account.request.query).setUp);
}

/** Goes on with what was to be set up, for one who knows the password. */
export async function confirmIdentity(account: AccountRequest): Promise<unknown> {
  const given = form.parse(account.request.body ?? {});
  const tried = await unlessTooMany(account.reply, () => isOwnPassword(account, given.password));
  if ("tooMany" in tried) return askForPassword(account, given.setUp, 429, tried.tooMany);
  if (!tried.result)
    return askForPassword(account, given.setUp, 400, "Das Passwort ist nicht richtig.");
  rememberConfirmation(account);
  return given.setUp === "totp" ? showNewSecret(account) : backToAccount(account, "confirmed");
}

async function askForPassword(
  { identity, request, reply, login }: AccountRequest,
  setUp: SetUp,
  status = 200,
  problem?: string,
): Promise<void> {
  const view = { setUp, username: login.username, ...(problem === undefined ? {} : { problem }) };
  await identity.page(
    request,
    reply,
    (realm, branding) => confirmationPage(realm, branding, view),
    status,
  );
}
