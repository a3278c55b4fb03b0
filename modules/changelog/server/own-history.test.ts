import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestUser } from "#apps/server/testing.ts";
import { userUpdate, usersContract as users } from "#modules/members/contract.ts";
import { groupsContract as groups } from "#modules/members/groups-contract.ts";
import {
  createMembers,
  OPERATOR,
  selectMember,
  selectToday,
  updateMember,
} from "#modules/members/server/public.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { changelogContract } from "../contract.ts";
import { clubWithHistory } from "./testing.ts";

let club: Awaited<ReturnType<typeof clubWithHistory>>;

beforeAll(async () => {
  club = await clubWithHistory();
});
afterAll(() => club?.app.close());

const answerFor = (who: TestUser, query: object = {}) =>
  club.app.call(changelogContract.listMyChanges, { query }, who);

const member = (lastname: string) => club.app.user(club.alpha, { lastname });

async function moveTo(tx: WriteTx, id: string, street: string): Promise<void> {
  const now = await selectMember(tx, id, await selectToday(tx));
  if (now === undefined) throw new Error("the member is gone");
  const form = userUpdate.parse({
    memberNumber: now.member_number,
    firstname: now.first_name,
    lastname: now.last_name,
    street,
    version: now.version,
  });
  await updateMember(tx, id, form, { actor: OPERATOR });
}

test("a member without any right reads what the office and they themselves changed", async () => {
  const who = await member("Eigen");
  const me = (await club.app.call(users.getMe, {}, who)).body;
  await club.app.call(users.updateMe, { body: { city: "Trier", version: me.version } }, who);
  await club.change(who.id, { street: "Neue Straße 5" });
  const { status, body } = await answerFor(who);
  expect(status).toBe(200);
  expect(body.content.slice(0, 2)).toMatchObject([
    {
      actor: { name: "Otto Büro", kind: "USER" },
      way: "UI",
      changes: [{ field: "street", oldValue: null, newValue: "Neue Straße 5" }],
    },
    {
      actor: { name: "Erika Eigen", kind: "USER" },
      way: "PROFILE",
      operation: "UPDATE",
      changes: [{ field: "city", label: "Ort", newValue: "Trier", masked: false }],
    },
  ]);
  expect(body.content.at(-1)?.operation).toBe("CREATE");
});

test("the one who did it is told by name only, and nothing is offered to be taken back", async () => {
  const who = await member("Namentlich");
  await club.change(who.id, { city: "Bonn" });
  const { body, bytes } = await answerFor(who);
  expect(bytes.toString()).not.toContain(club.office.id);
  expect(Object.keys(body.content[0] ?? {})).not.toContain("can");
});

test("memberships and rights are one's own data too", async () => {
  const who = await member("Gruppe");
  const { body: group } = await club.app.call(
    groups.createGroup,
    { body: { name: "Vorstand" } },
    club.office,
  );
  await club.app.call(
    groups.putGroupMember,
    { params: { id: group.id, userId: who.id }, body: { function: "Kassenwart" } },
    club.office,
  );
  const { version } = await club.readUser(who.id);
  await club.app.call(
    users.setUserPermissions,
    { params: { id: who.id }, body: { permissions: ["QUERY_USER"], isAdmin: false, version } },
    club.office,
  );
  const { content } = (await answerFor(who)).body;
  expect(content).toContainEqual(
    expect.objectContaining({
      operation: "CREATE",
      record: expect.objectContaining({ type: "MEMBERSHIP", name: "Erika Gruppe in Vorstand" }),
    }),
  );
  const fields = content.flatMap(({ changes }) => changes);
  expect(fields).toContainEqual(
    expect.objectContaining({ label: "Rechte", oldValue: [], newValue: ["QUERY_USER"] }),
  );
  // The group itself is not the person's.
  expect(content.map(({ record }) => record.type)).not.toContain("GROUP");
});

test("of an import with many members each reads their own part only", async () => {
  const [one, other] = [await member("Erste"), await member("Zweite")];
  const run = uuidv7();
  const actor = {
    userId: club.office.id,
    name: "Otto Büro",
    kind: "IMPORT" as const,
    way: "IMPORT" as const,
    importRunId: run,
  };
  await club.app.services.database.bulk(club.alpha.id, actor, async (tx) => {
    await createMembers(tx, [{ firstname: "Dritte", lastname: "Fremd" }]);
    await moveTo(tx, one.id, "Straße von Erste");
    await moveTo(tx, other.id, "Straße von Zweite");
  });
  const mine = await answerFor(one);
  expect(mine.body.content[0]).toMatchObject({
    way: "IMPORT",
    actor: { kind: "IMPORT" },
    changes: [{ field: "street", newValue: "Straße von Erste" }],
  });
  expect(mine.bytes.toString()).not.toMatch(/Zweite|Fremd/);
  expect(mine.bytes.toString()).not.toContain(run);
});

test("notes and bank data stay masked, as everywhere without the right to manage members", async () => {
  const who = await member("Bank");
  await club.change(who.id, { notes: "Streng geheim", iban: "DE89370400440532013000" });
  const { body, bytes } = await answerFor(who);
  expect(body.content[0]?.changes).toEqual([
    expect.objectContaining({ field: "iban", oldValue: null, newValue: null, masked: true }),
    expect.objectContaining({ field: "notes", oldValue: null, newValue: null, masked: true }),
  ]);
  expect(bytes.toString()).not.toMatch(/geheim|DE89/);
});

test("pages and counts, and the count follows what is changed later", async () => {
  const who = await member("Seiten");
  for (const city of ["A", "B", "C"]) await club.change(who.id, { city });
  const all = (await answerFor(who)).body;
  const pages = await Promise.all(
    Array.from({ length: all.totalElements }, (_, page) => answerFor(who, { page, size: 1 })),
  );
  expect(pages.flatMap(({ body }) => body.content)).toEqual(all.content);
  expect((await answerFor(who, { dir: "ASC" })).body.content).toEqual(all.content.toReversed());
  await club.change(who.id, { city: "D" });
  await expect
    .poll(async () => (await answerFor(who)).body.totalElements)
    .toBe(all.totalElements + 1);
});

test("whose history it is can't be chosen, and it takes a log-in", async () => {
  const [who, other] = [await member("Neugierig"), await member("Verschwiegen")];
  expect((await answerFor(who, { user: other.id })).status).toBe(400);
  const anonymous = club.app.call(changelogContract.listMyChanges, {}, null, club.alpha);
  expect((await anonymous).status).toBe(401);
  const foreign = await club.app.user(await club.app.tenant("beta"), { isAdmin: true });
  const { bytes } = await answerFor(foreign);
  expect(bytes.toString()).not.toMatch(/Verschwiegen|Otto Büro/);
});
