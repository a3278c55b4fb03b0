import { z } from "zod";
import { systemActor, type WriteTx } from "#platform/server/database/database.ts";
import { addressKey } from "#platform/server/http/rate-limits.ts";
import { findLogin, mayLogIn } from "../logins/login-queries.ts";
import { mailNotice } from "../logins/mails.ts";
import { secondFactorPage } from "../pages/login-pages.ts";
import { readEncryptedCookie, writeEncryptedCookie } from "../realm/encrypted-cookie.ts";
import type { IdentityServer } from "../realm/identity-server.ts";
import { acceptRecoveryCode } from "../second-factor/recovery-codes.ts";
import { acceptTotp } from "../second-factor/totp.ts";
import { forgetCodeTries, takeCodeTry } from "./guessing-limits.ts";
import { finishInteraction, type Interaction, unlessTooMany } from "./interaction.ts";

const COOKIE = "login_second_step";
const COOKIE_SECONDS = 5 * 60;

const codeForm = z.object({ code: z.string().max(100) });
const passedFirstStep = z.object({ loginId: z.string(), uid: z.string() });

/** The password was right: the browser carries that to the page of the code. */
export async function askForSecondFactor(interaction: Interaction, loginId: string) {
  const { identity, request, reply, uid, action } = interaction;
  writeEncryptedCookie(identity, request, reply, {
    name: COOKIE,
    path: action,
    seconds: COOKIE_SECONDS,
    value: { loginId, uid },
  });
  return reply.redirect(`${action}/second-factor`, 303);
}

export async function openSecondFactor(interaction: Interaction): Promise<unknown> {
  const { reply, action } = interaction;
  return passedLoginId(interaction) === undefined ? reply.redirect(action, 303) : show(interaction);
}

export async function submitSecondFactor(interaction: Interaction): Promise<unknown> {
  const { identity, realm, request, reply, action } = interaction;
  const loginId = passedLoginId(interaction);
  if (loginId === undefined) return reply.redirect(action, 303);
  const code = codeForm.safeParse(request.body).data?.code ?? "";
  if (code.trim() === "") return show(interaction, "Bitte geben Sie einen Code ein.", 400);
  const { rateLimits, database } = identity.services;
  const address = addressKey(request);
  const taken = await unlessTooMany(reply, () =>
    takeCodeTry(rateLimits, realm.tenant.id, loginId, address),
  );
  if ("tooMany" in taken) return show(interaction, taken.tooMany, 429);
  const accepted = await database.write(realm.tenant.id, systemActor("Anmeldung"), (tx) =>
    acceptCode(identity, tx, loginId, code),
  );
  if (!accepted)
    return show(interaction, "Dieser Code ist nicht richtig oder wurde schon benutzt.", 401);
  await forgetCodeTries(rateLimits, realm.tenant.id, loginId, address);
  return reply.redirect(await finishInteraction(interaction, loginId, ["pwd", "otp"]), 303);
}

/** A code of the app, or one of the recovery codes: its owner is told of that. */
async function acceptCode(
  { services }: IdentityServer,
  tx: WriteTx,
  loginId: string,
  code: string,
): Promise<boolean> {
  const login = await findLogin(tx, loginId);
  if (login === undefined || !mayLogIn(login)) return false;
  if (await acceptTotp(services, tx, loginId, code)) return true;
  if (!(await acceptRecoveryCode(services, tx, loginId, code))) return false;
  await mailNotice(
    services.environment,
    tx,
    login,
    "Wiederherstellungscode benutzt",
    "mit einem Ihrer Wiederherstellungscodes wurde gerade eine Anmeldung bestätigt. Jeder Code gilt nur einmal.",
  );
  return true;
}

/** Returns whose password was right in this very login. */
function passedLoginId({ identity, request, uid }: Interaction): string | undefined {
  const passed = readEncryptedCookie(identity, request, COOKIE, passedFirstStep);
  return passed?.uid === uid ? passed.loginId : undefined;
}

async function show(
  { identity, request, reply, action }: Interaction,
  problem?: string,
  status = 200,
): Promise<void> {
  const view = { action, ...(problem === undefined ? {} : { problem }) };
  await identity.page(request, reply, (realm, club) => secondFactorPage(realm, club, view), status);
}
