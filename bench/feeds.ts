import { randomBytes } from "node:crypto";
import { withClient } from "#platform/server/database/migrate.ts";
import { v7 as uuidv7 } from "uuid";
import { type Floor, type FloorPlan, startFloor } from "./floor.ts";
import type { Bench } from "./lists.ts";
import { load, percentiles, type Target, warmUp } from "./load.ts";
import { type Figure, ms, percent, perSecond, times } from "./report.ts";

const EVENTS = 2_000;
const SERIES = 40;
const ROUNDS = 15;
const CONNECTIONS = 32;
const NAME = "Bench";

interface Feed {
  tenantId: string;
  calendarId: string;
  path: string;
  text: string;
}

/** The feed of a calendar with 2,000 events: written anew, sent again, and asked for in vain. */
export async function feedFigures(
  bench: Omit<Bench, "floorOrigin">,
  tenant: string,
  plan: Omit<FloorPlan, "lists" | "tenantId">,
): Promise<Figure[]> {
  const feed = await makeFeed(bench, tenant);
  const select =
    "SELECT * FROM event WHERE calendar_id = ANY($1::uuid[]) ORDER BY series_id NULLS FIRST, starts_at, id";
  const floor = await startFloor({
    ...plan,
    tenantId: feed.tenantId,
    lists: [
      {
        path: "/cold",
        statements: [
          ...bound(feed.tenantId),
          { name: "rows", text: select, values: [[feed.calendarId]] },
          END,
        ],
        text: feed.text,
      },
      { path: "/warm", statements: [], text: feed.text },
      { path: "/same", statements: [], text: "", status: 304 },
    ],
  });
  try {
    return [await cold(bench, feed, floor), ...(await repeated(bench, feed, floor))];
  } finally {
    await floor.stop();
  }
}

const END = { text: "COMMIT", values: [] };

function bound(tenantId: string) {
  return [
    { text: "BEGIN", values: [] },
    { name: "tenant", text: "SELECT set_config('app.tenant_id', $1, true)", values: [tenantId] },
  ];
}

/** The first answer after a change: every event is read and written. */
async function cold(
  { installation, origin }: Omit<Bench, "floorOrigin">,
  feed: Feed,
  floor: Floor,
): Promise<Figure> {
  const ours: number[] = [];
  const theirs: number[] = [];
  await withClient(installation.ownerUrl, async (client) => {
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [feed.tenantId]);
    for (let round = 0; round < ROUNDS; round++) {
      await client.query(
        "UPDATE calendar SET version = version + 1 WHERE tenant_id = $1 AND id = $2",
        [feed.tenantId, feed.calendarId],
      );
      // Until the server has heard of it.
      await new Promise((resolve) => setTimeout(resolve, 100));
      ours.push(await timed(origin + feed.path));
      theirs.push(await timed(`${floor.origin}/cold`));
    }
  });
  const [us, them] = [percentiles(ours).p50, percentiles(theirs).p50];
  return {
    what: `feed of ${EVENTS} events after a change: p50`,
    ours: ms(us),
    floor: ms(them),
    ratio: times(us / them),
  };
}

async function repeated(
  { origin, seconds }: Omit<Bench, "floorOrigin">,
  feed: Feed,
  floor: Floor,
): Promise<Figure[]> {
  const plain = { "accept-encoding": "identity" };
  const known = await fetch(origin + feed.path, { headers: plain });
  await known.arrayBuffer();
  const same = { ...plain, "if-none-match": known.headers.get("etag") ?? "" };
  const pairs: { what: string; ours: Target; floor: Target }[] = [
    {
      what: `feed of ${EVENTS} events again`,
      ours: { origin, paths: [feed.path], headers: plain },
      floor: { origin: floor.origin, paths: ["/warm"] },
    },
    {
      what: `feed of ${EVENTS} events, unchanged (304)`,
      ours: { origin, paths: [feed.path], headers: same, status: 304 },
      floor: { origin: floor.origin, paths: ["/same"], status: 304 },
    },
  ];
  const figures: Figure[] = [];
  for (const pair of pairs) {
    for (const target of [pair.ours, pair.floor]) await warmUp(target, CONNECTIONS);
    const us = await load(pair.ours, { connections: CONNECTIONS, seconds: seconds / 2 });
    const them = await load(pair.floor, { connections: CONNECTIONS, seconds: seconds / 2 });
    figures.push({
      what: pair.what,
      ours: perSecond(us.perSecond),
      floor: perSecond(them.perSecond),
      ratio: percent(us.perSecond / them.perSecond),
    });
  }
  return figures;
}

async function timed(url: string): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(url, { headers: { "accept-encoding": "identity" } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return performance.now() - begun;
}

/**
 * Rows as the services would write them: 1,960 single events and 40 weekly series over four years.
 */
async function makeFeed(
  { installation, origin }: Omit<Bench, "floorOrigin">,
  tenant: string,
): Promise<Feed> {
  const calendarId = uuidv7();
  const icsId = randomBytes(24).toString("base64url");
  const tenantId = await withClient(installation.ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      "SELECT tenant_id AS id FROM tenant WHERE name = $1",
      [tenant],
    );
    const id = rows[0]?.id ?? "";
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [id]);
    await client.query("DELETE FROM calendar WHERE tenant_id = $1 AND name = $2", [id, NAME]);
    await client.query(
      "INSERT INTO calendar (tenant_id, id, name, color, ics_id) VALUES ($1, $2, $3, 'GREEN', $4)",
      [id, calendarId, NAME, icsId],
    );
    await client.query(
      `INSERT INTO event (tenant_id, id, calendar_id, uid, title, description, location, starts_at, ends_at, recurrence, series_key)
       SELECT $1, time_ordered_uuid(), $2, 'bench-' || n, 'Training der Jugend ' || n, 'Bitte Hallenschuhe mitbringen, Getränke sind da.', 'Turnhalle Süd, Am Sportplatz 1',
         start, start + interval '90 minutes',
         CASE WHEN n <= $4 THEN 'FREQ=WEEKLY;BYDAY=' || (ARRAY['SU','MO','TU','WE','TH','FR','SA'])[1 + extract(dow FROM start AT TIME ZONE 'Europe/Berlin')::int] END,
         CASE WHEN n <= $4 THEN lpad(to_hex(n), 16, '0') END
       FROM (SELECT n, timestamptz '2024-01-01 18:00+01' + n * interval '17 hours' AS start FROM generate_series(1, $3::int) n) s`,
      [id, calendarId, EVENTS, SERIES],
    );
    await client.query("ANALYZE event");
    return id;
  });
  const path = `/public/${tenant}/ics/${icsId}.ics`;
  const answer = await fetch(origin + path, { headers: { "accept-encoding": "identity" } });
  const text = await answer.text();
  const found = text.match(/BEGIN:VEVENT/g)?.length ?? 0;
  if (found !== EVENTS) throw new Error(`the feed answered ${answer.status} with ${found} events`);
  return { tenantId, calendarId, path, text };
}
