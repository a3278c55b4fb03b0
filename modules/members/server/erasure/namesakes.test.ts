import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { usersContract } from "../../contract.ts";
import { createMember } from "../people/create-members.ts";
import { ANONYMISED_NAME } from "./trash-queries.ts";

let app: TestApp;
let boss: TestUser;

beforeAll(async () => {
  app = await testApp();
  boss = await app.user(await app.tenant("alpha"), { lastname: "Boss", isAdmin: true });
});
afterAll(() => app?.close());

function anOffice(lastname: string): Promise<TestUser> {
  const permissions = ["QUERY_USER", "MANAGE_USER"] as const;
  return app.user(boss.tenant, { firstname: "Anna", lastname, permissions: [...permissions] });
}

async function entered(by: TestUser, lastname: string): Promise<string> {
  const { status, body } = await app.call(usersContract.createUser, { body: { lastname } }, by);
  expect(status).toBe(201);
  return body.id;
}

async function trashed(by: TestUser, id: string): Promise<void> {
  const { status } = await app.call(usersContract.deleteUser, { params: { id } }, by);
  expect(status).toBe(204);
}

async function updatedBy(id: string): Promise<string | null> {
  return (await app.call(usersContract.getUser, { params: { id } }, boss)).body.updatedBy;
}

async function deletedBy(id: string): Promise<string | null | undefined> {
  const { body } = await app.call(usersContract.searchTrash, {}, boss);
  return body.content.find((row) => row.id === id)?.deletedBy;
}

async function renamed(who: TestUser, lastname: string): Promise<void> {
  const { body } = await app.call(usersContract.getUser, { params: { id: who.id } }, boss);
  const { status } = await app.call(
    usersContract.updateUser,
    {
      params: { id: who.id },
      body: { memberNumber: body.memberNumber, firstname: "Anna", lastname, version: body.version },
    },
    boss,
  );
  expect(status).toBe(200);
}

async function erased(who: TestUser): Promise<void> {
  await trashed(boss, who.id);
  const { status } = await app.call(usersContract.anonymiseUser, { params: { id: who.id } }, boss);
  expect(status).toBe(204);
}

test("who is erased leaves no name behind, and a namesake keeps theirs", async () => {
  const gone = await anOffice("Gleich");
  const namesake = await anOffice("Gleich");
  const byGone = await entered(gone, "Eins");
  const byNamesake = await entered(namesake, "Zwei");
  const trashedByGone = await entered(boss, "Drei");
  const trashedByNamesake = await entered(boss, "Vier");
  await trashed(gone, trashedByGone);
  await trashed(namesake, trashedByNamesake);

  await erased(gone);

  expect(await updatedBy(byGone)).toBe(ANONYMISED_NAME);
  expect(await deletedBy(trashedByGone)).toBe(ANONYMISED_NAME);
  expect(await updatedBy(byNamesake)).toBe("Anna Gleich");
  expect(await deletedBy(trashedByNamesake)).toBe("Anna Gleich");
});

test("a record says who saved it by the name they bear today, and by none after their erasure", async () => {
  const bride = await anOffice("Ledig");
  const member = await entered(bride, "Fünf");
  expect(await updatedBy(member)).toBe("Anna Ledig");
  await renamed(bride, "Verheiratet");
  expect(await updatedBy(member)).toBe("Anna Verheiratet");
  await erased(bride);
  expect(await updatedBy(member)).toBe(ANONYMISED_NAME);
});

test("what no person saved keeps the name of what did", async () => {
  const { id } = await app.services.database.write(boss.tenant.id, systemActor("Betreiber"), (tx) =>
    createMember(tx, { lastname: "Sechs" }),
  );
  expect(await updatedBy(id)).toBe("Betreiber");
});
