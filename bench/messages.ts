import pg from "pg";
import { startFloor } from "./floor.ts";
import { applicationUrl } from "./installation.ts";
import { type Bench, officeToken } from "./lists.ts";
import { load, percentiles, type Target, warmUp } from "./load.ts";
import { type SeededClub, seedMessages } from "./message-seed.ts";
import { type Figure, ms, percent, perSecond, times } from "./report.ts";
import { recordStatements } from "./statements.ts";

const PLANS = [
  { tenant: "mittel", messages: 50_000 },
  { tenant: "klein", messages: 1_000 },
];
const ROUNDS = 2;
const CONNECTIONS = 16;
const SENDINGS = 7;
/** A message to everybody is answered in about this time. */
const SENT_WITHIN_MS = 1_000;

const inbox = (tenant: string) => [
  `/${tenant}/api/message?size=20`,
  `/${tenant}/api/message?size=20&page=1`,
];

/** Reading with 50,000 messages in one inbox, and sending to 20,000 members. */
export async function messageFigures(
  bench: Omit<Bench, "floorOrigin">,
  port: number,
): Promise<Figure[]> {
  const clubs = await seedMessages(bench.installation.ownerUrl, PLANS);
  const tokens = {
    mittel: await officeToken(bench, "mittel"),
    klein: await officeToken(bench, "klein"),
  };
  const club = clubs.get("mittel");
  if (club === undefined) throw new Error("no club was filled");
  return [
    ...(await inboxFigures(bench, tokens.mittel, port)),
    ...(await growthFigures(bench, tokens)),
    ...(await sendingFigures(bench, tokens.mittel, club)),
  ];
}

/**
 * Pages of an inbox of 50,000 beside a bare handler with the same SQL. Rounds alternate, because
 * machines are noisy.
 */
async function inboxFigures(
  bench: Omit<Bench, "floorOrigin">,
  token: string,
  port: number,
): Promise<Figure[]> {
  const ours: Target = {
    origin: bench.origin,
    paths: inbox("mittel"),
    headers: { authorization: `Bearer ${token}` },
  };
  const requests = ours.paths.map((path) => ({
    path,
    token,
    host: new URL(bench.publicOrigin("mittel")).host,
  }));
  const statements = await recordStatements(bench.installation, requests);
  const floor = await startFloor({
    port,
    appUrl: await applicationUrl(bench.installation),
    lists: requests.map(({ path }, index) => ({ path, statements: statements[index] ?? [] })),
    tenantId: "",
    password: "",
    passwordHash: "",
  });
  try {
    const bare: Target = { origin: floor.origin, paths: ours.paths };
    for (const target of [ours, bare]) await warmUp(target, CONNECTIONS);
    const sums = { ours: 0, floor: 0, p50: 0, p99: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const how = { connections: CONNECTIONS, seconds: bench.seconds / ROUNDS };
      const us = await load(ours, how);
      sums.ours += us.perSecond / ROUNDS;
      sums.p50 += us.p50 / ROUNDS;
      sums.p99 += us.p99 / ROUNDS;
      sums.floor += (await load(bare, how)).perSecond / ROUNDS;
    }
    const what = "inbox page, 20 of 50,000 messages";
    const share = sums.ours / sums.floor;
    return [
      {
        what,
        ours: perSecond(sums.ours),
        floor: perSecond(sums.floor),
        ratio: percent(share),
        demand: "≥ 50 % of floor",
        met: share >= 0.5,
      },
      {
        what: `${what}: p50, p99`,
        ours: `${ms(sums.p50)}, ${ms(sums.p99)}`,
        ratio: times(sums.p99 / sums.p50),
        demand: "p99 < 5 × p50",
        met: sums.p99 < 5 * sums.p50,
      },
    ];
  } finally {
    await floor.stop();
  }
}

