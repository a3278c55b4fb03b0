import { type SqlBool, sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf, containing, direction } from "#platform/server/database/expressions.ts";
import type { InvitationState } from "../../contract.ts";
import type { InvitationCounts } from "../../invitation-contract.ts";
import {
  hasMail,
  isCounted,
  type InvitationRecord,
  type InvitationWithEvent,
  invitations,
  invitationsWithEvents,
  selectInvited,
  listName,
  position,
} from "./invitation-rows-queries.ts";

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
  name: listName,
  state: sql`array_position(ARRAY['ACCEPTED', 'WAITING', 'OPEN', 'DECLINED'], i.state)`,
  answeredAt: sql`i.answered_at`,
};

function matching({ eventId, text, state }: Pick<InvitationSearch, "eventId" | "text" | "state">) {
  const parts = [sql<SqlBool>`i.event_id = ${eventId}`, isCounted];
  if (state !== undefined) parts.push(sql`i.state = ${state}`);
  if (text !== undefined)
    parts.push(
      sql`coalesce(full_name(m.first_name, m.last_name), i.guest_name || ' ' || coalesce(i.guest_email, '')) ILIKE ${containing(text)}`,
    );
  return sql.join<SqlBool>(parts, sql` AND `);
}

/** A page of an event's invitations; waiting ones in the order of the list, then by name. */
export async function selectInvitations(
  tx: ReadTx,
  search: InvitationSearch,
): Promise<{ records: InvitationRecord[]; count: number }> {
  const { sort, dir, page, size } = search;
  const [records, { count }] = await Promise.all([
    invitations(tx)
      .where(matching(search))
      .orderBy(ORDERS[sort], (order) => order[direction(dir)]().nullsLast())
      .$if(sort !== "name", (query) =>
        query.orderBy("i.waiting_number", (order) => order.asc().nullsLast()),
      )
      .orderBy(listName)
      .orderBy("i.id")
      .limit(size)
      .offset(page * size)
      .execute(),
    selectInvited(tx)
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where(matching(search))
      .executeTakeFirstOrThrow(),
  ]);
  return { records, count };
}

/** All of an event's invitations by name, for lists on paper. */
export function selectAllInvitations(
  tx: ReadTx,
  eventId: string,
  state?: InvitationState,
): Promise<InvitationRecord[]> {
  return invitations(tx)
    .where(matching({ eventId, text: undefined, state }))
    .orderBy(listName)
    .orderBy("i.id")
    .execute();
}

export function selectInvitationsById(
  tx: ReadTx,
  ids: readonly string[],
): Promise<InvitationRecord[]> {
  return invitations(tx).where("i.id", "=", anyOf(ids)).orderBy(listName).orderBy("i.id").execute();
}

export function selectCounts(
  tx: ReadTx,
  eventId: string,
): Promise<Omit<InvitationCounts, "maximum" | "placesLeft">> {
  return selectInvited(tx)
    .select(({ fn }) => {
      const all = fn.countAll<number>();
      return [
        all.filterWhere("i.state", "=", "OPEN").as("open"),
        all.filterWhere("i.state", "=", "ACCEPTED").as("accepted"),
        all.filterWhere("i.state", "=", "DECLINED").as("declined"),
        all.filterWhere("i.state", "=", "WAITING").as("waiting"),
        sql<number>`coalesce(sum(1 + i.companions) FILTER (WHERE i.state = 'ACCEPTED'), 0)::int`.as(
          "coming",
        ),
        all.filterWhere("i.state", "=", "OPEN").filterWhere(hasMail).as("remindable"),
      ];
    })
    .where("i.event_id", "=", eventId)
    .where(isCounted)
    .executeTakeFirstOrThrow();
}

/** Which invitation is meant, and to which event it belongs. */
export type InvitationKey =
  | { id: string; userId: string }
  | { id: string; eventId: string }
  | { publicId: string };

/** By its public id only while the member belongs to the club. */
export function selectInvitation(
  tx: ReadTx,
  key: InvitationKey,
): Promise<InvitationWithEvent | undefined> {
  const found = invitationsWithEvents(tx);
  const meant =
    "publicId" in key
      ? found
          .where("i.public_id", "=", key.publicId)
          .where(({ eb, or }) => or([eb("i.user_id", "is", null), eb("m.belongs", "=", true)]))
      : "userId" in key
        ? found.where("i.id", "=", key.id).where("i.user_id", "=", key.userId)
        : found.where("i.id", "=", key.id).where("i.event_id", "=", key.eventId);
  return meant.executeTakeFirst();
}

export type MailedInvitation = InvitationWithEvent & {
  /** Null: no mail reaches this person. */
  mail_address: string | null;
};

/** These invitations with their events, for mails; in the order of the ids. */
export function selectInvitationsWithEvents(
  tx: ReadTx,
  ids: readonly string[],
): Promise<MailedInvitation[]> {
  return invitationsWithEvents(tx)
    .select(
      sql<string | null>`CASE WHEN ${hasMail} THEN coalesce(i.guest_email, m.email) END`.as(
        "mail_address",
      ),
    )
    .where("i.id", "=", anyOf(ids))
    .orderBy(sql`array_position(${ids}::uuid[], i.id)`)
    .execute();
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
  const parts = [sql<SqlBool>`i.user_id = ${userId}`];
  if (state !== "ALL") parts.push(sql`i.state = ${state}`);
  if (state === "OPEN")
    parts.push(
      sql`e.ends_at >= now() AND e.status = 'CONFIRMED' AND (e.answer_deadline IS NULL OR e.answer_deadline >= now())`,
    );
  const meant = sql.join<SqlBool>(parts, sql` AND `);
  const [records, { count }] = await Promise.all([
    invitationsWithEvents(tx)
      .where(meant)
      .orderBy("e.starts_at", direction(dir))
      .orderBy("i.id")
      .limit(size)
      .offset(page * size)
      .execute(),
    sqlOf(tx)
      .selectFrom("invitation as i")
      .innerJoin("event as e", (join) =>
        join.onRef("e.tenant_id", "=", "i.tenant_id").onRef("e.id", "=", "i.event_id"),
      )
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where(meant)
      .executeTakeFirstOrThrow(),
  ]);
  return { records, count };
}

/** A member's own invitations to these events. */
export type OwnInvitation = Pick<
  InvitationRecord,
  "id" | "event_id" | "state" | "position" | "comment" | "companions" | "answered_at"
>;

export function selectOwnInvitations(
  tx: ReadTx,
  userId: string,
  eventIds: readonly string[],
): Promise<OwnInvitation[]> {
  return sqlOf(tx)
    .selectFrom("invitation as i")
    .select(["id", "event_id", "state", "comment", "companions", "answered_at", position])
    .where("user_id", "=", userId)
    .where("event_id", "=", anyOf(eventIds))
    .execute();
}

export async function selectTimeZone(tx: ReadTx): Promise<string> {
  const { time_zone } = await sqlOf(tx)
    .selectFrom("club")
    .select("time_zone")
    .executeTakeFirstOrThrow();
  return time_zone;
}

export async function hasInvitations(tx: ReadTx, eventId: string): Promise<boolean> {
  const row = await sqlOf(tx)
    .selectFrom("invitation")
    .select("id")
    .where("event_id", "=", eventId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
