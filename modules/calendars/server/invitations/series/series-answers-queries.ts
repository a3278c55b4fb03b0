import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf, containing, direction, now } from "#platform/server/database/expressions.ts";
import type { InvitationState } from "../../../contract.ts";
import { listName, selectInvited } from "../invitation-rows-queries.ts";

function answeredDates(tx: ReadTx, seriesId: string) {
  return sqlOf(tx)
    .selectFrom("event as e")
    .innerJoin("invitation as i", (join) =>
      join.onRef("i.tenant_id", "=", "e.tenant_id").onRef("i.event_id", "=", "e.id"),
    )
    .select([
      "e.id",
      "e.starts_at",
      "e.ends_at",
      "e.all_day",
      "e.status",
      "e.answer_maximum",
      sql<number>`count(*) FILTER (WHERE i.state = 'OPEN')::int`.as("open"),
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

/** Invited people, each once whatever number of dates they are invited to. */
const person = sql<string>`coalesce(i.user_id::text, lower(i.guest_email), i.id::text)`;

function answersByPerson(tx: ReadTx, eventIds: readonly string[], text: string | undefined) {
  return selectInvited(tx)
    .where("i.event_id", "=", anyOf(eventIds))
    .$if(text !== undefined, (query) =>
      query.where(
        sql<boolean>`coalesce(full_name(m.first_name, m.last_name), i.guest_name || ' ' || coalesce(i.guest_email, '')) ILIKE ${containing(text ?? "")}`,
      ),
    )
    .select([
      sql<string>`min(i.id::text)`.as("id"),
      sql<string | null>`min(i.user_id::text)`.as("user_id"),
      sql<string | null>`min(m.first_name)`.as("first_name"),
      sql<string | null>`min(m.last_name)`.as("last_name"),
      sql<boolean>`coalesce(bool_or(m.has_picture), false)`.as("has_picture"),
      sql<string | null>`min(i.guest_name)`.as("guest_name"),
      sql<string | null>`min(i.guest_email)`.as("guest_email"),
      sql<Record<string, InvitationState>>`json_object_agg(i.event_id, i.state)`.as("answers"),
      sql<string>`min(${listName})`.as("name"),
    ])
    .groupBy(person);
}

export type SeriesAnswersRecord = InferResult<ReturnType<typeof answersByPerson>>[number];

/** A page of the people invited to these dates, by name, with what they said to each. */
export async function selectSeriesAnswers(
  tx: ReadTx,
  eventIds: readonly string[],
  {
    q,
    dir,
    page,
    size,
  }: { q?: string | undefined; dir: "ASC" | "DESC"; page: number; size: number },
): Promise<{ records: SeriesAnswersRecord[]; count: number }> {
  const text = q?.trim() === "" ? undefined : q?.trim();
  const people = answersByPerson(tx, eventIds, text);
  const [records, { count }] = await Promise.all([
    people
      .orderBy("name", direction(dir))
      .orderBy("id")
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