/** Lists and searches take about as long with 50,000 messages in the folder as with 1,000. */
async function growthFigures(
  bench: Omit<Bench, "floorOrigin">,
  tokens: Record<"mittel" | "klein", string>,
): Promise<Figure[]> {
  const kinds: Record<string, (tenant: string) => string[]> = {
    inbox,
    "unread badge": (tenant) => [`/${tenant}/api/message/unread/count`],
    sent: (tenant) => [`/${tenant}/api/message/sent?size=20`],
    "search, in every message": (tenant) => [`/${tenant}/api/message?q=Mitglieder`],
    "search, rare word form": (tenant) => [`/${tenant}/api/message?q=Sitzungsprotokoll`],
    "search, no hit": (tenant) => [`/${tenant}/api/message?q=Raumfahrt`],
  };
  const figures: Figure[] = [];
  for (const [name, paths] of Object.entries(kinds)) {
    const p95 = async (tenant: "mittel" | "klein") => {
      const target = {
        origin: bench.origin,
        paths: paths(tenant),
        headers: { authorization: `Bearer ${tokens[tenant]}` },
      };
      await warmUp(target, 4);
      return (await load(target, { connections: 4, seconds: bench.seconds / 3 })).p95;
    };
    const [little, much] = [await p95("klein"), await p95("mittel")];
    figures.push({
      what: `p95 messages, ${name}: 50,000 over 1,000`,
      ours: ms(much),
      floor: ms(little),
      ratio: times(much / little),
      demand: "≤ 3 ×",
      met: much <= 3 * little,
    });
  }
  return figures;
}

/** One message to a group of 20,000, until it is answered; beside the bare INSERT of its rows. */
async function sendingFigures(
  bench: Omit<Bench, "floorOrigin">,
  token: string,
  club: SeededClub,
): Promise<Figure[]> {
  const sending: number[] = [];
  const counting: number[] = [];
  let reached = 0;
  for (let round = 0; round < SENDINGS; round++) {
    const form = new FormData();
    const request = {
      subject: `An alle ${round}`,
      messageContent: "<p>Liebe Mitglieder, …</p>",
      recipientGroupIds: [club.groupId],
    };
    form.append("request", new Blob([JSON.stringify(request)], { type: "application/json" }));
    const lists = { recipientGroupIds: [club.groupId] };
    const json = { "content-type": "application/json" };
    counting.push(
      (
        await timed(bench, token, "/mittel/api/message/recipients", {
          body: JSON.stringify(lists),
          headers: json,
        })
      ).took,
    );
    const { took, answer } = await timed(bench, token, "/mittel/api/message", { body: form });
    sending.push(took);
    reached = (answer as { recipientCount: number }).recipientCount;
  }
  const bare = await bareInserts(bench, club);
  const [us, them, counted] = [percentiles(sending), percentiles(bare), percentiles(counting)];
  const people = reached.toLocaleString("en");
  return [
    {
      what: `sending to ${people} members, until answered: p50`,
      ours: ms(us.p50),
      floor: ms(them.p50),
      ratio: times(us.p50 / them.p50),
      demand: `≤ ${ms(SENT_WITHIN_MS)}`,
      met: us.p50 <= SENT_WITHIN_MS,
    },
    { what: `head count of ${people} members: p50`, ours: ms(counted.p50) },
  ];
}

async function timed(
  { origin }: Pick<Bench, "origin">,
  token: string,
  path: string,
  { body, headers = {} }: { body: string | FormData; headers?: Record<string, string> },
) {
  const begun = performance.now();
  const response = await fetch(`${origin}${path}`, {
    method: "POST",
    body,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  const answer: unknown = await response.json();
  if (!response.ok)
    throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
  return { took: performance.now() - begun, answer };
}

/**
 * The rows of the recipients alone, by the application's role, with their indexes and foreign keys.
 * Taken back again.
 */
async function bareInserts(
  { installation }: Pick<Bench, "installation">,
  { tenantId, groupId, officeId }: SeededClub,
): Promise<number[]> {
  const client = new pg.Client({ connectionString: await applicationUrl(installation) });
  await client.connect();
  try {
    const took: number[] = [];
    for (let round = 0; round < SENDINGS; round++) {
      await client.query("BEGIN");
      await client.query("SELECT set_config('app.tenant_id', $1, true)", [tenantId]);
      const { rows } = await client.query<{ id: string }>(
        `INSERT INTO message (id, sender_id, sender_first_name, sender_last_name, subject, content, plain_text, recipient_count, words)
         VALUES (time_ordered_uuid(), $1, '', '', '', '', '', 0, '') RETURNING id`,
        [officeId],
      );
      const begun = performance.now();
      await client.query(
        "INSERT INTO message_recipient (message_id, user_id, direct) SELECT $1, member_id, false FROM membership WHERE group_id = $2",
        [rows[0]?.id, groupId],
      );
      took.push(performance.now() - begun);
      await client.query("ROLLBACK");
    }
    return took;
  } finally {
    await client.end();
  }
}
