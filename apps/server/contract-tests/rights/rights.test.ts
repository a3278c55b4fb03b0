import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withClient } from "#platform/server/database/migrate.ts";
import { testApp } from "#apps/server/testing.ts";
import { contracts } from "../samples.ts";
import { calendarKinds } from "./calendars/testing.ts";
import { fileKinds } from "./files/testing.ts";
import { invitationKinds } from "./invitations/testing.ts";
import { messageKind } from "./messages/testing.ts";
import { transferKinds } from "./transfer/testing.ts";
import { fillClub } from "./people/testing.ts";
import { groupKinds } from "./groups/testing.ts";
import { grantFaults, type GrantTry, grantTries } from "./grantable-permissions.ts";
import { memberKinds } from "./members/testing.ts";
import { rollBackWrites } from "./rolled-back.ts";
import type { Attempt, Club, Kind, Person, Target } from "./testing.ts";
import { routesWithCan, type SchemaWithCan, wordsOf } from "./words.ts";

/** What the `can` of any record says is what the server does when it is tried, for everybody. */

const KINDS = [
  "members",
  "due deletions",
  "saved views",
  "one's own groups",
  "groups",
  "memberships",
  "changes",
  "calendars",
  "events",
  "invitations of an event",
  "one's own invitations",
  "invitations behind a link",
  "invitations behind the link of a series",
  "shares",
  "folders",
  "files",
  "deleted files",
  "messages",
  "mappings",
  "import sources",
  "import runs",
  "export targets",
  "export runs",
];

let club: Club;
let kinds: Kind[];
let grants: GrantTry[];

beforeAll(async () => {
  const app = await testApp();
  const tenant = await app.tenant("alpha");
  const admin = await app.user(tenant, { isAdmin: true, email: "admin@example.org" });
  club = {
    app,
    tenant,
    admin,
    people: new Map(),
    sql: (text, values = []) =>
      withClient(app.services.environment.databaseUrl ?? "", async (client) => {
        await client.query("SELECT set_config('app.tenant_id', $1, false)", [tenant.id]);
        return (await client.query(text, values)).rows;
      }),
  };
  const groups = await fillClub(club);
  kinds = [
    ...(await memberKinds(club, groups)),
    ...(await groupKinds(club, groups)),
    ...(await calendarKinds(club, groups)),
    ...(await invitationKinds(club, groups)),
    ...(await fileKinds(club, groups)),
    await messageKind(club, groups),
    ...(await transferKinds(club)),
  ];
  grants = await grantTries(club);
  await app.runJobs();
  rollBackWrites(app.services.database);
});
afterAll(() => club?.app.close());

test("every shape of a record that says `can` belongs to a kind", () => {
  const known = new Set(kinds.flatMap(({ schemas }) => schemas));
  const unknown = routesWithCan(contracts).filter(({ schemas }) =>
    schemas.some((schema) => !known.has(schema)),
  );
  expect(
    unknown.map(({ name }) => name),
    "routes whose `can` no kind in the folders beside this file tries",
  ).toEqual([]);
});

test("every call that reads such a record is tried", () => {
  const tried = new Set(kinds.flatMap(({ readings }) => readings.map(({ route }) => route)));
  const reading = routesWithCan(contracts).filter(({ route }) => route.method === "GET");
  const untried = reading.filter(({ route }) => !tried.has(route));
  expect(
    untried.map(({ name }) => name),
    "routes missing in the `readings` of their kind",
  ).toEqual([]);
});

describe.each(KINDS)("%s", (name) => {
  test("may be used as `can` says, by everybody, wherever it is said", async () => {
    const kind = kinds.find((one) => one.name === name);
    if (kind === undefined) throw new Error(`no kind ${name}`);
    const wrong: string[] = [];
    for (const person of club.people.values())
      if (kind.people?.has(person.name) !== false) wrong.push(...(await faults(kind, person)));
    expect(wrong).toEqual([]);
  });
});

test("permissions are given and taken as `grantablePermissions` says, by everybody", async () => {
  const wrong: string[] = [];
  for (const person of club.people.values())
    wrong.push(...(await grantFaults(club, person, grants)));
  expect(wrong).toEqual([]);
});

/** Returns a line for each word that the server does not keep, and each deed that no word says. */
async function faults(kind: Kind, person: Person): Promise<string[]> {
  const done = new Map<string, Tried>();
  for (const target of kind.targets) done.set(target.id, await tried(kind, target, person));
  const wrong = [...done.values()].flatMap(({ faults: found }) => found);
  const seen = new Set<string>();
  for (const { route, run } of kind.readings) {
    for (const { id, schema, record } of (await run(club, person)) ?? []) {
      const outcome = kind.schemas.includes(schema) ? done.get(id) : undefined;
      if (outcome === undefined) continue;
      seen.add(id);
      wrong.push(...differences(outcome, record.can, schema, `${person.name}, ${route.path}`));
    }
  }
  for (const [id, outcome] of done)
    if (!seen.has(id)) wrong.push(...unseenDeeds(kind, outcome, person));
  return wrong;
}

interface Tried {
  target: Target;
  words: Map<string, { done: boolean; attempts: readonly Attempt[] }>;
  faults: string[];
}

const REFUSED = new Set([401, 403, 404, 409, 422]);

async function tried(kind: Kind, target: Target, person: Person): Promise<Tried> {
  const result: Tried = { target, words: new Map(), faults: [] };
  for (const [word, attempts] of Object.entries(kind.tries(target))) {
    const outcomes: boolean[] = [];
    for (const { run } of attempts) {
      const { status, done } = await run(club, person);
      outcomes.push(done);
      if (status >= 300 && !REFUSED.has(status))
        result.faults.push(`${person.name}: ${word} of ${target.name} answers ${status}`);
    }
    const done = outcomes.some(Boolean);
    if (outcomes.includes(!done))
      result.faults.push(`${person.name}: ${word} of ${target.name} is done only in part`);
    result.words.set(word, { done, attempts });
  }
  return result;
}

function differences(
  { target, words }: Tried,
  can: readonly string[],
  schema: SchemaWithCan,
  where: string,
): string[] {
  return wordsOf(schema).flatMap((word) => {
    const done = words.get(word)?.done === true;
    if (done === can.includes(word)) return [];
    const says = done ? "is done and not said" : "is said and not done";
    return [`${where}: ${word} of ${target.name} ${says}`];
  });
}

/** To whom a record is not shown, nothing is said: only a right that the call names lets them. */
function unseenDeeds(
  { elsewhere }: Kind,
  { target, words }: Tried,
  { name, user }: Person,
): string[] {
  return [...words].flatMap(([word, { done, attempts }]) =>
    done &&
    (user === null || attempts.some(({ access }) => access === "loggedIn")) &&
    !elsewhere.includes(word)
      ? [`${name}: ${word} of ${target.name} is done and the record not shown`]
      : [],
  );
}
