import { type InferResult, type SqlBool, sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf, containing, direction, now } from "#platform/server/database/expressions.ts";
import type { InvitationState } from "../../../contract.ts";
import { isCounted, memberHasMail, stillBelongs } from "../invitation-rows-queries.ts";

function answeredDates(tx: ReadTx, seriesId: string) {
  return sqlOf(tx)
    .selectFrom("event as e")
    .innerJoin("invitation as i", (join) =>
      join.onRef("i.tenant_id", "=", "e.tenant_id").onRef("i.event_id", "=", "e.id"),
    )
    .leftJoin("person as m", (join) =>
      join.onRef("m.tenant_id", "=", "i.tenant_id").onRef("m.id", "=", "i.user_id"),
    )
    .select([
      "e.id",
      "e.starts_at",
      "e.ends_at",
      "e.all_day",
      "e.status",
      "e.answer_maximum",
      sql<number>`count(*) FILTER (WHERE i.state = 'OPEN' AND ${isCounted})::int`.as("open"),
      sql<number>`count(*) FILTER (WHERE i.state = 'DECLINED')::int`.as("declined"),
      sql<number>`count(*) FILTER (WHERE i.state = 'WAITING')::int`.as("waiting"),
      sql<number>`coalesce(sum(1 + i.companions) FILTER (WHERE i.state = 'ACCEPTED'), 0)::int`.as(
        "coming",
      ),
    ])
    .where("e.series_id", "=", seriesId)
    .where("e.ends_at", ">", now)
    .groupBy(["e.tenant_id", "e.id"]);
}

export type AnsweredDateRecord = InferResult<ReturnType<typeof answeredDates>>[number];

/** Coming dates of a series that people are invited to, by beginning. */
export function selectAnsweredDates(
  tx: ReadTx,
  seriesId: string,
  most: number,
): Promise<AnsweredDateRecord[]> {
  return answeredDates(tx, seriesId).orderBy("e.starts_at").orderBy("e.id").limit(most).execute();
}

/** One and the same person, whichever dates they are invited to. */
const person = sql<string>`coalesce(i.user_id::text, lower(i.guest_email), i.id::text)`;

/** Whom a series invites, and who is invited to one of these dates; each once. */
function invitedPeople(tx: ReadTx, seriesId: string, eventIds: readonly string[]) {
  const columns = ["i.id", "i.user_id", "i.guest_name", "i.guest_email"] as const;
  const db = sqlOf(tx);
  const all = db
    .selectFrom("series_invitee as i")
    .select(columns)
    .select([person.as("person"), sql<string | null>`i.id::text`.as("invitee_id")])
    .select(sql<string | null>`NULL`.as("event_id"))
    .select(sql<InvitationState | null>`NULL`.as("state"))
    .where("i.series_id", "=", seriesId)
    .unionAll(
      db
        .selectFrom("invitation as i")
        .select(columns)
        .select([person.as("person"), sql<string | null>`NULL`.as("invitee_id")])
        .select([
          sql<string | null>`i.event_id::text`.as("event_id"),
          sql<InvitationState | null>`i.state`.as("state"),
        ])
        .where("i.event_id", "=", anyOf(eventIds)),
    );
  return db
    .selectFrom(all.as("i"))
    .select([
      sql<string>`coalesce(min(i.invitee_id), min(i.id::text))`.as("id"),
      sql<string | null>`min(i.invitee_id)`.as("invitee_id"),
      sql<string | null>`min(i.user_id::text)::uuid`.as("user_id"),
      sql<string | null>`min(i.guest_name)`.as("guest_name"),
      sql<string | null>`min(i.guest_email)`.as("guest_email"),
      sql<
        Record<string, InvitationState>
      >`coalesce(json_object_agg(i.event_id, i.state) FILTER (WHERE i.event_id IS NOT NULL), '{}')`.as(
        "answers",
      ),
    ])
    .groupBy("i.person");
}

function seriesAnswers(
  tx: ReadTx,
  seriesId: string,
  eventIds: readonly string[],
  text: string | undefined,
) {
  return sqlOf(tx)
    .selectFrom(invitedPeople(tx, seriesId, eventIds).as("i"))
    .leftJoin("person as m", "m.id", "i.user_id")
    .select([
      "i.id",
      "i.invitee_id",
      "i.user_id",
      "i.guest_name",
      "i.guest_email",
      "i.answers",
      "m.first_name",
      "m.last_name",
      sql<boolean>`coalesce(m.has_picture, false)`.as("has_picture"),
      sql<boolean>`CASE WHEN i.user_id IS NULL THEN i.guest_email IS NOT NULL
        ELSE ${memberHasMail} END`.as("has_mail"),
    ])
    .where(stillBelongs)
    .$if(text !== undefined, (query) =>
      query.where(
        sql<SqlBool>`coalesce(full_name(m.first_name, m.last_name), i.guest_name || ' ' || coalesce(i.guest_email, '')) ILIKE ${containing(text ?? "")}`,
      ),
    );
}

export type SeriesAnswersRecord = InferResult<ReturnType<typeof seriesAnswers>>[number];

interface SeriesAnswersSearch {
  q?: string | undefined;
  dir: "ASC" | "DESC";
  page: number;
  size: number;
}

/** A page of the people of a series, by name, with what they said to each of these dates. */
export async function selectSeriesAnswers(
  tx: ReadTx,
  seriesId: string,
  eventIds: readonly string[],
  { q, dir, page, size }: SeriesAnswersSearch,
): Promise<{ records: SeriesAnswersRecord[]; count: number }> {
  const text = q?.trim() === "" ? undefined : q?.trim();
  const people = seriesAnswers(tx, seriesId, eventIds, text);
  const [records, { count }] = await Promise.all([
    people
      .orderBy(
        sql`coalesce(m.last_name || ' ' || m.first_name, i.guest_name) COLLATE german`,
        direction(dir),
      )
      .orderBy("i.id")
      .limit(size)
      .offset(page * size)
      .execute(),
    sqlOf(tx)
      .selectFrom(people.as("people"))
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
  ]);
  return { records, count };
}
