import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "#platform/server/http/app-error.ts";
import { addressKey } from "#platform/server/http/rate-limits.ts";
import { readEncryptedCookie, writeEncryptedCookie } from "../realm/encrypted-cookie.ts";
import type { IdentityServer } from "../realm/identity-server.ts";
import { loginPage, secondFactorPage } from "../pages/login-pages.ts";
import { finishPasskeyLogin, passkeyLoginOptions } from "../second-factor/passkeys.ts";
import { findLogin, type Login, mayLogIn } from "../logins/login-queries.ts";
import { acceptRecoveryCode, acceptTotp } from "../second-factor/second-factor.ts";
import { findTotp } from "../second-factor/second-factor-queries.ts";
import { mailNotice } from "../logins/mails.ts";
import { forgetCodeTries, signIn, takeCodeTry } from "./sign-in.ts";
import { systemActor } from "#platform/server/database/database.ts";

const AUTHENTICATE = "/login-actions/authenticate/:uid";
const SECOND_STEP = "login_second_step";
const SECOND_STEP_SECONDS = 5 * 60;

const credentials = z.object({ username: z.string().max(200), password: z.string().max(1_000) });
const codeForm = z.object({ code: z.string().max(100) });
const secondStep = z.object({ loginId: z.string(), uid: z.string() });

/** The pages of one running login: password, second step, passkey. */
export function loginRoutes(server: FastifyInstance, identity: IdentityServer): void {
  const { services } = identity;

  const running = async (request: FastifyRequest, reply: FastifyReply) => {
    const provider = await identity.provider(request);
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    const { uid } = request.params as { uid: string };
    if (interaction.uid !== uid)
      throw new AppError("BAD_REQUEST", {
        detail: "Diese Anmeldung ist nicht mehr gültig. Bitte beginnen Sie neu.",
      });
    return {
      provider,
      interaction,
      uid,
      action: `${identity.realm(request).path}/login-actions/authenticate/${uid}`,
    };
  };

  /** Where the browser goes once it is clear who is there. */
  const succeed = async (
    request: FastifyRequest,
    reply: FastifyReply,
    login: Pick<Login, "id">,
    amr: string[],
  ): Promise<string> => {
    const provider = await identity.provider(request);
    return provider.interactionResult(
      request.raw,
      reply.raw,
      { login: { accountId: login.id, amr, remember: true } },
      { mergeWithLastSubmission: false },
    );
  };

  server.get(AUTHENTICATE, async (request, reply) => {
    const { interaction, action } = await running(request, reply);
    const hint = z
      .string()
      .max(200)
      .catch("")
      .parse(interaction.params.login_hint ?? "");
    await identity.page(request, reply, (realm, branding) =>
      loginPage(realm, branding, { action, identifier: hint }),
    );
  });

  server.post(AUTHENTICATE, async (request, reply) => {
    const { uid, action } = await running(request, reply);
    const realm = identity.realm(request);
    const form = credentials.safeParse(request.body);
    const { username, password } = form.success ? form.data : { username: "", password: "" };
    const show = (problem: string, status: number) =>
      identity.page(
        request,
        reply,
        (to, branding) => loginPage(to, branding, { action, identifier: username, problem }),
        status,
      );
    if (username.trim() === "" || password === "")
      return show("Bitte füllen Sie beide Felder aus.", 400);

    let result: Awaited<ReturnType<typeof signIn>>;
    try {
      result = await signIn(services, realm, username, password, addressKey(request));
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 429) throw error;
      reply.header("retry-after", String(error.retryAfterSeconds ?? 60));
      return show(error.detail, 429);
    }
    if (result.kind === "refused") return show(result.text, 401);
    const { login } = result;
    const totp = await services.database.read(realm.tenant.id, (tx) => findTotp(tx, login.id));
    if (totp?.confirmed !== true)
      return reply.redirect(await succeed(request, reply, login, ["pwd"]), 303);
    writeEncryptedCookie(identity, request, reply, {
      name: SECOND_STEP,
      path: action,
      seconds: SECOND_STEP_SECONDS,
      value: { loginId: login.id, uid },
    });
    return reply.redirect(`${action}/second-factor`, 303);
  });

  server.get(`${AUTHENTICATE}/second-factor`, async (request, reply) => {
    const { uid, action } = await running(request, reply);
    if (readEncryptedCookie(identity, request, SECOND_STEP, secondStep)?.uid !== uid)
      return reply.redirect(action, 303);
    await identity.page(request, reply, (realm, branding) =>
      secondFactorPage(realm, branding, { action }),
    );
  });

  server.post(`${AUTHENTICATE}/second-factor`, async (request, reply) => {
    const { uid, action } = await running(request, reply);
    const realm = identity.realm(request);
    const step = readEncryptedCookie(identity, request, SECOND_STEP, secondStep);
    if (step === undefined || step.uid !== uid) return reply.redirect(action, 303);
    const { loginId } = step;
    const show = (problem: string, status: number) =>
      identity.page(
        request,
        reply,
        (to, branding) => secondFactorPage(to, branding, { action, problem }),
        status,
      );
    const form = codeForm.safeParse(request.body);
    if (!form.success || form.data.code.trim() === "")
      return show("Bitte geben Sie einen Code ein.", 400);
    try {
      await takeCodeTry(services, realm, loginId, addressKey(request));
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 429) throw error;
      reply.header("retry-after", String(error.retryAfterSeconds ?? 60));
      return show(error.detail, 429);
    }
    const { code } = form.data;
    const accepted = await services.database.write(
      realm.tenant.id,
      systemActor("Anmeldung"),
      async (tx) => {
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
      },
    );
    if (!accepted) return show("Dieser Code ist nicht richtig oder wurde schon benutzt.", 401);
    await forgetCodeTries(services, realm, loginId, addressKey(request));
    return reply.redirect(await succeed(request, reply, { id: loginId }, ["pwd", "otp"]), 303);
  });

  server.post(`${AUTHENTICATE}/passkey-options`, async (request, reply) => {
    const { action } = await running(request, reply);
    return reply.send(await passkeyLoginOptions(identity, request, reply, action));
  });

  server.post(`${AUTHENTICATE}/passkey`, async (request, reply) => {
    await running(request, reply);
    const login = await finishPasskeyLogin(identity, request);
    return reply.send({ continueAt: await succeed(request, reply, login, ["hwk", "user"]) });
  });
}
