import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { calendarsContract } from "#modules/calendars/contract.ts";
import { filesContract } from "#modules/files/contract.ts";
import { upload } from "#modules/files/server/testing.ts";
import type { GrantLine } from "#modules/grants/contract.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { aMessage } from "#modules/messages/server/testing.ts";
import { usersContract } from "#modules/members/contract.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import { searchContract } from "../contract.ts";

/**
 * The index against the rights: a club with random people, grants and messages. Whoever searches
 * finds exactly what they can open by its own address, for every kind and every role, by a word of
 * all, by a word of its own and with a typing error in it.
 */

interface Thing {
  type: string;
  id: string;
  /** A word that stands in nothing else. */
  word: string;
  opens(who: TestUser): Promise<boolean>;
}

const SEED = 20_261_121;
const COMMON = "Zebrafest";
const ROLES: Permission[][] = [
  [],
  ["QUERY_USER"],
  ["QUERY_GROUP"],
  ["QUERY_CALENDAR"],
  ["QUERY_FILESHARE"],
  ["QUERY_IMAGESHARE"],
  ["QUERY_CALENDAR", "MANAGE_CALENDAR", "QUERY_FILESHARE", "QUERY_IMAGESHARE"],
  [
    "QUERY_USER",
    "QUERY_GROUP",
    "QUERY_CALENDAR",
    "QUERY_FILESHARE",
    "MANAGE_FILESHARE",
    "SEND_MESSAGE",
  ],
];

let app: TestApp;
let admin: TestUser;
let people: TestUser[];
const things: Thing[] = [];
let strangersThings: Thing[] = [];
let stranger: TestUser;
const random = randomNumbers(SEED);

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  admin = await app.user(club, { isAdmin: true });
  people = [];
  for (const permissions of ROLES)
    people.push(
      await app.user(club, { firstname: "Rolle", lastname: String(people.length), permissions }),
    );
  await fill(admin, people, things);
  // Another club with the same words of its own.
  const other = await app.tenant("beta");
  stranger = await app.user(other, { isAdmin: true });
  strangersThings = [];
  await fill(stranger, [stranger, stranger], strangersThings);
  await app.runJobs();
}, 120_000);
afterAll(() => app?.close());

