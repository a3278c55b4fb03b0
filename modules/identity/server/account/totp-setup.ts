import QRCode from "qrcode";
import { z } from "zod";
import { mailNotice } from "../logins/mails.ts";
import { recoveryCodesPage, totpSetupPage } from "../pages/account-page.ts";
import { newRecoveryCodes } from "../second-factor/recovery-codes.ts";
import { deleteTotp, findTotp } from "../second-factor/second-factor-queries.ts";
import { acceptTotp, beginTotp, totpAddress, unconfirmedSecret } from "../second-factor/totp.ts";
import type { AccountRequest } from "./account-session.ts";
import { backToAccount, showAccount, showProblem } from "./account-view.ts";
import {
  confirmationPath,
  hasJustLoggedIn,
  isConfirmed,
  rememberConfirmation,
} from "./confirmation.ts";
import { isOwnPassword, limited } from "./confirm-password.ts";

const codeForm = z.object({ code: z.string().max(20) });
const changeForm = z.object({
  "totp-password": z.string().max(1_000),
  change: z.enum(["codes", "off"]),
});

/** Begins to set up an app, for one who has just logged in or confirms with the password. */
export async function beginTotpSetup(account: AccountRequest): Promise<unknown> {
  if (!isConfirmed(account)) return account.reply.redirect(confirmationPath(account, "totp"), 303);
  // One confirmation does not bring forth the next.
  if (hasJustLoggedIn(account)) rememberConfirmation(account);
  return showNewSecret(account);
}

/** Shows a new secret to be taken into an app. */
export async function showNewSecret(account: AccountRequest): Promise<void> {
  const { identity, login, write } = account;
  const secret = await write(async (tx) => {
    if ((await findTotp(tx, login.id))?.confirmed === true) return undefined;
    return beginTotp(identity.services, tx, login.id);
  });
  return secret === undefined ? showAccount(account) : showSecret(account, secret);
}

type Confirmation =
  | { kind: "nothing to confirm" }
  | { kind: "wrong"; secret: string }
  | { kind: "on"; recoveryCodes: string[] };

/** Switches the second step on once a first code is right. */
export async function confirmTotp(account: AccountRequest): Promise<unknown> {
  if (!isConfirmed(account)) return account.reply.redirect(confirmationPath(account, "totp"), 303);
  const code = codeForm.safeParse(account.request.body).data?.code ?? "";
  const result = await limited(
    account,
    () => confirm(account, code),
    ({ kind }) => kind === "on",
  );
  switch (result.kind) {
    case "on":
      return showRecoveryCodes(account, result.recoveryCodes);
    case "nothing to confirm":
      return showAccount(account);
    case "wrong":
      return showSecret(
        account,
        result.secret,
        "Der Code ist nicht richtig. Stimmt die Uhrzeit auf Ihrem Handy?",
      );
  }
}

function confirm({ identity, login, write }: AccountRequest, code: string): Promise<Confirmation> {
  const { services } = identity;
  return write(async (tx) => {
    const secret = await unconfirmedSecret(services, tx, login.id);
    if (secret === undefined) return { kind: "nothing to confirm" };
    if (!(await acceptTotp(services, tx, login.id, code))) return { kind: "wrong", secret };
    await mailNotice(
      services.environment,
      tx,
      login,
      "Zweiter Schritt eingeschaltet",
      "für Ihren Zugang wurde gerade der zweite Schritt mit einer Authenticator-App eingeschaltet.",
    );
    return { kind: "on", recoveryCodes: await newRecoveryCodes(services, tx, login.id) };
  });
}

/** New recovery codes, or no second step any more: only for one who knows the password. */
export async function changeTotp(account: AccountRequest): Promise<unknown> {
  const { identity, request, login, write } = account;
  const form = changeForm.safeParse(request.body);
  if (!form.success) return showProblem(account, "Bitte geben Sie Ihr Passwort ein.");
  if (!(await isOwnPassword(account, form.data["totp-password"])))
    return showProblem(account, "Das Passwort ist nicht richtig.");
  if (form.data.change === "codes") {
    const codes = await write((tx) => newRecoveryCodes(identity.services, tx, login.id));
    return showRecoveryCodes(account, codes);
  }
  await write(async (tx) => {
    await deleteTotp(tx, login.id);
    await mailNotice(
      identity.services.environment,
      tx,
      login,
      "Zweiter Schritt ausgeschaltet",
      "der zweite Schritt bei der Anmeldung wurde gerade ausgeschaltet.",
    );
  });
  return backToAccount(account, "totp-off");
}

function showRecoveryCodes({ identity, request, reply }: AccountRequest, codes: string[]) {
  return identity.page(request, reply, (to, club) => recoveryCodesPage(to, club, codes));
}

async function showSecret(
  { identity, realm, request, reply, login }: AccountRequest,
  secret: string,
  problem?: string,
): Promise<void> {
  const { clubName } = await identity.realms.look(realm);
  const address = totpAddress(secret, clubName, login.username);
  const qr = await QRCode.toDataURL(address, { margin: 1, width: 200 });
  const view = { qr, secret, ...(problem === undefined ? {} : { problem }) };
  await identity.page(
    request,
    reply,
    (to, club) => totpSetupPage(to, club, view),
    problem === undefined ? 200 : 400,
  );
}
