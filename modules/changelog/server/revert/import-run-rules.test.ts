import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  groupCreate,
  groupsContract as groups,
  membershipPut,
} from "#modules/members/groups-contract.ts";
import { createGroup, putMembership } from "#modules/members/server/public.ts";
import { identityAdmin } from "#modules/identity/server/public.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import { type UserUpdate, usersContract as users } from "#modules/members/contract.ts";
import { formOf } from "#modules/members/testing.ts";
import {
  createMembers,
  type GroupActor,
  OPERATOR,
  updateMembers,
} from "#modules/members/server/public.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { revertImportRun } from "../public.ts";
import { clubWithHistory } from "../testing.ts";

let club: Awaited<ReturnType<typeof clubWithHistory>>;

beforeAll(async () => {
  club = await clubWithHistory();
});
afterAll(() => club?.app.close());

/** Does something as an import; returns the run's id and what it made. */
async function imported<T>(work: (tx: WriteTx) => Promise<T>): Promise<{ run: string; made: T }> {
  const run = uuidv7();
  const actor = {
    userId: club.office.id,
    name: "Otto Büro",
    kind: "IMPORT",
    way: "IMPORT",
    importRunId: run,
  } as const;
  return { run, made: await club.app.services.database.bulk(club.alpha.id, actor, work) };
}

function undo(run: string, actor: GroupActor = OPERATOR) {
  const { services } = club.app;
  const who = { userId: club.office.id, name: "Otto Büro", kind: "USER", way: "REVERT" } as const;
  return services.database.bulk(club.alpha.id, who, (tx) =>
    revertImportRun(tx, { actor, identity: identityAdmin(services) }, run),
  );
}

/** The members' records with other values, as an import writes them. */
async function formsWith(
  changes: { id: string; values: Partial<UserUpdate> }[],
): Promise<{ id: string; values: UserUpdate }[]> {
  const forms = [];
  for (const { id, values } of changes) {
    const now = await club.readUser(id);
    forms.push({ id, values: { ...formOf(now), ...values } });
  }
  return forms;
}

test("a new member who joined a group or got a login since stays; a group with another name is still the same", async () => {
  const { app, office } = club;
  const { run, made } = await imported(async (tx) => {
    const ids = await createMembers(tx, [
      { firstname: "Neu", lastname: "Gruppe" },
      { firstname: "Neu", lastname: "Zugang" },
      { firstname: "Neu", lastname: "Niemand" },
    ]);
    const group = await createGroup(tx, OPERATOR, groupCreate.parse({ name: "Turnen" }));
    for (const id of ids) await putMembership(tx, OPERATOR, group, id, membershipPut.parse({}));
    return { ids, group };
  });
  const [joined = "", invited = "", nobody = ""] = made.ids;
  const { body: other } = await app.call(
    groups.createGroup,
    { body: { name: "Vorstand" } },
    office,
  );
  await app.call(
    groups.putGroupMember,
    { params: { id: other.id, userId: joined }, body: {} },
    office,
  );
  const { database } = app.services;
  await database.write(
    club.alpha.id,
    { userId: null, name: "System", kind: "SYSTEM", way: "SYSTEM" },
    (tx) =>
      identityAdmin(app.services).createLoginWithPassword(tx, {
        memberId: invited,
        username: "neu.zugang",
        password: "Sonnenblume-2026",
      }),
  );
  await app.call(
    groups.updateGroup,
    { params: { id: made.group }, body: { name: "Geräteturnen", version: 1 } },
    office,
  );

  const { reverted, conflicts } = await undo(run);
  expect(reverted).toBe(4);
  expect(
    conflicts.map(({ recordName, reason, fields }) => [
      recordName,
      reason,
      fields.map(({ field }) => field),
    ]),
  ).toEqual([
    ["Neu Gruppe", "Das Mitglied gehört inzwischen zur Gruppe „Vorstand“ und bleibt deshalb.", []],
    ["Neu Zugang", "Das Mitglied hat inzwischen einen Zugang und bleibt deshalb.", []],
    ["Turnen", null, ["name"]],
  ]);
  expect((await app.call(users.getUser, { params: { id: nobody } }, office)).status).toBe(404);
  const left = await app.call(groups.listUserMemberships, { params: { id: joined } }, office);
  expect(left.body.map(({ group }) => group.id)).toEqual([other.id]);
});

