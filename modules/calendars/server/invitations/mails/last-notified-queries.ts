import { type InferResult, sql } from "kysely";
import type { JsonText } from "#platform/server/database/column-types.ts";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf, now, recordset } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";
import type { InvitationState } from "../../../contract.ts";
import { type NotifiedState, notifiedStateOf } from "../invitation-record.ts";
import { hasMail } from "../invitation-rows-queries.ts";

/** An invitation, what its person knows of the event, and how the event is. */
export interface Knowledge {
  id: string;
  /** The member's id or the guest's address: one mail per person. */
  person: string;
  notified: NotifiedState;
  now: NotifiedState;
}

/** What people know of a coming event, or of the coming occurrences of a series; by beginning. */
export async function selectKnowledge(tx: ReadTx, eventId: string): Promise<Knowledge[]> {
  const rows = await sqlOf(tx)
    .selectFrom("event as e")
    .innerJoin("invitation as i", (join) =>
      join.onRef("i.tenant_id", "=", "e.tenant_id").onRef("i.event_id", "=", "e.id"),
    )
    .select([
      "i.id",
      sql<string>`coalesce(i.user_id::text, lower(i.guest_email), i.id::text)`.as("person"),
      "i.notified_state",
      "e.starts_at",
      "e.ends_at",
      "e.all_day",
      "e.meet_at",
      "e.location",
      "e.status",
    ])
    .where(({ eb, or }) => or([eb("e.id", "=", eventId), eb("e.series_id", "=", eventId)]))
    .where("e.ends_at", ">", now)
    .orderBy("e.starts_at")
    .orderBy("i.id")
    .execute();
  return rows.map(({ id, person, notified_state, ...event }) => ({
    id,
    person,
    notified: notified_state,
    now: notifiedStateOf(event),
  }));
}

export async function setNotified(
  tx: WriteTx,
  known: readonly Pick<Knowledge, "id" | "now">[],
): Promise<void> {
  const rows = known.map(({ id, now }) => ({ id, notified_state: now }));
  await sqlOf(tx)
    .updateTable("invitation as i")
    .from(recordset("invitation", rows).as("fresh"))
    .set(({ ref }) => ({
      notified_state: ref("fresh.notified_state").$castTo<JsonText<NotifiedState>>(),
    }))
    .whereRef("i.id", "=", "fresh.id")
    .execute();
}

/** An event as its mail names it, and as calendar programs know it; moments since 1970. */
export type NamedEvent = Row<"event", "title" | "all_day" | "location" | "uid" | "sequence"> & {
  starts_at: number;
  ends_at: number;
  /** Of an occurrence of a series; else null. */
  recurrence_start: number | null;
  series_all_day: boolean | null;
  state: InvitationState;
};

const namedEvents = sql<NamedEvent[]>`json_agg(json_build_object(
  'title', e.title, 'all_day', e.all_day, 'location', e.location,
  'uid', e.uid, 'sequence', e.sequence, 'state', i.state, 'series_all_day', series.all_day,
  'recurrence_start', extract(epoch FROM e.recurrence_start) * 1000,
  'starts_at', extract(epoch FROM e.starts_at) * 1000,
  'ends_at', extract(epoch FROM e.ends_at) * 1000) ORDER BY e.starts_at)`;

function cancellationRecipients(tx: ReadTx, eventIds: readonly string[]) {
  return sqlOf(tx)
    .selectFrom("invitation as i")
    .innerJoin("event as e", (join) =>
      join.onRef("e.tenant_id", "=", "i.tenant_id").onRef("e.id", "=", "i.event_id"),
    )
    .leftJoin("person as m", (join) =>
      join.onRef("m.tenant_id", "=", "i.tenant_id").onRef("m.id", "=", "i.user_id"),
    )
    .leftJoin("event as series", (join) =>
      join.onRef("series.tenant_id", "=", "e.tenant_id").onRef("series.id", "=", "e.series_id"),
    )
    .select([
      sql<string>`max(coalesce(i.guest_name, full_name(m.first_name, m.last_name)))`.as("name"),
      sql<string>`max(coalesce(i.guest_email, m.email))`.as("address"),
      namedEvents.as("events"),
    ])
    .where("i.event_id", "=", anyOf(eventIds))
    .where("i.state", "<>", "DECLINED")
    .where("e.status", "=", "CONFIRMED")
    .where("e.ends_at", ">", now)
    .where(hasMail)
    .groupBy(sql`coalesce(i.user_id::text, lower(i.guest_email))`);
}

/** A person who expected to come to events that are about to be deleted. */
export type CancellationRecipient = InferResult<ReturnType<typeof cancellationRecipients>>[number];

/** Who of these coming events has not declined and can be written to. */
export function selectCancellationRecipients(
  tx: ReadTx,
  eventIds: readonly string[],
): Promise<CancellationRecipient[]> {
  return cancellationRecipients(tx, eventIds).execute();
}
