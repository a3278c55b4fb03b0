import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import QRCode from "qrcode";
import { z } from "zod";
import { AppError } from "#platform/server/http/app-error.ts";
import { addressKey } from "#platform/server/http/rate-limits.ts";
import { type AccountSession, accountSession, ownActor } from "./account-session.ts";
import { revokeActionTokens } from "../logins/action-token-queries.ts";
import { deviceName } from "../provider/devices.ts";
import type { IdentityServer } from "../realm/identity-server.ts";
import { mailNotice } from "../logins/mails.ts";
import { deleteSession, deleteSessionsOfLogin, listSessions } from "../provider/record-queries.ts";
import { accountPage, DONE, recoveryCodesPage, totpSetupPage } from "../pages/account-page.ts";
import { deletePasskey, listPasskeys } from "../second-factor/passkey-queries.ts";
import { passkeyRegistrationOptions, registerPasskey } from "../second-factor/passkeys.ts";
import { hashPassword, passwordMatches, passwordProblem } from "../logins/passwords.ts";
import { setPassword } from "../logins/login-queries.ts";
import {
  acceptTotp,
  beginTotp,
  newRecoveryCodes,
  totpAddress,
  unconfirmedSecret,
} from "../second-factor/second-factor.ts";
import {
  countRecoveryCodes,
  deleteTotp,
  findTotp,
} from "../second-factor/second-factor-queries.ts";
import { forgetCodeTries, takeCodeTry } from "../sign-in/sign-in.ts";

const passwordForm = z.object({
  current: z.string().max(1_000),
  password: z.string().max(1_000),
  repeated: z.string().max(1_000),
});
const changeForm = z.object({
  "totp-password": z.string().max(1_000),
  change: z.enum(["codes", "off"]),
});
const codeForm = z.object({ code: z.string().max(20) });
const WRONG_PASSWORD = "Das bisherige Passwort ist nicht richtig.";

type Handler = (
  request: FastifyRequest,
  reply: FastifyReply,
  session: AccountSession,
) => Promise<unknown>;

