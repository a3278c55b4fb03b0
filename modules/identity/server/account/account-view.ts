import { z } from "zod";
import { accountPage, DONE } from "../pages/account-page.ts";
import { deviceName } from "../provider/devices.ts";
import { listSessions } from "../provider/session-queries.ts";
import { listPasskeys } from "../second-factor/passkey-queries.ts";
import { countRecoveryCodes, findTotp } from "../second-factor/second-factor-queries.ts";
import type { AccountRequest } from "./account-session.ts";

interface Note {
  done?: string;
  problem?: string;
}

/** The account page as it is now, with what was done or went wrong. */
export async function showAccount(
  account: AccountRequest,
  note: Note = {},
  status = 200,
): Promise<void> {
  const { identity, realm, request, reply, login } = account;
  const view = await loadView(account);
  await identity.page(
    request,
    reply,
    (to, club) =>
      accountPage(to, club, {
        ...view,
        ...note,
        name: `${login.firstName} ${login.lastName}`.trim(),
        username: login.username,
        timeZone: realm.tenant.timeZone,
        profile: `${identity.browserOrigin(request).origin}/profile`,
      }),
    status,
  );
}

export function showProblem(account: AccountRequest, problem: string): Promise<void> {
  return showAccount(account, { problem }, 400);
}

/** Sends the browser to the page by GET: reloading it must not do the thing again. */
export function backToAccount({ realm, reply }: AccountRequest, done: keyof typeof DONE) {
  return reply.redirect(`${realm.path}/account?done=${done}`, 303);
}

export function openAccount(account: AccountRequest): Promise<void> {
  const query = z.object({ done: z.string().optional() }).catch({}).parse(account.request.query);
  const text =
    query.done === undefined || !Object.hasOwn(DONE, query.done) ? undefined : DONE[query.done];
  return showAccount(account, text === undefined ? {} : { done: text });
}

function loadView({ identity, realm, login, sessionUid }: AccountRequest) {
  return identity.services.database.read(realm.tenant.id, async (tx) => ({
    totp: (await findTotp(tx, login.id))?.confirmed === true,
    recoveryCodesLeft: await countRecoveryCodes(tx, login.id),
    passkeys: await listPasskeys(tx, login.id),
    sessions: (await listSessions(tx, login.id)).map(({ uid, userAgent, lastSeenAt }) => ({
      uid,
      lastSeenAt,
      device: deviceName(userAgent),
      current: uid === sessionUid,
    })),
  }));
}
