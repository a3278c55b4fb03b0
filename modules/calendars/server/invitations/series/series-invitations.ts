import { z } from "zod";
import { v7 as uuidv7 } from "uuid";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import { systemActor, type WriteTx } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { job } from "#platform/server/jobs/job.ts";
import { eventRowFor, lockedEvent } from "../../events/event-rows.ts";
import { ClubTime } from "../../time/club-time.ts";
import type { SeriesRow } from "../../events/event-record.ts";
import { beginningsBetween, lastBeginning, type SeriesRule } from "../../series/expansion.ts";
import { findEvent } from "../../events/find-event.ts";
import { toOccurrenceId } from "../../series/occurrence-id.ts";
import { fillPlaces } from "../answers/answer.ts";
import { deleteInvitations, lockAnsweredEvent } from "../answers/answer-queries.ts";
import { selectTimeZone } from "../invitation-queries.ts";
import { notifiedStateOf } from "../invitation-record.ts";
import { guestsAmong, type Invited } from "../organiser/guest-limits.ts";
import { addInvitations, personKey } from "../organiser/invite.ts";
import type { Invitee } from "../organiser/invitee-queries.ts";
import { mailInvitations } from "../mails/mail-jobs.ts";
import {
  deleteSeriesInvitee,
  insertSeriesInvitees,
  selectComingInvitations,
  selectLeastInvited,
  selectSeriesInvitees,
  setInvitedUntil,
} from "./series-queries.ts";

const DAY_MS = 86_400_000;
/** Occurrences of the coming eight weeks are invited to; who plans further ahead has a calendar. */
const AHEAD_MS = 56 * DAY_MS;
/** A course of no more dates, over within a year, is invited to as a whole, by one mail. */
const WHOLE_DATES = 12;
const YEAR_MS = 366 * DAY_MS;
/** So far ahead people are invited at least: a mail in four weeks, not one for each date. */
const LEAST_AHEAD_MS = 28 * DAY_MS;
const MOST_INVITEES = 2_000;

/**
 * Puts people on a series' list and invites to its coming occurrences. Returns what was
 * made; new guests are those new on the list.
 */
export async function inviteToSeries(
  tx: WriteTx,
  series: SeriesRow,
  invitees: readonly Invitee[],
  message: string | null,
  time: ClubTime,
): Promise<Invited> {
  if (invitees.length > MOST_INVITEES) {
    throw new AppError("UNPROCESSABLE", {
      code: "TOO_MANY_PEOPLE",
      detail: `Zu einer ganzen Serie können höchstens ${MOST_INVITEES.toLocaleString("de")} Personen eingeladen werden. Laden Sie zu einzelnen Terminen ein.`,
    });
  }
  const added = await insertSeriesInvitees(
    tx,
    series.id,
    invitees.map((invitee) => ({ ...invitee, id: uuidv7() })),
  );
  const ids = await extendSeries(tx, series, message, time);
  const guestsOf = { seriesId: series.id };
  return { eventId: series.id, ids, guestsOf, newGuests: guestsAmong(added) };
}

/**
 * Invites everybody on a series' list to those coming occurrences that they have not been invited
 * to; one mail per person. The series has to be held.
 */
export async function extendSeries(
  tx: WriteTx,
  series: SeriesRow,
  message: string | null,
  time: ClubTime,
): Promise<string[]> {
  const invitees = await selectSeriesInvitees(tx, series.id);
  if (invitees.length === 0 || series.status === "CANCELLED") return [];
  const now = Date.now();
  const rule = { start: series.starts_at, recurrence: series.recurrence };
  const until = invitedUntil(rule, now, time);
  const mails = new Map<string, string[]>();
  const from = Math.max(
    now,
    Math.min(...invitees.map(({ invited_until }) => invited_until.getTime())),
  );
  for (const start of beginningsBetween(rule, from, until, time)) {
    const wanted = invitees.filter(({ invited_until }) => invited_until.getTime() <= start);
    const target = await findEvent(tx, toOccurrenceId(series.series_key, start), time);
    if (target === undefined || wanted.length === 0 || target.occurrence.row.status === "CANCELLED")
      continue;
    const eventId = await eventRowFor(tx, target);
    const { row, starts_at, ends_at, meet_at, all_day } = target.occurrence;
    const added = await addInvitations(
      tx,
      eventId,
      wanted,
      notifiedStateOf({
        starts_at,
        ends_at,
        meet_at,
        all_day,
        location: row.location,
        status: row.status,
      }),
    );
    for (const invitation of added) {
      const key = personKey(invitation);
      const list = mails.get(key);
      if (list === undefined) mails.set(key, [invitation.id]);
      else list.push(invitation.id);
    }
  }
  await setInvitedUntil(tx, series.id, new Date(until));
  await mailInvitations(tx, [...mails.values()], { kind: "INVITED", message });
  return [...mails.values()].flat();
}

/** Returns the moment before which a series' occurrences are invited to today. */
function invitedUntil(rule: SeriesRule, now: number, time: ClubTime): number {
  const ahead = now + AHEAD_MS;
  const last = lastBeginning(rule, time);
  if (last === undefined || last < ahead || last > now + YEAR_MS) return ahead;
  return beginningsBetween(rule, now, last + 1, time).length > WHOLE_DATES ? ahead : last + 1;
}

/** Removes a person from a series' list and its coming occurrences, whatever they answered. */
export async function removeFromSeries(
  tx: WriteTx,
  seriesId: string,
  inviteeId: string,
): Promise<void> {
  const person = await deleteSeriesInvitee(tx, seriesId, inviteeId);
  if (person === undefined) throw notFound();
  await withdraw(tx, await selectComingInvitations(tx, seriesId, person));
}

/** Deletes invitations and gives their places on. */
export async function withdraw(
  tx: WriteTx,
  invitations: readonly { id: string; event_id: string }[],
): Promise<void> {
  for (const [eventId, list] of Map.groupBy(invitations, ({ event_id }) => event_id)) {
    const event = await lockAnsweredEvent(tx, eventId);
    await deleteInvitations(
      tx,
      list.map(({ id }) => id),
    );
    if (event !== undefined) await fillPlaces(tx, event);
  }
}

/** Looks at a series again: its rule may have occurrences now that no one was invited to. */
export const extendInvitations = job({
  id: "calendars:extend-invitations",
  formerly: ["calendars:invite-occurrences"],
  payload: z.strictObject({ seriesId: z.uuid() }),
  handler:
    () =>
    async ({ seriesId }, { tenantId, database }) => {
      await database.bulk(tenantId, systemActor("Einladungen"), async (tx) => {
        const time = ClubTime.in(await selectTimeZone(tx));
        if ((await findEvent(tx, seriesId, time))?.kind !== "SERIES") return;
        const target = await lockedEvent(tx, seriesId, time);
        if (target.kind !== "SERIES") return;
        const least = await selectLeastInvited(tx, seriesId);
        if (least === null || least.getTime() > Date.now() + LEAST_AHEAD_MS) return;
        await extendSeries(tx, target.series, null, time);
      });
    },
});

export async function requestExtension(tx: WriteTx, seriesId: string): Promise<void> {
  await addJob(tx, extendInvitations, { seriesId }, { key: seriesId });
}
