import type { FastifyRequest } from "fastify";
import { notFound } from "#platform/server/http/app-error.ts";
import type { Call } from "#platform/server/http/implement.ts";
import { addressKey } from "#platform/server/http/rate-limits.ts";
import type { Services } from "#platform/server/services.ts";
import type { RouteDefinition } from "#platform/contract/route.ts";
import type { AnswerBody, Invitation } from "../../invitation-contract.ts";
import { answered } from "./answers/answer-invitation.ts";
import { selectInvitation } from "./invitation-queries.ts";
import type { InvitationWithEvent } from "./invitation-rows-queries.ts";

/** What an address can look like at all; PostgreSQL takes no NUL, for one. */
const PUBLIC_ID = /^[\w-]{1,100}$/;
/** Wrong addresses that one network may try. */
const MISSES = { points: 20, seconds: 600 };
/** Answers to one invitation without login. */
const ANSWERS = { points: 60, seconds: 600 };

type Asking = Pick<Call<RouteDefinition>, "read"> & { request: FastifyRequest };
type Answering = Asking & Pick<Call<RouteDefinition>, "write" | "tenant">;

/** What the link of a mailed invitation opens: the same for the interface and for the page. */
export interface MailedLinks {
  /** The invitation of the address; who tries many wrong ones waits, also before the right one. */
  find(asking: Asking, publicId: string): Promise<InvitationWithEvent>;
  answer(
    answering: Answering,
    publicId: string,
    accept: boolean,
    body: AnswerBody | undefined,
  ): Promise<Invitation>;
}

export function mailedLinks({ rateLimits }: Pick<Services, "rateLimits">): MailedLinks {
  const find: MailedLinks["find"] = async ({ request, read }, publicId) => {
    const network = addressKey(request);
    if ((await rateLimits.blockedFor("invitation-miss", network, MISSES)) > 0)
      await rateLimits.consume("invitation-miss", network, MISSES);
    const record = PUBLIC_ID.test(publicId)
      ? await read((tx) => selectInvitation(tx, { publicId }))
      : undefined;
    if (record !== undefined) return record;
    await rateLimits.consume("invitation-miss", network, MISSES);
    throw notFound();
  };
  return {
    find,
    async answer(answering, publicId, accept, body) {
      const { id } = await find(answering, publicId);
      await rateLimits.consume("invitation-answer", id, ANSWERS);
      return answering.write((tx) =>
        answered(tx, { publicId }, accept, body, answering.tenant.timeZone),
      );
    },
  };
}
