import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { factsOf, withRequestFacts } from "../provider/request-facts.ts";
import type { IdentityServer } from "../realm/identity-server.ts";
import { finishPasskeyLogin, passkeyLoginOptions } from "../second-factor/passkey-login.ts";
import { finishInteraction, type Interaction, runningInteraction } from "./interaction.ts";
import { openLogin, submitPassword } from "./password-step.ts";
import { openSecondFactor, submitSecondFactor } from "./second-factor-step.ts";

const AUTHENTICATE = "/login-actions/authenticate/:uid";

/** The pages of one running login: password, second step, passkey. */
export function loginRoutes(server: FastifyInstance, identity: IdentityServer): void {
  const within =
    (handler: (interaction: Interaction) => Promise<unknown>) =>
    (request: FastifyRequest, reply: FastifyReply) => {
      const facts = factsOf(identity, request, (line) => reply.header("set-cookie", line));
      return withRequestFacts(facts, async () =>
        handler(await runningInteraction(identity, request, reply)),
      );
    };
  server.get(AUTHENTICATE, within(openLogin));
  server.post(AUTHENTICATE, within(submitPassword));
  server.get(`${AUTHENTICATE}/second-factor`, within(openSecondFactor));
  server.post(`${AUTHENTICATE}/second-factor`, within(submitSecondFactor));
  server.post(`${AUTHENTICATE}/passkey-options`, within(offerPasskeyLogin));
  server.post(`${AUTHENTICATE}/passkey`, within(submitPasskey));
}

async function offerPasskeyLogin({ identity, request, reply, action }: Interaction) {
  return reply.send(await passkeyLoginOptions(identity, request, reply, action));
}

async function submitPasskey(interaction: Interaction) {
  const { identity, request, reply } = interaction;
  const { id } = await finishPasskeyLogin(identity, request);
  const continueAt = await finishInteraction(interaction, id, ["hwk", "user"]);
  return reply.send({ continueAt });
}