async function fill(by: TestUser, members: readonly TestUser[], list: Thing[]) {
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const ok = <T extends { status: number; body: unknown }>(answer: T): T => {
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer;
  };
  const groupIds: string[] = [];
  for (let index = 0; index < 5; index++) {
    const word = newWord();
    const parentId = index < 2 ? undefined : one(groupIds);
    const { body } = ok(
      await app.call(
        groupsContract.createGroup,
        { body: { name: `${COMMON} ${word}`, ...(parentId === undefined ? {} : { parentId }) } },
        by,
      ),
    );
    groupIds.push(body.id);
    list.push({
      type: "GROUP",
      id: body.id,
      word,
      opens: (who) => opened(groupsContract.getGroup, { id: body.id }, who),
    });
    for (const member of new Set([one(members), one(members)]))
      ok(
        await app.call(
          groupsContract.putGroupMember,
          { params: { id: body.id, userId: member.id }, body: { leader: random() < 0.4 } },
          by,
        ),
      );
  }
  for (let index = 0; index < 4; index++) {
    const word = newWord();
    const { body } = ok(
      await app.call(usersContract.createUser, { body: { firstname: COMMON, lastname: word } }, by),
    );
    list.push({
      type: "USER",
      id: body.id,
      word,
      opens: (who) => opened(usersContract.getUser, { id: body.id }, who),
    });
    if (index === 3) ok(await app.call(usersContract.deleteUser, { params: { id: body.id } }, by));
  }
  const grants = (): GrantLine[] =>
    random() < 0.2
      ? [{ subject: "ALL", id: null, access: "READ" }]
      : [...new Set([one(groupIds), one(groupIds)])]
          .map((id): GrantLine => ({
            subject: "GROUP",
            id,
            access: random() < 0.5 ? "READ" : "WRITE",
          }))
          .concat(random() < 0.6 ? [{ subject: "USER", id: one(members).id, access: "READ" }] : []);
  for (let index = 0; index < 4; index++) {
    const name = newWord();
    const values = { name: `${COMMON} ${name}`, color: "RED", grants: grants() } as const;
    const calendar = ok(await app.call(calendarsContract.createCalendar, { body: values }, by));
    list.push({
      type: "CALENDAR",
      id: calendar.body.id,
      word: name,
      opens: (who) => opened(calendarsContract.getCalendar, { id: calendar.body.id }, who),
    });
    for (let count = 0; count < 3; count++) {
      const word = newWord();
      const times = {
        startDateTime: `${2040 + count}-05-01T10:00:00Z`,
        endDateTime: `${2040 + count}-05-01T11:00:00Z`,
      };
      const values = { title: `${COMMON} ${word}`, ...times };
      const { body } = ok(
        await app.call(
          calendarsContract.createEvent,
          { params: { id: calendar.body.id }, body: values },
          by,
        ),
      );
      list.push({
        type: "EVENT",
        id: body.id,
        word,
        opens: (who) => opened(calendarsContract.getEvent, { id: body.id }, who),
      });
    }
  }
  for (const kind of ["DOCUMENTS", "DOCUMENTS", "DOCUMENTS", "IMAGES", "IMAGES"] as const) {
    const name = newWord();
    const share = ok(
      await app.call(
        filesContract.createFileShare,
        { body: { name: `${COMMON} ${name}`, kind, grants: grants() } },
        by,
      ),
    );
    list.push({
      type: "SHARE",
      id: share.body.id,
      word: name,
      opens: (who) => opened(filesContract.getFileShare, { id: share.body.id }, who),
    });
    for (const path of ["oben", "Ordner/unten", "Weg/gelöscht"]) {
      if (kind === "IMAGES" && path !== "oben") continue;
      const word = newWord();
      const inside = random() < 0.5;
      const full =
        kind === "IMAGES"
          ? `${COMMON} ${word}.png`
          : `${path} ${inside ? newWord() : `${COMMON} ${word}`}.txt`;
      const content =
        kind === "IMAGES" ? PIXEL : `Text über ${inside ? `das ${COMMON} mit ${word}` : "nichts"}.`;
      ok(await upload(app, by, share.body.id, full, content, { createFolders: true }));
      const entry = ok(
        await app.call(filesContract.getEntry, { params: { id: share.body.id, path: full } }, by),
      );
      list.push({
        type: "FILE",
        id: entry.body.id,
        word,
        opens: (who) => opened(filesContract.getEntry, { id: share.body.id, path: full }, who),
      });
    }
    if (kind === "DOCUMENTS")
      ok(
        await app.call(
          filesContract.deleteEntry,
          { params: { id: share.body.id, path: "Weg" } },
          by,
        ),
      );
  }
  for (let index = 0; index < 8; index++) {
    const word = newWord();
    const request = {
      subject: index % 2 === 0 ? `${COMMON} ${word}` : "Hinweis",
      messageContent: `<p>Zum ${COMMON}${index % 2 === 0 ? "" : ` mit ${word}`}</p>`,
      recipientIds: [...new Set([one(members).id, one(members).id])],
      recipientGroupIds: random() < 0.4 ? [one(groupIds)] : [],
    };
    const sent = await aMessage(app, by, request);
    list.push({
      type: "MESSAGE",
      id: sent.id,
      word,
      opens: (who) => opened(messagesContract.getMessage, { id: sent.id }, who),
    });
    if (index > 5)
      ok(
        await app.call(
          messagesContract.deleteMessage,
          { params: { id: sent.id } },
          members.find(({ id }) => id === request.recipientIds[0]) ?? by,
        ),
      );
  }
}

