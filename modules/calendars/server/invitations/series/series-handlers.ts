import { toPage } from "#platform/contract/paging.ts";
import { notFound } from "#platform/server/http/app-error.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Services } from "#platform/server/services.ts";
import type { seriesInvitationsContract } from "../../../series-invitation-contract.ts";
import { ClubTime } from "../../time/club-time.ts";
import { answerMany } from "../answers/answer-many.ts";
import { type InvitedSeries, mailedLinks } from "../mailed-links.ts";
import { organisedEvent } from "../organiser/organised-event.ts";
import { personName } from "../invitation-record.ts";
import { toInvitation } from "../presenters.ts";
import { selectAnsweredDates, selectSeriesAnswers } from "./series-answers-queries.ts";
import { toAnsweredDate, toSeriesAnswers } from "./series-presenters.ts";

/** Dates that one list of a series' answers shows. */
const SHOWN_DATES = 60;

export function seriesInvitationHandlers(
  services: Services,
): Handlers<typeof seriesInvitationsContract> {
  const links = mailedLinks(services);
  return {
    async searchSeriesAnswers({ read, params, query, principal, tenant }) {
      const time = ClubTime.in(tenant.timeZone);
      return read(async (tx) => {
        const target = await organisedEvent(tx, principal, params.id, time);
        if (target.kind === "SINGLE") throw notFound();
        const dates = await selectAnsweredDates(tx, target.series.id, SHOWN_DATES);
        const { records, count } = await selectSeriesAnswers(
          tx,
          target.series.id,
          dates.map(({ id }) => id),
          query,
        );
        return {
          ...toPage(records.map(toSeriesAnswers), count, query),
          dates: dates.map((date) => toAnsweredDate(date, time)),
        };
      });
    },
    async answerInvitations({ write, body, principal, tenant }) {
      const keyOf = (id: string) => ({ id, userId: principal.userId });
      return answerMany(write, body, keyOf, tenant.timeZone);
    },
    async getPublicSeriesInvitation(call) {
      return toSeriesInvitation(
        await links.findSeries(call, call.params.publicId),
        ClubTime.in(call.tenant.timeZone),
      );
    },
    async answerPublicSeriesInvitation(call) {
      const { refused, ...series } = await links.answerSeries(
        call,
        call.params.publicId,
        () => call.body,
      );
      return { ...toSeriesInvitation(series, ClubTime.in(call.tenant.timeZone)), refused };
    },
  };
}

function toSeriesInvitation({ invitee, records }: InvitedSeries, time: ClubTime) {
  return {
    title: invitee.title,
    name: personName(invitee),
    invitations: records.map((record) => toInvitation(record, time)),
  };
}
