import type { FastifyRequest } from "fastify";
import { notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Call } from "#platform/server/http/implement.ts";
import { addressKey } from "#platform/server/http/rate-limits.ts";
import type { Services } from "#platform/server/services.ts";
import type { RouteDefinition } from "#platform/contract/route.ts";
import type { AnswerBody, Invitation } from "../../invitation-contract.ts";
import {
  type ManyAnswers,
  MOST_DATES,
  type RefusedAnswer,
} from "../../series-invitation-contract.ts";
import { answered } from "./answers/answer-invitation.ts";
import { answerMany } from "./answers/answer-many.ts";
import { selectInvitation } from "./invitation-queries.ts";
import type { InvitationWithEvent } from "./invitation-rows-queries.ts";
import {
  type NamedInvitee,
  selectNamedInvitee,
  selectSeriesInvitations,
} from "./series/series-invitation-queries.ts";

/** What an address can look like at all; PostgreSQL takes no NUL, for one. */
const PUBLIC_ID = /^[\w-]{1,100}$/;
/** Wrong addresses that one network may try. */
const MISSES = { points: 20, seconds: 600 };
/** Answers to one invitation, or to the dates of one series, without login. */
const ANSWERS = { points: 60, seconds: 600 };

type Asking = Pick<Call<RouteDefinition>, "read"> & { request: FastifyRequest };
/** A request that answers, with what it takes to do so. */
export type Answering = Asking & Pick<Call<RouteDefinition>, "write" | "tenant">;

/** A person's coming dates of a series. */
export interface InvitedSeries {
  invitee: NamedInvitee;
  /** By beginning. */
  records: InvitationWithEvent[];
}

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
  /** The same of a series. */
  findSeries(asking: Asking, publicId: string): Promise<InvitedSeries>;
  /** Answers dates of a series, each by itself; returns the series as it is then. */
  answerSeries(
    answering: Answering,
    publicId: string,
    answersTo: (series: InvitedSeries) => ManyAnswers,
  ): Promise<InvitedSeries & { refused: RefusedAnswer[] }>;
}

export function mailedLinks({ rateLimits }: Pick<Services, "rateLimits">): MailedLinks {
  async function behindLink<T>(
    { request, read }: Asking,
    publicId: string,
    select: (tx: ReadTx) => Promise<T | undefined>,
  ): Promise<T> {
    const network = addressKey(request);
    if ((await rateLimits.blockedFor("invitation-miss", network, MISSES)) > 0)
      await rateLimits.consume("invitation-miss", network, MISSES);
    const found = PUBLIC_ID.test(publicId) ? await read(select) : undefined;
    if (found !== undefined) return found;
    await rateLimits.consume("invitation-miss", network, MISSES);
    throw notFound();
  }
  const find: MailedLinks["find"] = (asking, publicId) =>
    behindLink(asking, publicId, (tx) => selectInvitation(tx, { publicId }));
  const findSeries: MailedLinks["findSeries"] = (asking, publicId) =>
    behindLink(asking, publicId, async (tx) => {
      const invitee = await selectNamedInvitee(tx, publicId);
      return invitee && { invitee, records: await datesOf(tx, invitee) };
    });
  return {
    find,
    findSeries,
    async answer(answering, publicId, accept, body) {
      const { id } = await find(answering, publicId);
      await rateLimits.consume("invitation-answer", id, ANSWERS);
      return answering.write((tx) =>
        answered(tx, { publicId }, accept, body, answering.tenant.timeZone),
      );
    },
    async answerSeries(answering, publicId, answersTo) {
      const series = await findSeries(answering, publicId);
      const { invitee, records } = series;
      await rateLimits.consume("invitation-answer", invitee.id, ANSWERS);
      // Only these: an id of somebody else's is none.
      const own = new Map(records.map(({ id, public_id }) => [id, public_id]));
      const { refused } = await answerMany(
        answering.write,
        answersTo(series),
        (id) => ({ publicId: own.get(id) ?? "" }),
        answering.tenant.timeZone,
      );
      return { invitee, records: await answering.read((tx) => datesOf(tx, invitee)), refused };
    },
  };
}

function datesOf(tx: ReadTx, invitee: NamedInvitee): Promise<InvitationWithEvent[]> {
  return selectSeriesInvitations(tx, invitee.series_id, invitee, MOST_DATES);
}
