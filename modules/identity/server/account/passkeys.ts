import { z } from "zod";
import { notFound } from "#platform/server/http/app-error.ts";
import { deletePasskey } from "../second-factor/passkey-queries.ts";
import { passkeyRegistrationOptions, registerPasskey } from "../second-factor/register-passkey.ts";
import type { AccountRequest } from "./account-session.ts";
import { backToAccount } from "./account-view.ts";

export async function offerPasskey({ identity, request, reply, login }: AccountRequest) {
  return reply.send(await passkeyRegistrationOptions(identity, request, reply, login));
}

export async function savePasskey({ identity, request, reply, login }: AccountRequest) {
  await registerPasskey(identity, request, login);
  return reply.send({});
}

export async function removePasskey(account: AccountRequest) {
  const { data } = z.object({ id: z.uuid() }).safeParse(account.request.params);
  if (data === undefined) throw notFound();
  await account.write((tx) => deletePasskey(tx, account.login.id, data.id));
  return backToAccount(account, "passkey-off");
}