async function opened(
  route: Parameters<TestApp["call"]>[0],
  params: object,
  who: TestUser,
): Promise<boolean> {
  return (await app.call(route, { params: params as never }, who)).status === 200;
}

async function idsFound(q: string, who: TestUser): Promise<Set<string>> {
  const answer = await app.call(searchContract.search, { query: { q, limit: "20" } as never }, who);
  expect(answer.status).toBe(200);
  return new Set(answer.body.flatMap(({ results }) => results.map(({ id }) => id)));
}

async function openable(list: readonly Thing[], who: TestUser): Promise<Thing[]> {
  const answers = await Promise.all(
    list.map(async (thing) => ({ thing, opens: await thing.opens(who) })),
  );
  return answers.filter(({ opens }) => opens).map(({ thing }) => thing);
}

test.each([...ROLES.keys(), -1])("role %i finds exactly what it can open", async (role) => {
  const who = people[role] ?? admin;
  const may = new Set((await openable(things, who)).map(({ id }) => id));
  expect(await idsFound(COMMON, who), `seed ${SEED}`).toEqual(may);
  for (const { id, word, type } of things) {
    for (const q of [word, `${word.slice(0, 3)}${word[4]}${word[3]}${word.slice(5)}`]) {
      const found = await idsFound(q, who);
      expect(found.has(id), `${type} ${q}, seed ${SEED}`).toBe(may.has(id));
      // The name of a group stands in those below it and in messages to it as well.
      expect(
        [...found].filter((other) => !may.has(other)),
        `${type} ${q}, seed ${SEED}`,
      ).toEqual([]);
      if (type !== "GROUP") expect(found.size, `${type} ${q}, seed ${SEED}`).toBeLessThan(2);
    }
  }
});

test("every kind is open to somebody and closed to somebody else", async () => {
  for (const type of ["USER", "GROUP", "CALENDAR", "EVENT", "SHARE", "FILE", "MESSAGE"]) {
    const list = things.filter((thing) => thing.type === type);
    const numbers = await Promise.all(
      people.map(async (who) => (await openable(list, who)).length),
    );
    expect(Math.max(...numbers), type).toBeGreaterThan(0);
    expect(Math.min(...numbers), type).toBeLessThan(list.length / 3);
  }
});

test("nothing of another club, not even by its own words", async () => {
  expect(
    [...(await idsFound(COMMON, admin))].filter((id) =>
      strangersThings.some((thing) => thing.id === id),
    ),
  ).toEqual([]);
  for (const { word } of strangersThings)
    expect(await idsFound(word, admin), word).toEqual(new Set());
  for (const { word } of things) expect(await idsFound(word, stranger), word).toEqual(new Set());
});

test("a right taken away counts at the next search", async () => {
  const who = await app.user(admin.tenant, { permissions: ["QUERY_CALENDAR", "QUERY_FILESHARE"] });
  const calendar = await app.call(
    calendarsContract.createCalendar,
    { body: { name: "Nur kurz", color: "BLUE" } },
    admin,
  );
  const word = newWord();
  const times = { startDateTime: "2041-05-01T10:00:00Z", endDateTime: "2041-05-01T11:00:00Z" };
  await app.call(
    calendarsContract.createEvent,
    { params: { id: calendar.body.id }, body: { title: word, ...times } },
    admin,
  );
  expect((await idsFound(word, who)).size).toBe(1);
  const { id, version } = calendar.body;
  await app.call(
    calendarsContract.updateCalendar,
    { params: { id }, body: { name: "Nur kurz", color: "BLUE", grants: [], version } },
    admin,
  );
  expect((await idsFound(word, who)).size).toBe(0);
});

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkqP9fDwAEgwGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** The same numbers on every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Nine letters that no other word is near to. */
function newWord(): string {
  let word = "";
  while (word.length < 9)
    word += "bdfgklmnprtvwz"[Math.floor(random() * 14)] + ("aiou"[Math.floor(random() * 4)] ?? "");
  return word.slice(0, 9);
}
