import { toPage } from "#platform/contract/paging.ts";
import type { AnswerOf, QueryOf } from "#platform/contract/route.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { invitationsContract } from "../../../invitation-contract.ts";
import type { EventTarget } from "../../events/find-event.ts";
import type { ClubTime } from "../../time/club-time.ts";
import { placesLeft } from "../answers/places.ts";
import { selectCounts, selectInvitations } from "../invitation-queries.ts";
import { personName } from "../invitation-record.ts";
import type { InvitationRecord } from "../invitation-rows-queries.ts";
import { toEventInvitation } from "../presenters.ts";
import { selectSeriesList } from "../series/series-queries.ts";

type List = typeof invitationsContract.listEventInvitations;

/** Returns a page of those invited to an event, or by a series, and how many answered what. */
export async function invitedList(
  tx: ReadTx,
  target: EventTarget,
  query: QueryOf<List>,
  time: ClubTime,
): Promise<AnswerOf<List>> {
  return target.kind === "SERIES"
    ? seriesList(await selectSeriesList(tx, target.series.id), query, time)
    : eventList(tx, target, query, time);
}

async function eventList(
  tx: ReadTx,
  { occurrence }: EventTarget,
  query: QueryOf<List>,
  time: ClubTime,
): Promise<AnswerOf<List>> {
  const { q, ...order } = query;
  const text = q?.trim();
  const [{ records, count }, counts] = await Promise.all([
    selectInvitations(tx, {
      eventId: occurrence.id,
      text: text === "" ? undefined : text,
      ...order,
    }),
    selectCounts(tx, occurrence.id),
  ]);
  const maximum = occurrence.row.answer_maximum;
  return {
    ...toPage(
      records.map((record) => toEventInvitation(record, time)),
      count,
      query,
    ),
    counts: { ...counts, maximum, placesLeft: placesLeft(maximum, counts.coming) },
  };
}

/** Whom a series invites to each of its occurrences; who answers what stands at the occurrences. */
function seriesList(
  records: readonly InvitationRecord[],
  query: QueryOf<List>,
  time: ClubTime,
): AnswerOf<List> {
  const { page, size, q = "", state } = query;
  const text = q.trim().toLocaleLowerCase("de");
  const found =
    state === undefined || state === "OPEN"
      ? records.filter((record) => personName(record).toLocaleLowerCase("de").includes(text))
      : [];
  const content = found
    .slice(page * size, (page + 1) * size)
    .map((record) => toEventInvitation(record, time, { takesAnswers: false }));
  const counts = {
    open: records.length,
    accepted: 0,
    declined: 0,
    waiting: 0,
    coming: 0,
    maximum: null,
    placesLeft: null,
    remindable: 0,
  };
  return { ...toPage(content, found.length, query), counts };
}