/** The account page behind Mein Profil: password, second step, passkeys, log-ins. */
export function accountRoutes(server: FastifyInstance, identity: IdentityServer): void {
  const { database, environment } = identity.services;

  /** Without a session the way leads through the application, which logs in. */
  const own = (handler: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await accountSession(identity, request, reply);
    if (session !== undefined) return handler(request, reply, session);
    if (request.headers["content-type"]?.startsWith("application/json"))
      throw new AppError("UNAUTHENTICATED");
    return reply.redirect(`${identity.browserOrigin(request).origin}/profile`, 303);
  };

  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { login, sessionUid }: AccountSession,
    note: { done?: string; problem?: string } = {},
    status = 200,
  ) => {
    const { tenant } = identity.realm(request);
    const view = await database.read(tenant.id, async (tx) => ({
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
    const profile = `${identity.browserOrigin(request).origin}/profile`;
    const name = `${login.firstName} ${login.lastName}`.trim();
    return identity.page(
      request,
      reply,
      (realm, branding) =>
        accountPage(realm, branding, {
          ...view,
          ...note,
          name,
          username: login.username,
          timeZone: tenant.timeZone,
          profile,
        }),
      status,
    );
  };

  const back = (request: FastifyRequest, reply: FastifyReply, done: keyof typeof DONE) =>
    reply.redirect(`${identity.realm(request).path}/account?done=${done}`, 303);

  server.get(
    "/account",
    own(async (request, reply, session) => {
      const { done } = z.object({ done: z.string().optional() }).catch({}).parse(request.query);
      const text = done === undefined || !Object.hasOwn(DONE, done) ? undefined : DONE[done];
      return show(request, reply, session, text === undefined ? {} : { done: text });
    }),
  );

  server.post(
    "/account/password",
    own(async (request, reply, session) => {
      const { login, sessionUid } = session;
      const realm = identity.realm(request);
      const form = passwordForm.safeParse(request.body);
      if (!form.success)
        return show(request, reply, session, { problem: "Bitte füllen Sie alle Felder aus." }, 400);
      const { current, password, repeated } = form.data;
      await takeCodeTry(identity.services, realm, login.id, addressKey(request));
      if (!(await passwordMatches(login.passwordHash, current)))
        return show(request, reply, session, { problem: WRONG_PASSWORD }, 400);
      await forgetCodeTries(identity.services, realm, login.id, addressKey(request));
      if (password !== repeated)
        return show(
          request,
          reply,
          session,
          { problem: "Die beiden Eingaben des neuen Passworts sind nicht gleich." },
          400,
        );
      const { clubName } = await identity.realms.branding(realm);
      const problem = await passwordProblem(password, [
        login.username,
        login.firstName,
        login.lastName,
        login.email ?? "",
        clubName,
      ]);
      if (problem !== undefined) return show(request, reply, session, { problem }, 400);
      const passwordHash = await hashPassword(password);
      await database.write(realm.tenant.id, ownActor(login), async (tx) => {
        await setPassword(tx, login.id, passwordHash);
        await revokeActionTokens(tx, login.id);
        await deleteSessionsOfLogin(tx, login.id, sessionUid);
        await mailNotice(
          environment,
          tx,
          login,
          "Ihr Passwort wurde geändert",
          "das Passwort Ihres Zugangs wurde gerade geändert. Alle Anmeldungen auf anderen Geräten wurden beendet.",
        );
      });
      return back(request, reply, "password");
    }),
  );

  const setup = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { login }: AccountSession,
    secret: string,
    problem?: string,
  ) => {
    const { clubName } = await identity.realms.branding(identity.realm(request));
    const qr = await QRCode.toDataURL(totpAddress(secret, clubName, login.username), {
      margin: 1,
      width: 200,
    });
    return identity.page(
      request,
      reply,
      (realm, branding) =>
        totpSetupPage(realm, branding, {
          qr,
          secret,
          ...(problem === undefined ? {} : { problem }),
        }),
      problem === undefined ? 200 : 400,
    );
  };

  server.post(
    "/account/totp/begin",
    own(async (request, reply, session) => {
      const { login } = session;
      const secret = await database.write(
        identity.realm(request).tenant.id,
        ownActor(login),
        async (tx) => {
          if ((await findTotp(tx, login.id))?.confirmed === true) return undefined;
          return beginTotp(identity.services, tx, login.id);
        },
      );
      return secret === undefined
        ? show(request, reply, session)
        : setup(request, reply, session, secret);
    }),
  );

  server.post(
    "/account/totp/confirm",
    own(async (request, reply, session) => {
      const { login } = session;
      const realm = identity.realm(request);
      const code = codeForm.safeParse(request.body).data?.code ?? "";
      await takeCodeTry(identity.services, realm, login.id, addressKey(request));
      const result = await database.write(realm.tenant.id, ownActor(login), async (tx) => {
        const secret = await unconfirmedSecret(identity.services, tx, login.id);
        if (secret === undefined) return { kind: "none" as const };
        if (!(await acceptTotp(identity.services, tx, login.id, code)))
          return { kind: "wrong" as const, secret };
        const codes = await newRecoveryCodes(identity.services, tx, login.id);
        await mailNotice(
          environment,
          tx,
          login,
          "Zweiter Schritt eingeschaltet",
          "für Ihren Zugang wurde gerade der zweite Schritt mit einer Authenticator-App eingeschaltet.",
        );
        return { kind: "on" as const, codes };
      });
      if (result.kind === "on")
        await forgetCodeTries(identity.services, realm, login.id, addressKey(request));
      if (result.kind === "none") return show(request, reply, session);
      if (result.kind === "wrong")
        return setup(
          request,
          reply,
          session,
          result.secret,
          "Der Code ist nicht richtig. Stimmt die Uhrzeit auf Ihrem Handy?",
        );
      return identity.page(request, reply, (to, branding) =>
        recoveryCodesPage(to, branding, result.codes),
      );
    }),
  );

  server.post(
    "/account/totp/change",
    own(async (request, reply, session) => {
      const { login } = session;
      const realm = identity.realm(request);
      const form = changeForm.safeParse(request.body);
      if (!form.success)
        return show(request, reply, session, { problem: "Bitte geben Sie Ihr Passwort ein." }, 400);
      await takeCodeTry(identity.services, realm, login.id, addressKey(request));
      if (!(await passwordMatches(login.passwordHash, form.data["totp-password"])))
        return show(request, reply, session, { problem: "Das Passwort ist nicht richtig." }, 400);
      await forgetCodeTries(identity.services, realm, login.id, addressKey(request));
      if (form.data.change === "codes") {
        const codes = await database.write(realm.tenant.id, ownActor(login), (tx) =>
          newRecoveryCodes(identity.services, tx, login.id),
        );
        return identity.page(request, reply, (to, branding) =>
          recoveryCodesPage(to, branding, codes),
        );
      }
      await database.write(realm.tenant.id, ownActor(login), async (tx) => {
        await deleteTotp(tx, login.id);
        await mailNotice(
          environment,
          tx,
          login,
          "Zweiter Schritt ausgeschaltet",
          "der zweite Schritt bei der Anmeldung wurde gerade ausgeschaltet.",
        );
      });
      return back(request, reply, "totp-off");
    }),
  );

  server.post(
    "/account/passkey-options",
    own(async (request, reply, { login }) =>
      reply.send(await passkeyRegistrationOptions(identity, request, reply, login)),
    ),
  );

  server.post(
    "/account/passkey",
    own(async (request, reply, { login }) => {
      await registerPasskey(identity, request, login);
      return reply.send({});
    }),
  );

  server.post(
    "/account/passkeys/:id/remove",
    own(async (request, reply, { login }) => {
      const { id } = z.object({ id: z.uuid() }).parse(request.params);
      await database.write(identity.realm(request).tenant.id, ownActor(login), (tx) =>
        deletePasskey(tx, login.id, id),
      );
      return back(request, reply, "passkey-off");
    }),
  );

  server.post(
    "/account/sessions/:uid/end",
    own(async (request, reply, { login }) => {
      const { uid } = request.params as { uid: string };
      await database.write(identity.realm(request).tenant.id, ownActor(login), (tx) =>
        deleteSession(tx, login.id, uid),
      );
      return back(request, reply, "session");
    }),
  );

  server.post(
    "/account/sessions/end-others",
    own(async (request, reply, { login, sessionUid }) => {
      await database.write(identity.realm(request).tenant.id, ownActor(login), (tx) =>
        deleteSessionsOfLogin(tx, login.id, sessionUid),
      );
      return back(request, reply, "sessions");
    }),
  );
}