test("fields whose old value is refused today stay, the others go back; what became compulsory may be empty again", async () => {
  const { app, admin, createUser } = club;
  const field = (key: string, more: object) =>
    app.call(
      tenantsContract.createCustomField,
      { body: { key, label: key, kind: "TEXT", options: [], ...more } as never },
      admin,
    );
  await field("shirt", { kind: "CHOICE", options: ["S", "L"] });
  await field("pass", {});
  const user = await createUser({ city: "Bonn", customFields: { shirt: "S" } });
  const forms = await formsWith([
    { id: user.id, values: { city: "Köln", customFields: { shirt: "L", pass: "P-1" } } },
  ]);
  const { run } = await imported((tx) => updateMembers(tx, forms, OPERATOR));
  const known = (await app.call(tenantsContract.listCustomFields, {}, admin)).body;
  const change = async (key: string, values: object) => {
    const found = known.find((one) => one.key === key);
    const { id = "", version = 0, label = key, options = [] } = found ?? {};
    const body = { label, options, version, ...values } as never;
    expect(
      (await app.call(tenantsContract.updateCustomField, { params: { id }, body }, admin)).status,
    ).toBe(200);
  };
  await change("shirt", { options: ["L"] });
  await change("pass", { required: true });

  expect(await undo(run)).toMatchObject({
    reverted: 1,
    conflicts: [
      {
        recordId: user.id,
        fields: [{ field: "cf.shirt", expected: "L", current: "L" }],
        reason:
          "Der alte Wert wird heute nicht mehr angenommen: Bitte einen Eintrag der Liste wählen.",
      },
    ],
  });
  expect(await club.readUser(user.id)).toMatchObject({
    city: "Bonn",
    customFields: { shirt: "L" },
  });
  for (const one of (await app.call(tenantsContract.listCustomFields, {}, admin)).body)
    await app.call(tenantsContract.deleteCustomField, { params: { id: one.id } }, admin);
});

test("member numbers go back one after the other; one that somebody else has by now stays", async () => {
  const { createUser, readUser } = club;
  const [first, second, third] = [
    await createUser({ memberNumber: "9001" }),
    await createUser({ memberNumber: "9002" }),
    await createUser({ memberNumber: "9009", city: "Bonn" }),
  ];
  const { run } = await imported(async (tx) => {
    for (const [id, memberNumber] of [
      [second.id, "9003"],
      [first.id, "9002"],
      [third.id, "9010"],
    ] as const)
      await updateMembers(
        tx,
        await formsWith([{ id, values: { memberNumber, city: "Köln" } }]),
        OPERATOR,
      );
  });
  await createUser({ memberNumber: "9009" });
  expect(await undo(run)).toMatchObject({
    reverted: 3,
    conflicts: [
      {
        recordId: third.id,
        fields: [{ field: "memberNumber", current: "9010" }],
        reason: "Die Mitgliedsnummer 9009 ist inzwischen vergeben.",
      },
    ],
  });
  const now = await Promise.all([first, second, third].map(({ id }) => readUser(id)));
  expect(now.map(({ memberNumber, city }) => [memberNumber, city])).toEqual([
    ["9001", null],
    ["9002", null],
    ["9010", "Bonn"],
  ]);
});

test("never beyond one's own rights: one member above refuses the whole", async () => {
  const { app, alpha, createUser, readUser } = club;
  const chief = await app.user(alpha, {
    lastname: "Chefin",
    permissions: ["MANAGE_TENANT"],
    email: "chefin@example.org",
  });
  const user = await createUser({ city: "Bonn" });
  const forms = await formsWith([
    { id: user.id, values: { city: "Köln" } },
    { id: chief.id, values: { email: "neu@example.org" } },
  ]);
  const { run } = await imported((tx) => updateMembers(tx, forms, OPERATOR));
  const clerk: GroupActor = {
    ...OPERATOR,
    isAdmin: false,
    permissions: new Set(["MANAGE_USER", "MANAGE_GROUP", "QUERY_USER"]),
  };
  await expect(undo(run, clerk)).rejects.toMatchObject({ code: "OUTRANKED" });
  expect((await readUser(user.id)).city).toBe("Köln");
  expect(await undo(run)).toMatchObject({ reverted: 2, conflicts: [] });
  expect((await readUser(chief.id)).email).toBe("chefin@example.org");
});
