import { setTimeout as wait } from "node:timers/promises";
import type { Installation } from "#apps/server/installation.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { Browser } from "./browser.ts";
import { type Load, load, percentiles, type Target, warmUp } from "./load.ts";
import { type Figure, ms, percent, perSecond, times } from "./report.ts";
import { PASSWORD } from "./seed.ts";

/** What the figures need of the running installation. */
export interface Bench {
  installation: Installation;
  /** Address of the server under test. */
  origin: string;
  /** Address as browsers of a tenant see it. */
  publicOrigin(tenant: string): string;
  floorOrigin: string;
  /** Seconds of a figure's measured part. */
  seconds: number;
}

const ROUNDS = 2;
const CONNECTIONS = 32;

/** Ids of a club that the requests name. */
interface Place {
  memberId: string;
  groupId: string;
}

/** Returns whose speed is compared with their floor: name → the requests, taken in turn. */
const ANSWERS: Record<string, (place: Place) => readonly string[]> = {
  "member list": () =>
    [
      "size=50&sort=lastname",
      "size=50&sort=lastname&page=2",
      "size=50&sort=city",
      "size=50&sort=joinedOn&dir=DESC",
    ].map(search),
  "text filter": () =>
    [
      "size=50&q=m%C3%BCller",
      "size=50&q=anna",
      "size=50&q=weber%20g",
      "size=50&q=schmidt%40example",
    ].map(search),
  "page 400": () =>
    [
      "size=50&sort=lastname&page=399",
      "size=50&sort=lastname&page=398",
      "size=50&sort=memberNumber&page=399",
    ].map(search),
  "one member": ({ memberId }) => [`/user/${memberId}`],
  "page of a group": ({ groupId }) => [`/group/${groupId}`, `/group/${groupId}/members?size=50`],
};

function search(query: string): string {
  return `/user/search?${query}`;
}

function apiPath(tenant: string, path: string): string {
  return `/${tenant}/api${path}`;
}

export function searchPath(tenant: string, query: string): string {
  return apiPath(tenant, search(query));
}

/** Paths of all requests of the figures of a club. */
export async function listPaths(
  installation: Installation,
  tenant: string,
): Promise<Map<string, string[]>> {
  const place = await placeOf(installation, tenant);
  return new Map(
    Object.entries(ANSWERS).map(([name, paths]) => [
      name,
      paths(place).map((path) => apiPath(tenant, path)),
    ]),
  );
}

/** An access token of a member of the office, got by logging in. */
export async function officeToken(
  { publicOrigin }: Pick<Bench, "publicOrigin">,
  tenant: string,
  index = 0,
): Promise<string> {
  return (await new Browser(publicOrigin(tenant), tenant).logIn(`buero${index}`, PASSWORD))
    .access_token;
}

/**
 * Requests per second against the floor, and the tail, at 32 connections. Rounds alternate, because
 * machines are noisy.
 */
export async function listFigures(bench: Bench, tenant: string, size: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, paths] of await listPaths(bench.installation, tenant)) {
    const ours: Target = {
      origin: bench.origin,
      paths,
      headers: { authorization: `Bearer ${await officeToken(bench, tenant)}` },
    };
    const floor: Target = { origin: bench.floorOrigin, paths };
    for (const target of [ours, floor]) await warmUp(target, CONNECTIONS);
    const measured: { ours: Load[]; floor: Load[] } = { ours: [], floor: [] };
    for (let round = 0; round < ROUNDS; round++) {
      const how = { connections: CONNECTIONS, seconds: bench.seconds / ROUNDS };
      measured.ours.push(await load(ours, how));
      measured.floor.push(await load(floor, how));
    }
    const [us, them] = [mean(measured.ours), mean(measured.floor)];
    const share = us.perSecond / them.perSecond;
    figures.push(
      {
        what: `${name}, ${size}`,
        ours: perSecond(us.perSecond),
        floor: perSecond(them.perSecond),
        ratio: percent(share),
        demand: "≥ 50 % of floor",
        met: share >= 0.5,
      },
      {
        what: `${name}, ${size}: p50, p99`,
        ours: `${ms(us.p50)}, ${ms(us.p99)}`,
        floor: `${ms(them.p50)}, ${ms(them.p99)}`,
        ratio: times(us.p99 / us.p50),
        demand: "p99 < 5 × p50",
        met: us.p99 < 5 * us.p50,
      },
    );
  }
  return figures;
}

function mean(loads: readonly Load[]): Load {
  const of = (key: keyof Load) => loads.reduce((sum, one) => sum + one[key], 0) / loads.length;
  return { perSecond: of("perSecond"), p50: of("p50"), p95: of("p95"), p99: of("p99") };
}

