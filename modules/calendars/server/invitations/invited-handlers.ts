import { attachment } from "#platform/server/http/content-disposition.ts";
import { toPage } from "#platform/contract/paging.ts";
import { notFound } from "#platform/server/http/app-error.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Services } from "#platform/server/services.ts";
import type { invitationsContract } from "../../invitation-contract.ts";
import { ClubTime } from "../time/club-time.ts";
import { answered, answerWith } from "./answers/answer-invitation.ts";
import { eventFile } from "./mails/event-file.ts";
import { selectInvitation, selectMyInvitationsPage } from "./invitation-queries.ts";
import type { InvitationWithEvent } from "./invitation-rows-queries.ts";
import { mailedLinks } from "./mailed-links.ts";
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

export function invitedHandlers(services: Services): Handlers<Routes> {
  const links = mailedLinks(services);
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
        await links.find(call, call.params.publicId),
        ClubTime.in(call.tenant.timeZone),
      );
    },
    async answerPublicInvitation(call) {
      const { params, query, body } = call;
      return links.answer(call, params.publicId, query.accept, body);
    },
    async getPublicInvitationFile(call) {
      return fileOf(await links.find(call, call.params.publicId), call.tenant.timeZone);
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
