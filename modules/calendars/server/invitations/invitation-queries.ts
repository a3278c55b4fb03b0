import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { InvitationState } from "../../contract.ts";
import type { InvitationCounts } from "../../invitation-contract.ts";
import type { AnsweredEvent } from "./answers/answer-rules.ts";
import type { InvitationRecord, InvitationWithEvent } from "./invitation-record.ts";
import type { Waiting } from "./answers/places.ts";

const belongs = sql`m.deleted_at IS NULL AND m.anonymised_at IS NULL AND m.deceased_on IS NULL AND (m.left_on IS NULL OR m.left_on >= tenant_today())`;
const hasMail = sql`CASE WHEN i.user_id IS NULL THEN i.guest_email IS NOT NULL
  ELSE coalesce(m.email, '') <> '' AND m.message_mail <> 'NONE' AND ${belongs} END`;
const columns = sql`i.id, i.event_id, i.user_id, m.first_name, m.last_name, coalesce(m.picture_256 IS NOT NULL, false) AS has_picture, i.guest_name, i.guest_email,
  i.state, i.comment, i.companions, i.invited_at, i.reminded_at, i.answered_at,
  nullif(full_name(answerer.first_name, answerer.last_name), '') AS answered_by_name, ${hasMail} AS has_mail`;
const people = sql`LEFT JOIN member m ON m.tenant_id = i.tenant_id AND m.id = i.user_id
  LEFT JOIN member answerer ON answerer.tenant_id = i.tenant_id AND answerer.id = i.answered_by`;
const position = sql`CASE WHEN i.state = 'WAITING' THEN (
    SELECT count(*)::int FROM invitation w WHERE w.event_id = i.event_id AND w.state = 'WAITING' AND w.waiting_number <= i.waiting_number
  ) END AS position`;
const eventColumns = sql`i.public_id, e.uid, e.sequence, e.recurrence_start, series.all_day AS series_all_day, e.created_at, e.updated_at, e.title, e.description, e.location, e.meet_at, e.starts_at, e.ends_at, e.all_day, e.status,
  c.id AS calendar_id, c.name AS calendar_name, c.color AS calendar_color,
  e.answer_deadline, e.answer_maximum, e.allow_comment, e.allow_companions, e.waiting_list,
  CASE WHEN e.answer_maximum IS NULL THEN 0 ELSE (
    SELECT coalesce(sum(1 + companions), 0)::int FROM invitation o WHERE o.event_id = i.event_id AND o.state = 'ACCEPTED'
  ) END AS coming`;
const events = sql`JOIN event e ON e.tenant_id = i.tenant_id AND e.id = i.event_id JOIN calendar c ON c.tenant_id = e.tenant_id AND c.id = e.calendar_id
  LEFT JOIN event series ON series.tenant_id = e.tenant_id AND series.id = e.series_id`;
/** How lists name a person: members by last name, guests as they were entered. */
const listName = sql`coalesce(m.last_name || ' ' || m.first_name, i.guest_name)`;

export interface InvitationSearch {
  eventId: string;
  /** Folded words, all of which the name holds. */
  text: string | undefined;
  state?: InvitationState | undefined;
  sort: "name" | "state" | "answeredAt";
  dir: "ASC" | "DESC";
  page: number;
  size: number;
}

const ORDERS = {
  name: sql`${listName} COLLATE german`,
  state: sql`array_position(ARRAY['ACCEPTED', 'WAITING', 'OPEN', 'DECLINED'], i.state)`,
  answeredAt: sql`i.answered_at`,
};

function matching({ eventId, text, state }: Pick<InvitationSearch, "eventId" | "text" | "state">) {
  const parts = [sql`i.event_id = ${eventId}`];
  if (state !== undefined) parts.push(sql`i.state = ${state}`);
  if (text !== undefined)
    parts.push(
      sql`coalesce(full_name(m.first_name, m.last_name), i.guest_name || ' ' || coalesce(i.guest_email, '')) ILIKE ${`%${text}%`}`,
    );
  return sql.join(parts, sql` AND `);
}

