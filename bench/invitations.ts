import { randomBytes } from "node:crypto";
import { withClient } from "#platform/server/migrate.ts";
import type pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { type FloorPlan, startFloor } from "./floor.ts";
import type { Bench } from "./lists.ts";
import { percentiles } from "./load.ts";
import { type Figure, ms, times } from "./report.ts";

const ROUNDS = 100;
const PEOPLE = 50;
const NAME = "Bench: letzter Platz";

interface Round {
  eventId: string;
  publicIds: string[];
}

/** Fifty people who accept at the same moment where one place is left, a hundred times: who has it, and how long it takes. */
export async function lastPlaceFigures(
  { installation, origin }: Omit<Bench, "floorOrigin">,
  tenant: string,
  plan: Omit<FloorPlan, "lists" | "tenantId">,
): Promise<Figure[]> {
  return withClient(installation.ownerUrl, async (client) => {
    const tenantId = await tenantIdOf(client, tenant);
    const rounds = await makeRounds(client, tenantId);
    const lock = { name: "lock", text: "SELECT id FROM event WHERE id = $1 FOR NO KEY UPDATE", values: [rounds[0]?.eventId ?? ""] };
    const floor = await startFloor({
      ...plan,
      tenantId,
      lists: [{ path: "/lock", statements: [BEGIN, { ...BOUND, values: [tenantId] }, lock, COMMIT], text: "{}" }],
    });
    try {
      const ours: number[] = [];
      const theirs: number[] = [];
      let right = 0;
      for (const { eventId, publicIds } of rounds) {
        ours.push(...(await atOnce(publicIds.map((id) => ({ url: `${origin}/public/${tenant}/invitation/${id}?accept=true`, method: "PUT" })))));
        theirs.push(...(await atOnce(publicIds.map(() => ({ url: `${floor.origin}/lock`, method: "GET" })))));
        if (await hasOneWinner(client, eventId)) right++;
      }
      const [us, them] = [percentiles(ours), percentiles(theirs)];
      return [
        {
          what: `${PEOPLE} answers at once for one last place: rounds with exactly one winner`,
          ours: `${right} of ${ROUNDS}`,
          demand: `${ROUNDS} of ${ROUNDS}`,
          met: right === ROUNDS,
        },
        {
          what: `${PEOPLE} answers at once for one last place: time of an answer`,
          ours: `p50 ${ms(us.p50)}, p99 ${ms(us.p99)}`,
          floor: `p50 ${ms(them.p50)}, p99 ${ms(them.p99)}`,
          ratio: times(us.p50 / them.p50),
        },
      ];
    } finally {
      await floor.stop();
    }
  });
}

const BEGIN = { text: "BEGIN", values: [] };
const COMMIT = { text: "COMMIT", values: [] };
const BOUND = { name: "tenant", text: "SELECT set_config('app.tenant_id', $1, true)" };

async function atOnce(requests: readonly { url: string; method: string }[]): Promise<number[]> {
  return Promise.all(
    requests.map(async ({ url, method }) => {
      const begun = performance.now();
      const answer = await fetch(url, { method });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}`);
      return performance.now() - begun;
    }),
  );
}

async function hasOneWinner(client: pg.Client, eventId: string): Promise<boolean> {
  const { rows } = await client.query<{ accepted: number; waiting: number; ranks: number }>(
    `SELECT count(*) FILTER (WHERE state = 'ACCEPTED')::int AS accepted, count(*) FILTER (WHERE state = 'WAITING')::int AS waiting,
       count(DISTINCT waiting_number)::int AS ranks FROM invitation WHERE event_id = $1`,
    [eventId],
  );
  return rows[0]?.accepted === 1 && rows[0].waiting === PEOPLE - 1 && rows[0].ranks === PEOPLE - 1;
}

async function tenantIdOf(client: pg.Client, tenant: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>("SELECT tenant_id AS id FROM tenant WHERE name = $1", [tenant]);
  const id = rows[0]?.id ?? "";
  await client.query("SELECT set_config('app.tenant_id', $1, false)", [id]);
  return id;
}

/** An event with one place and fifty invited guests for each round; those of an earlier run go. */
async function makeRounds(client: pg.Client, tenantId: string): Promise<Round[]> {
  const calendarId = uuidv7();
  await client.query("DELETE FROM calendar WHERE tenant_id = $1 AND name = $2", [tenantId, NAME]);
  await client.query("INSERT INTO calendar (tenant_id, id, name, color, ics_id) VALUES ($1, $2, $3, 'GREEN', $4)", [
    tenantId,
    calendarId,
    NAME,
    randomBytes(24).toString("base64url"),
  ]);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const eventId = uuidv7();
    const publicIds = Array.from({ length: PEOPLE }, () => randomBytes(18).toString("base64url"));
    await client.query(
      `INSERT INTO event (tenant_id, id, calendar_id, uid, title, starts_at, ends_at, answer_maximum, allow_comment, allow_companions, waiting_list)
       VALUES ($1, $2, $3, $4, 'Letzter Platz', now() + interval '30 days', now() + interval '30 days 2 hours', 1, true, false, true)`,
      [tenantId, eventId, calendarId, eventId],
    );
    await client.query(
      `INSERT INTO invitation (tenant_id, id, event_id, guest_name, guest_email, public_id, told)
       SELECT $1, time_ordered_uuid(), $2, 'Gast ' || n, 'gast' || n || '@example.org', public_id, '{}'
       FROM unnest($3::text[]) WITH ORDINALITY AS given (public_id, n)`,
      [tenantId, eventId, publicIds],
    );
    rounds.push({ eventId, publicIds });
  }
  await client.query("ANALYZE invitation, event");
  return rounds;
}
