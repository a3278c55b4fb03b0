import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ReadTx, sqlOf, systemActor } from "#platform/server/database/database.ts";
import { testApp, type TestApp } from "#apps/server/testing.ts";
import { selectRights } from "../rights/rights-queries.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app?.close());

/** What decides whether somebody belongs to the club; days are counted from the club's today. */
interface Facts {
  inTrash: boolean;
  anonymised: boolean;
  deceased: number | null;
  left: number | null;
  joined: number | null;
}

/** The rule once more, in words of this test. */
function belongs({ inTrash, anonymised, deceased, left }: Facts, day: number): boolean {
  return !inTrash && !anonymised && deceased === null && (left === null || left >= day);
}

const day = fc.option(fc.integer({ min: -2, max: 2 }));
const facts: fc.Arbitrary<Facts> = fc.record({
  inTrash: fc.boolean(),
  anonymised: fc.boolean(),
  deceased: fc.option(fc.integer({ min: -400, max: 0 })),
  left: day,
  joined: day,
});

/** A club in this time zone with one member. */
async function club(timeZone: string) {
  const tenant = await app.tenant(`zone-${timeZone.toLowerCase().replaceAll(/[/_]/g, "-")}`);
  const { id } = await app.user(tenant);
  const write = <T>(work: (tx: ReadTx) => Promise<T>) =>
    app.services.database.write(tenant.id, systemActor(), work);
  await write((tx) => sqlOf(tx).updateTable("tenant").set({ time_zone: timeZone }).execute());
  return { tenant, id, write };
}

function setFacts(tx: ReadTx, id: string, today: string, person: Facts) {
  const at = (days: number | null) =>
    days === null
      ? null
      : new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  return sqlOf(tx)
    .updateTable("member")
    .set({
      deleted_at: person.inTrash ? new Date() : null,
      anonymised_at: person.anonymised ? new Date() : null,
      deceased_on: at(person.deceased),
      left_on: at(person.left),
      joined_on: at(person.joined),
    })
    .where("id", "=", id)
    .execute();
}

// Between these two the date differs at every hour of the day.
describe.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])("in %s", (timeZone) => {
  test("who belongs to the club follows from dates, trash and the club's own day", async () => {
    const { id, write } = await club(timeZone);
    const today = new Date().toLocaleDateString("sv-SE", { timeZone });
    await fc.assert(
      fc.asyncProperty(facts, fc.integer({ min: -3, max: 3 }), async (person, offset) => {
        const found = await write(async (tx) => {
          await setFacts(tx, id, today, person);
          const row = await sqlOf(tx)
            .selectFrom("member as m")
            .innerJoin("person as p", "p.id", "m.id")
            .select("p.belongs as today")
            .select(
              sql<boolean>`belongs_to_club(m, tenant_today() + ${offset}::int)`.as("that_day"),
            )
            .where("m.id", "=", id)
            .executeTakeFirstOrThrow();
          const [rights] = await selectRights(tx, [id]);
          return { ...row, rights: rights?.active };
        });
        expect(found).toEqual({
          today: belongs(person, 0),
          that_day: belongs(person, offset),
          rights: belongs(person, 0),
        });
      }),
      { numRuns: 60 },
    );
  });
});

test("who is in a group today follows from the period and the club's own day", async () => {
  const { id, write } = await club("Asia/Tokyo");
  const period = fc.option(fc.integer({ min: -2, max: 2 }));
  const groupId = crypto.randomUUID();
  await write((tx) =>
    sqlOf(tx).insertInto("club_group").values({ id: groupId, name: "Chor" }).execute(),
  );
  await fc.assert(
    fc.asyncProperty(period, period, async (from, to) => {
      fc.pre(from === null || to === null || from <= to);
      const found = await write(async (tx) => {
        const db = sqlOf(tx);
        await db.deleteFrom("membership").execute();
        const on = (days: number | null) => sql<string | null>`tenant_today() + ${days}::int`;
        await db
          .insertInto("membership")
          .values({
            id: crypto.randomUUID(),
            group_id: groupId,
            member_id: id,
            from_on: on(from),
            to_on: on(to),
          })
          .execute();
        return db.selectFrom("group_member").select("is_current").executeTakeFirstOrThrow();
      });
      expect(found.is_current).toBe((from ?? 0) <= 0 && (to ?? 0) >= 0);
    }),
    { numRuns: 40 },
  );
});

test("nobody does not belong: the empty side of an outer join is false, not unknown", async () => {
  const { write } = await club("Europe/Berlin");
  const { rows } = await write((tx) =>
    sql<{ belongs: boolean }>`
      SELECT belongs_to_club(m, 'infinity') AS belongs
      FROM (VALUES (1)) one LEFT JOIN member m ON false`.execute(sqlOf(tx)),
  );
  expect(rows).toEqual([{ belongs: false }]);
});

test("a lasting member belongs on the last of all days, one who will leave does not", async () => {
  const { id, write } = await club("Europe/Vienna");
  const lasting = async (left: number | null) => {
    const person = { inTrash: false, anonymised: false, deceased: null, joined: null, left };
    const { rows } = await write(async (tx) => {
      await setFacts(tx, id, "2030-01-01", person);
      return sql<{ belongs: boolean }>`
        SELECT belongs_to_club(m, 'infinity') AS belongs FROM member m WHERE m.id = ${id}
      `.execute(sqlOf(tx));
    });
    return rows[0]?.belongs;
  };
  expect(await lasting(null)).toBe(true);
  expect(await lasting(10_000)).toBe(false);
});

test("the planner puts the rule in the call's place, so that partial indexes serve", async () => {
  const { write } = await club("Europe/Zurich");
  const plan = await write(async (tx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(sqlOf(tx));
    await sql`SET LOCAL enable_sort = off`.execute(sqlOf(tx));
    const { rows } = await sql<{ "QUERY PLAN": string }>`
      EXPLAIN (VERBOSE) SELECT id FROM person WHERE belongs
      ORDER BY last_name, first_name, id LIMIT 10`.execute(sqlOf(tx));
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).not.toContain("belongs_to_club");
  expect(plan).toContain("member_by_name");
  // The day is asked for once and not for each member.
  expect(plan).toMatch(/InitPlan/);
});