/** A page of an event's invitations; waiting ones in the order of the list, then by name. */
export async function selectInvitations(
  tx: ReadTx,
  search: InvitationSearch,
): Promise<{ records: InvitationRecord[]; count: number }> {
  const { sort, dir, page, size } = search;
  const direction = sql.raw(dir);
  const [{ rows }, counted] = await Promise.all([
    sql<InvitationRecord>`
      SELECT ${columns}, ${position} FROM invitation i ${people} WHERE ${matching(search)}
      ORDER BY ${ORDERS[sort]} ${direction} NULLS LAST, ${sort === "name" ? sql`` : sql`i.waiting_number NULLS LAST,`} ${listName} COLLATE german, i.id
      LIMIT ${size} OFFSET ${page * size}`.execute(sqlOf(tx)),
    sql<{
      count: number;
    }>`SELECT count(*)::int AS count FROM invitation i ${people} WHERE ${matching(search)}`.execute(
      sqlOf(tx),
    ),
  ]);
  return { records: rows, count: counted.rows[0]?.count ?? 0 };
}

/** All of an event's invitations by name, for lists on paper. */
export async function selectAllInvitations(
  tx: ReadTx,
  eventId: string,
  state?: InvitationState,
): Promise<InvitationRecord[]> {
  const { rows } = await sql<InvitationRecord>`
    SELECT ${columns}, ${position} FROM invitation i ${people} WHERE ${matching({ eventId, text: undefined, state })}
    ORDER BY ${listName} COLLATE german, i.id`.execute(sqlOf(tx));
  return rows;
}

export async function selectInvitationsById(
  tx: ReadTx,
  ids: readonly string[],
): Promise<InvitationRecord[]> {
  const { rows } = await sql<InvitationRecord>`
    SELECT ${columns}, ${position} FROM invitation i ${people} WHERE i.id = ANY(${ids}::uuid[]) ORDER BY ${listName} COLLATE german, i.id`.execute(
    sqlOf(tx),
  );
  return rows;
}

export async function selectCounts(
  tx: ReadTx,
  eventId: string,
): Promise<Omit<InvitationCounts, "maximum" | "placesLeft">> {
  const { rows } = await sql<Omit<InvitationCounts, "maximum" | "placesLeft">>`
    SELECT count(*) FILTER (WHERE i.state = 'OPEN')::int AS open, count(*) FILTER (WHERE i.state = 'ACCEPTED')::int AS accepted,
      count(*) FILTER (WHERE i.state = 'DECLINED')::int AS declined, count(*) FILTER (WHERE i.state = 'WAITING')::int AS waiting,
      coalesce(sum(1 + i.companions) FILTER (WHERE i.state = 'ACCEPTED'), 0)::int AS coming,
      count(*) FILTER (WHERE i.state = 'OPEN' AND ${hasMail})::int AS remindable
    FROM invitation i LEFT JOIN member m ON m.tenant_id = i.tenant_id AND m.id = i.user_id WHERE i.event_id = ${eventId}`.execute(
    sqlOf(tx),
  );
  return rows[0] ?? { open: 0, accepted: 0, declined: 0, waiting: 0, coming: 0, remindable: 0 };
}

/** Which invitation is meant, and to which event it belongs. */
export type InvitationKey =
  | { id: string; userId: string }
  | { id: string; eventId: string }
  | { publicId: string };

function keyed(key: InvitationKey) {
  if ("publicId" in key)
    return sql`i.public_id = ${key.publicId} AND (i.user_id IS NULL OR ${belongs})`;
  return "userId" in key
    ? sql`i.id = ${key.id} AND i.user_id = ${key.userId}`
    : sql`i.id = ${key.id} AND i.event_id = ${key.eventId}`;
}

/** By its public id only while the member belongs to the club. */
export async function selectInvitation(
  tx: ReadTx,
  key: InvitationKey,
): Promise<InvitationWithEvent | undefined> {
  const { rows } = await sql<InvitationWithEvent>`
    SELECT ${columns}, ${position}, ${eventColumns} FROM invitation i ${people} ${events} WHERE ${keyed(key)}`.execute(
    sqlOf(tx),
  );
  return rows[0];
}

