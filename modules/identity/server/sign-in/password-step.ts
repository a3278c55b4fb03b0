import { z } from "zod";
import { addressKey } from "#platform/server/http/rate-limits.ts";
import { loginPage } from "../pages/login-pages.ts";
import { findTotp } from "../second-factor/second-factor-queries.ts";
import { finishInteraction, type Interaction, unlessTooMany } from "./interaction.ts";
import { takePasswordSet } from "./password-just-set.ts";
import { askForSecondFactor } from "./second-factor-step.ts";
import { signIn } from "./sign-in.ts";

const credentials = z.object({ username: z.string().max(200), password: z.string().max(1_000) });
const hint = z.string().max(200).catch("");

export async function openLogin(interaction: Interaction): Promise<unknown> {
  const loginId = await takePasswordSet(interaction);
  if (loginId !== undefined) return passwordWasRight(interaction, loginId);
  return show(interaction, { identifier: hint.parse(interaction.loginHint) });
}

export async function submitPassword(interaction: Interaction): Promise<unknown> {
  const { identity, realm, request, reply } = interaction;
  const form = credentials.safeParse(request.body);
  const { username: identifier, password } = form.data ?? { username: "", password: "" };
  if (identifier.trim() === "" || password === "")
    return show(interaction, { identifier, problem: "Bitte füllen Sie beide Felder aus." }, 400);
  const tried = await unlessTooMany(reply, () =>
    signIn(identity.services, realm, identifier, password, addressKey(request)),
  );
  if ("tooMany" in tried) return show(interaction, { identifier, problem: tried.tooMany }, 429);
  const { result } = tried;
  if (result.kind === "refused")
    return show(interaction, { identifier, problem: result.text }, 401);
  return passwordWasRight(interaction, result.login.id);
}

/** The second step where there is one, else the way in. */
async function passwordWasRight(interaction: Interaction, loginId: string): Promise<unknown> {
  const { identity, realm, reply } = interaction;
  const { database } = identity.services;
  const totp = await database.read(realm.tenant.id, (tx) => findTotp(tx, loginId));
  if (totp?.confirmed === true) return askForSecondFactor(interaction, loginId);
  return reply.redirect(await finishInteraction(interaction, loginId, ["pwd"]), 303);
}

async function show(
  { identity, request, reply, action }: Interaction,
  view: { identifier: string; problem?: string },
  status = 200,
): Promise<void> {
  await identity.page(
    request,
    reply,
    (realm, club) => loginPage(realm, club, { action, ...view }),
    status,
  );
}
