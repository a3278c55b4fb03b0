import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { runs } from "#platform/testing/properties.ts";
import { messagesContract as api } from "../../contract.ts";
import { aMessage } from "../testing.ts";

/**
 * What people find in their folders after reading, removing and taking back, against a plain
 * reckoning. Many messages were sent at the same moment: pages have to be of one order still.
 */

const MESSAGES = 12;
const PEOPLE = 3;
const FOLDERS = {
  received: api.searchMessages,
  unread: api.searchUnread,
  sent: api.searchSent,
} as const;
type Folder = keyof typeof FOLDERS;

interface Kept {
  id: string;
  /** Index of the moment it was sent at. */
  moment: number;
  sender: number;
  isRemovedBySender: boolean;
  /** By the place of who received it. */
  received: Map<number, { isRead: boolean; isRemoved: boolean }>;
}

let app: TestApp;
let people: TestUser[];
let messages: Kept[];

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  people = [];
  for (let place = 0; place < PEOPLE; place++)
    people.push(
      await app.user(club, { lastname: `Leser ${place}`, permissions: ["SEND_MESSAGE"] }),
    );
  messages = [];
  for (let number = 0; number < MESSAGES; number++) {
    const sender = number % PEOPLE;
    // To the two others, to one of them, to oneself as well.
    const places = [[0, 1, 2].filter((place) => place !== sender), [(sender + 1) % 3], [0, 1, 2]][
      number % 3
    ] as number[];
    const { id } = await aMessage(app, people[sender] as TestUser, {
      subject: `Nachricht ${number}`,
      recipientIds: places.map((place) => people[place]?.id ?? ""),
    });
    messages.push({
      id,
      moment: Math.floor(number / 5),
      sender,
      isRemovedBySender: false,
      received: new Map(places.map((place) => [place, { isRead: false, isRemoved: false }])),
    });
  }
  await withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [club.id]);
    for (const { id, moment } of messages) {
      const at = `2026-03-0${moment + 1}T12:00:00Z`;
      await client.query("UPDATE message SET sent_at = $2 WHERE id = $1", [id, at]);
      await client.query("UPDATE message_recipient SET sent_at = $2 WHERE message_id = $1", [
        id,
        at,
      ]);
    }
  });
});
afterAll(() => app?.close());

function isIn(folder: Folder, { sender, isRemovedBySender, received }: Kept, reader: number) {
  if (folder === "sent") return sender === reader && !isRemovedBySender;
  const own = received.get(reader);
  return own !== undefined && !own.isRemoved && (folder === "received" || !own.isRead);
}

/** Ids of a folder, the newest first; of one moment the one made last. */
function reckoned(folder: Folder, reader: number): string[] {
  return messages
    .filter((message) => isIn(folder, message, reader))
    .toSorted((a, b) => b.moment - a.moment || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
}

async function pageOf(folder: Folder, reader: number, query: object) {
  return (await app.call(FOLDERS[folder], { query }, people[reader] as TestUser)).body;
}

/** Whether the reader has it in some folder. */
const has = (message: Kept, reader: number) =>
  isIn("received", message, reader) || isIn("sent", message, reader);

interface Deed {
  what: "READ" | "UNREAD" | "REMOVE" | "TAKE_BACK";
  message: number;
  reader: number;
}

/** Does it both ways, and says whether the server refused what cannot be done. */
async function done({ what, message: number, reader }: Deed): Promise<void> {
  const message = messages[number] as Kept;
  const who = people[reader] as TestUser;
  const params = { id: message.id };
  const own = message.received.get(reader);
  if (what === "READ" || what === "UNREAD") {
    const query = { read: what === "READ" ? ("true" as const) : ("false" as const) };
    const { status } = await app.call(api.setRead, { params, query }, who);
    expect(status).toBe(has(message, reader) ? 200 : 404);
    if (own !== undefined && !own.isRemoved) own.isRead = what === "READ";
    return;
  }
  const isRemoval = what === "REMOVE";
  const possible = isRemoval
    ? has(message, reader)
    : own?.isRemoved === true || (message.sender === reader && message.isRemovedBySender);
  const route = isRemoval ? api.deleteMessage : api.restoreMessage;
  const { status } = await app.call(route, { params }, who);
  expect(status).toBe(possible ? (isRemoval ? 204 : 200) : 404);
  if (!possible) return;
  if (own !== undefined) own.isRemoved = isRemoval;
  if (message.sender === reader) message.isRemovedBySender = isRemoval;
}

const deed: fc.Arbitrary<Deed> = fc.record({
  what: fc.constantFrom("READ", "UNREAD", "REMOVE", "TAKE_BACK"),
  message: fc.nat(MESSAGES - 1),
  reader: fc.nat(PEOPLE - 1),
});

test("folders hold what their reader has left there, in one order for any size of page", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(deed, { minLength: 3, maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      fc.nat(PEOPLE - 1),
      async (deeds, size, reader) => {
        for (const one of deeds) await done(one);
        for (const folder of Object.keys(FOLDERS) as Folder[]) {
          const expected = reckoned(folder, reader);
          for (const dir of ["DESC", "ASC"] as const) {
            const found: string[] = [];
            for (let page = 0; page * size < Math.max(1, expected.length); page++) {
              const { content, totalElements } = await pageOf(folder, reader, { page, size, dir });
              expect(totalElements).toBe(expected.length);
              found.push(...content.map(({ id }) => id));
            }
            expect(found).toEqual(dir === "DESC" ? expected : expected.toReversed());
          }
        }
      },
    ),
    runs(10),
  );
});

test("each record says what it is to its reader", async () => {
  for (const reader of [0, 1, 2]) {
    const { content } = await pageOf("received", reader, { size: 200 });
    for (const { id, read } of content) {
      const message = messages.find((one) => one.id === id);
      expect(read).toBe(message?.received.get(reader)?.isRead);
    }
  }
});