export type MailedInvitation = InvitationWithEvent & {
  /** Null: no mail reaches this person. */
  mail_address: string | null;
};

/** These invitations with their events, for mails; in the order of the ids. */
export async function selectInvitationsWithEvents(
  tx: ReadTx,
  ids: readonly string[],
): Promise<MailedInvitation[]> {
  const { rows } = await sql<MailedInvitation>`
    SELECT ${columns}, ${position}, ${eventColumns}, CASE WHEN ${hasMail} THEN coalesce(i.guest_email, m.email) END AS mail_address
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted (id, place) JOIN invitation i ON i.id = wanted.id ${people} ${events}
    ORDER BY wanted.place`.execute(sqlOf(tx));
  return rows;
}

/** One's own invitations by the event's beginning; OPEN: only those that can still be answered. */
export async function selectMyInvitationsPage(
  tx: ReadTx,
  {
    userId,
    state,
    dir,
    page,
    size,
  }: {
    userId: string;
    state: InvitationState | "ALL";
    dir: "ASC" | "DESC";
    page: number;
    size: number;
  },
): Promise<{ records: InvitationWithEvent[]; count: number }> {
  const parts = [sql`i.user_id = ${userId}`];
  if (state !== "ALL") parts.push(sql`i.state = ${state}`);
  if (state === "OPEN")
    parts.push(
      sql`e.ends_at >= now() AND e.status = 'CONFIRMED' AND (e.answer_deadline IS NULL OR e.answer_deadline >= now())`,
    );
  const where = sql.join(parts, sql` AND `);
  const [{ rows }, counted] = await Promise.all([
    sql<InvitationWithEvent>`
      SELECT ${columns}, ${position}, ${eventColumns} FROM invitation i ${people} ${events} WHERE ${where}
      ORDER BY e.starts_at ${sql.raw(dir)}, i.id LIMIT ${size} OFFSET ${page * size}`.execute(
      sqlOf(tx),
    ),
    sql<{
      count: number;
    }>`SELECT count(*)::int AS count FROM invitation i ${events} WHERE ${where}`.execute(sqlOf(tx)),
  ]);
  return { records: rows, count: counted.rows[0]?.count ?? 0 };
}

/** The event as answers need it, held until the end of the transaction: one answer at a time. */
export async function lockAnsweredEvent(
  tx: WriteTx,
  id: string,
): Promise<AnsweredEvent | undefined> {
  const { rows } = await sql<AnsweredEvent>`
    SELECT id, status, ends_at, answer_deadline, answer_maximum, allow_comment, allow_companions, waiting_list
    FROM event WHERE id = ${id} FOR NO KEY UPDATE`.execute(sqlOf(tx));
  return rows[0];
}

export interface AnswerRow {
  id: string;
  state: InvitationState;
  comment: string | null;
  companions: number;
}

/** Read after the event is locked, so that it is as the answer before left it. */
export async function selectAnswer(tx: WriteTx, id: string): Promise<AnswerRow | undefined> {
  const { rows } =
    await sql<AnswerRow>`SELECT id, state, comment, companions FROM invitation WHERE id = ${id}`.execute(
      sqlOf(tx),
    );
  return rows[0];
}

/**
 * Writes an answer; a new one in the waiting list goes to its end, one that waits already keeps its
 * rank.
 */
export async function updateAnswer(
  tx: WriteTx,
  eventId: string,
  { id, state, comment, companions }: AnswerRow,
  answeredBy: string | null,
): Promise<void> {
  await sql`
    UPDATE invitation SET comment = ${comment}, companions = ${companions}, answered_at = ${state === "OPEN" ? null : sql`now()`}, answered_by = ${answeredBy},
      waiting_number = CASE WHEN ${state} = 'WAITING' THEN coalesce(waiting_number, (SELECT coalesce(max(w.waiting_number), 0) + 1 FROM invitation w WHERE w.event_id = ${eventId})) END,
      state = ${state}
    WHERE id = ${id}`.execute(sqlOf(tx));
}

