import { deleteOtherSessions, deleteSession } from "../provider/session-queries.ts";
import type { AccountRequest } from "./account-session.ts";
import { backToAccount } from "./account-view.ts";

export async function endOneSession(account: AccountRequest) {
  const { uid } = account.request.params as { uid: string };
  await account.write((tx) => deleteSession(tx, account.login.id, uid));
  return backToAccount(account, "session");
}

export async function endOtherSessions(account: AccountRequest) {
  const { login, sessionUid } = account;
  await account.write((tx) => deleteOtherSessions(tx, login.id, sessionUid));
  return backToAccount(account, "sessions");
}
