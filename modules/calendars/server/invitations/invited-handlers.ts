import { attachment } from "#platform/server/http/content-disposition.ts";
import { toPage } from "#platform/contract/paging.ts";
import { notFound } from "#platform/server/http/app-error.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { Call, Handlers } from "#platform/server/http/implement.ts";
import { addressKey } from "#platform/server/http/rate-limits.ts";
import type { Services } from "#platform/server/services.ts";
import type { RouteDefinition } from "#platform/contract/route.ts";
import type { AnswerBody, Invitation, invitationsContract } from "../../invitation-contract.ts";
import { ClubTime } from "../time/club-time.ts";
import { answer, type WantedAnswer } from "./answers/answer.ts";
import { eventFile } from "./mails/event-file.ts";
import {
  type InvitationKey,
  selectInvitation,
  selectMyInvitationsPage,
} from "./invitation-queries.ts";
import type { InvitationWithEvent } from "./invitation-rows-queries.ts";
import { toInvitation } from "./presenters.ts";

type Routes = Pick<
  typeof invitationsContract,
  | "searchMyInvitations"
  | "answerInvitation"
  | "takeBackAnswer"
  | "getMyInvitationFile"
  | "getPublicInvitation"
  | "answerPublicInvitation"
  | "getPublicInvitationFile"
>;

/** What an address can look like at all; PostgreSQL takes no NUL, for one. */
const PUBLIC_ID = /^[\w-]+$/;
/** Wrong addresses that one network may try. */
const MISSES = { points: 20, seconds: 600 };
/** Answers to one invitation without login. */
const ANSWERS = { points: 60, seconds: 600 };

export function invitedHandlers({ rateLimits }: Services): Handlers<Routes> {
  /** The invitation of the address; who tries many wrong ones waits, also before the right one. */
  async function publicInvitation(
    call: Pick<Call<RouteDefinition>, "request" | "read">,
    publicId: string,
  ): Promise<InvitationWithEvent> {
    const network = addressKey(call.request);
    if ((await rateLimits.blockedFor("invitation-miss", network, MISSES)) > 0)
      await rateLimits.consume("invitation-miss", network, MISSES);
    const record = PUBLIC_ID.test(publicId)
      ? await call.read((tx) => selectInvitation(tx, { publicId }))
      : undefined;
    if (record !== undefined) return record;
    await rateLimits.consume("invitation-miss", network, MISSES);
    throw notFound();
  }

  return {
    async searchMyInvitations({ read, query, principal, tenant }) {
      const time = ClubTime.in(tenant.timeZone);
      const { records, count } = await read((tx) =>
        selectMyInvitationsPage(tx, { userId: principal.userId, ...query }),
      );
      return toPage(
        records.map((record) => toInvitation(record, time)),
        count,
        query,
      );
    },
    async answerInvitation({ write, params, query, body, principal, tenant }) {
      const key = { id: params.id, userId: principal.userId };
      return write((tx) => answered(tx, key, query.accept, body, tenant.timeZone));
    },
    async takeBackAnswer({ write, params, principal, tenant }) {
      const key = { id: params.id, userId: principal.userId };
      return write((tx) => answerWith(tx, key, { state: "OPEN" }, tenant.timeZone));
    },
    async getMyInvitationFile({ read, params, principal, tenant }) {
      const record = await read((tx) =>
        selectInvitation(tx, { id: params.id, userId: principal.userId }),
      );
      if (record === undefined) throw notFound();
      return fileOf(record, tenant.timeZone);
    },
    async getPublicInvitation(call) {
      return toInvitation(
        await publicInvitation(call, call.params.publicId),
        ClubTime.in(call.tenant.timeZone),
      );
    },
    async answerPublicInvitation(call) {
      const { params, query, body, tenant, write } = call;
      const { id } = await publicInvitation(call, params.publicId);
      await rateLimits.consume("invitation-answer", id, ANSWERS);
      return write((tx) =>
        answered(tx, { publicId: params.publicId }, query.accept, body, tenant.timeZone),
      );
    },
    async getPublicInvitationFile(call) {
      return fileOf(await publicInvitation(call, call.params.publicId), call.tenant.timeZone);
    },
  };
}

function fileOf(record: InvitationWithEvent, timeZone: string) {
  return {
    contentType: "text/calendar; charset=utf-8",
    content: Buffer.from(eventFile([record], timeZone)),
    headers: attachment("termin.ics"),
  };
}

function answered(
  tx: WriteTx,
  key: InvitationKey,
  accept: boolean,
  body: AnswerBody | undefined,
  timeZone: string,
): Promise<Invitation> {
  return answerWith(tx, key, { state: accept ? "ACCEPTED" : "DECLINED", ...body }, timeZone);
}

async function answerWith(
  tx: WriteTx,
  key: InvitationKey,
  wanted: WantedAnswer,
  timeZone: string,
): Promise<Invitation> {
  const invitation = await selectInvitation(tx, key);
  if (invitation === undefined) throw notFound();
  await answer(tx, invitation, wanted, { kind: "INVITED" });
  const after = await selectInvitation(tx, key);
  if (after === undefined) throw notFound();
  return toInvitation(after, ClubTime.in(timeZone));
}