export async function selectPlaces(
  tx: ReadTx,
  eventId: string,
): Promise<{ coming: number; waiting: Waiting[] }> {
  const { rows } = await sql<{ coming: number; waiting: Waiting[] }>`
    SELECT coalesce(sum(1 + companions) FILTER (WHERE state = 'ACCEPTED'), 0)::int AS coming,
      coalesce(json_agg(json_build_object('id', id, 'people', 1 + companions) ORDER BY waiting_number) FILTER (WHERE state = 'WAITING'), '[]') AS waiting
    FROM invitation WHERE event_id = ${eventId}`.execute(sqlOf(tx));
  return rows[0] ?? { coming: 0, waiting: [] };
}

export async function acceptWaiting(tx: WriteTx, ids: readonly string[]): Promise<void> {
  await sql`UPDATE invitation SET state = 'ACCEPTED', waiting_number = NULL WHERE id = ANY(${ids}::uuid[])`.execute(
    sqlOf(tx),
  );
}

export async function deleteInvitations(tx: WriteTx, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM invitation WHERE id = ANY(${ids}::uuid[])`.execute(sqlOf(tx));
}

/**
 * Marks the silent ones whom a mail reaches as reminded; returns their ids and how many others are
 * silent.
 */
export async function remindSilent(
  tx: WriteTx,
  eventId: string,
): Promise<{ ids: string[]; withoutMail: number }> {
  const { rows } = await sql<{ id: string; has_mail: boolean }>`
    SELECT i.id, ${hasMail} AS has_mail FROM invitation i LEFT JOIN member m ON m.tenant_id = i.tenant_id AND m.id = i.user_id
    WHERE i.event_id = ${eventId} AND i.state = 'OPEN'`.execute(sqlOf(tx));
  const ids = rows.filter(({ has_mail }) => has_mail).map(({ id }) => id);
  await sql`UPDATE invitation SET reminded_at = now() WHERE id = ANY(${ids}::uuid[])`.execute(
    sqlOf(tx),
  );
  return { ids, withoutMail: rows.length - ids.length };
}

/** Takes all answers back; returns how many there were. */
export async function resetAnswers(tx: WriteTx, eventId: string): Promise<number> {
  const result = await sql`
    UPDATE invitation SET state = 'OPEN', waiting_number = NULL, comment = NULL, companions = 0, answered_at = NULL, answered_by = NULL,
      told = told || '{"askedAgain": true}'
    WHERE event_id = ${eventId} AND state <> 'OPEN'`.execute(sqlOf(tx));
  return Number(result.numAffectedRows ?? 0n);
}

/** A member's own invitations to these events. */
export async function selectOwnInvitations(
  tx: ReadTx,
  userId: string,
  eventIds: readonly string[],
): Promise<
  Pick<
    InvitationRecord,
    "id" | "event_id" | "state" | "position" | "comment" | "companions" | "answered_at"
  >[]
> {
  const { rows } = await sql<
    Pick<
      InvitationRecord,
      "id" | "event_id" | "state" | "position" | "comment" | "companions" | "answered_at"
    >
  >`
    SELECT i.id, i.event_id, i.state, i.comment, i.companions, i.answered_at, ${position}
    FROM invitation i WHERE i.user_id = ${userId} AND i.event_id = ANY(${eventIds}::uuid[])`.execute(
    sqlOf(tx),
  );
  return rows;
}

export async function selectTimeZone(tx: ReadTx): Promise<string> {
  const { rows } = await sql<{ time_zone: string }>`SELECT time_zone FROM tenant`.execute(
    sqlOf(tx),
  );
  return rows[0]?.time_zone ?? "Europe/Berlin";
}

export async function hasInvitations(tx: ReadTx, eventId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM invitation WHERE event_id = ${eventId} LIMIT 1`.execute(
    sqlOf(tx),
  );
  return rows.length > 0;
}

export async function moveInvitations(
  tx: WriteTx,
  fromEventId: string,
  toEventId: string,
): Promise<void> {
  await sql`UPDATE invitation SET event_id = ${toEventId} WHERE event_id = ${fromEventId}`.execute(
    sqlOf(tx),
  );
}
