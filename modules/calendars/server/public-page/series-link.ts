import { AppError } from "#platform/server/http/app-error.ts";
import type { InvitedSeries, MailedLinks } from "../invitations/mailed-links.ts";
import { toInvitation } from "../invitations/presenters.ts";
import { whenText } from "../invitations/when.ts";
import { ClubTime } from "../time/club-time.ts";
import type { LinkedPage } from "./linked-page.ts";
import { answersOf } from "./series-form.ts";
import { seriesPage } from "./series-page.ts";

/** The link to all of a person's dates of a series. */
export function seriesLink(links: MailedLinks): LinkedPage {
  return {
    path: "/public/invitation-series/:id",
    async show(visit, refused) {
      return seriesPage(visit.club, {
        series: await links.findSeries(visit, visit.publicId),
        time: ClubTime.in(visit.tenant.timeZone),
        problem: refused && (refused.errors[0]?.message ?? refused.detail),
      });
    },
    async answer(visit) {
      const time = ClubTime.in(visit.tenant.timeZone);
      const { refused, ...series } = await links.answerSeries(visit, visit.publicId, (before) =>
        answersOf(
          visit.request.body,
          before.records.map((record) => toInvitation(record, time)),
        ),
      );
      if (refused.length === 0) return;
      // The other answers are written; these are told above the dates as they are then.
      throw new AppError("CONFLICT", {
        code: "SOME_REFUSED",
        detail: refused.map(({ id, detail }) => `${dayOf(series, id, time)}: ${detail}`).join(" "),
      });
    },
  };
}

function dayOf({ records }: InvitedSeries, id: string, time: ClubTime): string {
  const record = records.find((one) => one.id === id);
  if (record === undefined) return "Ein Termin";
  const { starts_at, ends_at, all_day } = record;
  return whenText({ starts_at: starts_at.getTime(), ends_at: ends_at.getTime(), all_day }, time);
}
