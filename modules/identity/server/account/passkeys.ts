import { z } from "zod";
import { notFound } from "#platform/server/http/app-error.ts";
import { deletePasskey } from "../second-factor/passkey-queries.ts";
import { passkeyRegistrationOptions, registerPasskey } from "../second-factor/register-passkey.ts";
import type { AccountRequest } from "./account-session.ts";
import { backToAccount } from "./account-view.ts";
import { confirmationPath, isConfirmed } from "./confirmation.ts";

/** Offers to make a passkey, to one who has just logged in or confirmed with the password. */
export async function offerPasskey(account: AccountRequest) {
  const { identity, request, reply, login } = account;
  if (!isConfirmed(account))
    return reply.code(403).send({
      detail: "Bitte bestätigen Sie zuerst mit Ihrem Passwort, dass Sie es sind.",
      confirmAt: confirmationPath(account, "passkey"),
    });
  return reply.send(await passkeyRegistrationOptions(identity, request, reply, login));
}

/** The challenge was made after the person had confirmed, and lasts some minutes. */
export async function savePasskey({ identity, request, reply, login }: AccountRequest) {
  await registerPasskey(identity, request, login);
  return reply.send({});
}

/** Removes a passkey, for one who has just logged in or confirmed with the password. */
export async function removePasskey(account: AccountRequest) {
  const { data } = z.object({ id: z.uuid() }).safeParse(account.request.params);
  if (data === undefined) throw notFound();
  if (!isConfirmed(account))
    return account.reply.redirect(confirmationPath(account, "passkey-removal"), 303);
  await account.write((tx) => deletePasskey(tx, account.login.id, data.id));
  return backToAccount(account, "passkey-off");
}