/** How much slower a list gets from 1,000 members to 100,000. */
export async function growthFigures(bench: Bench, small: string, large: string): Promise<Figure[]> {
  const kinds: Record<string, (groupId: string, deepest: number) => string> = {
    "by name": () => "size=50&sort=lastname",
    "by e-mail address": () => "size=50&sort=email",
    "by mobile number": () => "size=50&sort=mobile",
    "by age": () => "size=50&sort=age",
    "by years of membership": () => "size=50&sort=membershipYears",
    "of an age": () => "size=50&ageFrom=6&ageTo=10",
    "by title (no index)": () => "size=50&sort=title",
    "by salutation (no index)": () => "size=50&sort=salutation",
    "text filter, many hits": () => "size=50&q=m%C3%BCller",
    "text filter, one hit": () => "size=50&q=mueller%20anna%20stuttgart",
    "filter by status and birthday": () =>
      "size=50&status=PASSIVE&birthdayFrom=1990-01-01&sort=birthday",
    "filter by group": (groupId) => `size=50&group=${groupId}&includeSubgroups=true`,
    "deep page": (_groupId, deepest) => `size=50&page=${deepest}`,
  };
  const places = { small: { tenant: small, deepest: 19 }, large: { tenant: large, deepest: 399 } };
  const figures: Figure[] = [];
  for (const [name, query] of Object.entries(kinds)) {
    const p95 = { small: 0, large: 0 };
    for (const [place, { tenant, deepest }] of Object.entries(places)) {
      const { groupId } = await placeOf(bench.installation, tenant);
      const path = searchPath(tenant, query(groupId, deepest));
      const target = {
        origin: bench.origin,
        paths: [path],
        headers: { authorization: `Bearer ${await officeToken(bench, tenant)}` },
      };
      await warmUp(target, 4);
      p95[place as keyof typeof p95] = (
        await load(target, { connections: 4, seconds: bench.seconds / 3 })
      ).p95;
    }
    const growth = p95.large / p95.small;
    figures.push({
      what: `p95 ${name}: 100,000 over 1,000 members`,
      ours: ms(p95.large),
      floor: ms(p95.small),
      ratio: times(growth),
      demand: "≤ 3 ×",
      met: growth <= 3,
    });
  }
  for (const [name, query] of Object.entries({
    "by title (no index)": "size=50&sort=title",
    "text filter, many hits": "size=50&q=m%C3%BCller",
  })) {
    const [little, much] = [
      await afterChanges(bench, small, query),
      await afterChanges(bench, large, query),
    ];
    figures.push({
      what: `p50 ${name}, first page after a change: 100,000 over 1,000 members`,
      ours: ms(much),
      floor: ms(little),
      ratio: times(much / little),
      demand: "≤ 3 ×",
      met: much <= 3 * little,
    });
  }
  return figures;
}

const CHANGES = 25;

/** Median of a request that comes after one member has been changed. */
async function afterChanges(
  { installation, origin, publicOrigin }: Bench,
  tenant: string,
  query: string,
): Promise<number> {
  const headers = { authorization: `Bearer ${await officeToken({ publicOrigin }, tenant)}` };
  const durations: number[] = [];
  await withClient(installation.ownerUrl, async (client) => {
    for (let index = 0; index < CHANGES; index++) {
      await client.query(
        `WITH club AS (SELECT tenant_id, set_config('app.tenant_id', tenant_id::text, false) FROM tenant WHERE name = $1),
           one AS (SELECT m.tenant_id, m.id FROM member m JOIN club USING (tenant_id) ORDER BY m.id OFFSET $2 LIMIT 1)
         UPDATE member SET mobile = '+49 171 ' || (4000000 + $2::int) FROM one
         WHERE member.tenant_id = one.tenant_id AND member.id = one.id`,
        [tenant, index * 7],
      );
      await wait(30);
      const begun = performance.now();
      await (await fetch(`${origin}${searchPath(tenant, query)}`, { headers })).arrayBuffer();
      durations.push(performance.now() - begun);
    }
  });
  return percentiles(durations).p50;
}

/** A division at the top of the club, and one of its members. */
async function placeOf({ ownerUrl }: Installation, tenant: string): Promise<Place> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<Place>(
      `SELECT g.id AS "groupId", m.member_id AS "memberId"
         FROM club_group g
         JOIN tenant USING (tenant_id)
         JOIN membership m ON m.tenant_id = g.tenant_id AND m.group_id = g.id
        WHERE tenant.name = $1
        ORDER BY g.parent_id IS NOT NULL, g.name, m.member_id
        LIMIT 1`,
      [tenant],
    );
    return rows[0] ?? { groupId: "", memberId: "" };
  });
}
