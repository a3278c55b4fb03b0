import { afterAll, beforeAll, expect, test } from "vitest";
import { calendarsContract } from "#modules/calendars/contract.ts";
import { calendarsModule } from "#modules/calendars/server/module.ts";
import { usersContract } from "#modules/members/contract.ts";
import { ANONYMISED_NAME } from "#modules/members/server/public.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { searchContract } from "#modules/search/contract.ts";
import { systemContract } from "#modules/system/contract.ts";
import { idsOf, listening, openPage } from "#modules/system/server/testing.ts";
import { importContract } from "#modules/transfer/import-contract.ts";
import { clubForImports, type ImportClub } from "#modules/transfer/server/import/testing.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { unzip } from "#platform/server/testing/unzip.ts";
import { composeModules, modules } from "./modules.ts";
import { testApp, type TestApp, type TestUser } from "./testing.ts";

/**
 * Two applications in one process, each with its own database and files: the whole product, and one
 * that has calendars only. The small one is made last, so that whatever were kept beside the
 * applications would be its own.
 */

let whole: ImportClub;
let small: TestApp;
let smallAdmin: TestUser;

beforeAll(async () => {
  whole = await clubForImports();
  small = await testApp({ modules: composeModules([calendarsModule]) });
  smallAdmin = await small.user(await small.tenant("klein"), { isAdmin: true });
});
afterAll(async () => {
  await small?.close();
  await whole?.app.close();
});

/** Sections of the file that a person gets about themselves. */
async function fileOf(app: TestApp, id: string, as: TestUser): Promise<Record<string, unknown>> {
  const { status, bytes } = await app.call(usersContract.exportUserData, { params: { id } }, as);
  expect(status).toBe(200);
  const text = unzip(bytes).get("Auskunft.json")?.toString() ?? "";
  return JSON.parse(text) as Record<string, unknown>;
}

test("a person's file tells what the modules of its own application hold", async () => {
  const person = await small.user(smallAdmin.tenant, { firstname: "Petra" });
  const told = Object.keys(await fileOf(small, person.id, smallAdmin));
  expect(told).toEqual(
    expect.arrayContaining(["gruppen", "kalender", "einladungen", "kalender-abo"]),
  );
  for (const key of ["nachrichten", "dateien", "historie", "exporte", "importe"])
    expect(told).not.toContain(key);

  const everything = Object.keys(await fileOf(whole.app, whole.admin.id, whole.admin));
  const keys = modules.flatMap(({ personalData = [] }) => personalData.map(({ key }) => key));
  expect(keys.length).toBeGreaterThan(8);
  expect(everything).toEqual(expect.arrayContaining(keys));
});

test("a person's file is read from the blob store of its own application", async () => {
  const source = await whole.source();
  const preview = await whole.preview(source, "Vorname;Nachname;Schuhgröße\nPetra;Pfeiffer;39\n");
  await whole.apply(preview.id);
  const [petra] = await whole.members();
  const { importe } = await fileOf(whole.app, petra?.id ?? "", whole.admin);
  expect(JSON.stringify(importe)).toContain('"Schuhgröße":"39"');
});

test("erasing a person calls the erasers of the own application alone", async () => {
  const { id } = await small.user(smallAdmin.tenant, { firstname: "Petra", email: "p@klein.de" });
  const calendar = await small.call(
    calendarsContract.createCalendar,
    { body: { name: "Proben", grants: [{ subject: "USER", id, access: "READ" }] } },
    smallAdmin,
  );
  expect(calendar.status).toBe(201);
  for (const route of [usersContract.deleteUser, usersContract.anonymiseUser])
    expect((await small.call(route, { params: { id } }, smallAdmin)).status).toBe(204);
  const { body } = await small.call(
    calendarsContract.getCalendar,
    { params: { id: calendar.body.id } },
    smallAdmin,
  );
  expect(JSON.stringify(body)).not.toContain(id);
  // Its database has a history, but no module that erases it.
  expect(await nameInHistory(small, id)).toBe("Petra Mustermann");

  const other = await whole.app.user(whole.tenant, { firstname: "Petra" });
  for (const route of [usersContract.deleteUser, usersContract.anonymiseUser])
    await whole.app.call(route, { params: { id: other.id } }, whole.admin);
  expect(await nameInHistory(whole.app, other.id)).toBe(ANONYMISED_NAME);
});

async function nameInHistory(app: TestApp, memberId: string): Promise<string | undefined> {
  return withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    const { rows } = await client.query<{ record_name: string }>(
      "SELECT record_name FROM change WHERE member_id = $1 ORDER BY at LIMIT 1",
      [memberId],
    );
    return rows[0]?.record_name;
  });
}

test("routes, search and the interface's description are those of the own application", async () => {
  expect((await whole.app.call(messagesContract.searchMessages, {}, whole.admin)).status).toBe(200);
  expect((await small.call(messagesContract.searchMessages, {}, smallAdmin)).status).toBe(404);
  expect((await small.call(importContract.searchImportSources, {}, smallAdmin)).status).toBe(404);

  const paths = async (app: TestApp, as: TestUser) => {
    const { body } = await app.call(systemContract.getOpenApi, {}, as);
    return Object.keys((body as { paths: object }).paths);
  };
  const pathOf = ({ tenant }: TestUser) =>
    `/${tenant.name}/api${messagesContract.searchMessages.path}`;
  expect(await paths(whole.app, whole.admin)).toContain(pathOf(whole.admin));
  expect(await paths(small, smallAdmin)).not.toContain(pathOf(smallAdmin));

  await small.user(smallAdmin.tenant, { firstname: "Quirin", lastname: "Quast" });
  const found = await small.call(searchContract.search, { query: { q: "Quast" } }, smallAdmin);
  expect(JSON.stringify(found.body)).toContain("Quirin");
  const types = (
    await whole.app.call(searchContract.search, { query: { q: "Quast" } }, whole.admin)
  ).body;
  expect(JSON.stringify(types)).not.toContain("Quirin");
});

test("an application that closes leaves the update streams of the others open", async () => {
  const third = await testApp({ beside: whole.app });
  const closing = await openPage(await listening(third), whole.admin);
  const staying = await openPage(await listening(whole.app), whole.admin);
  await third.close();
  await expect.poll(() => closing.hasEnded).toBe(true);
  const { body } = await whole.app.call(
    groupsContract.createGroup,
    { body: { name: "Nach dem Schluss" } },
    whole.admin,
  );
  await expect.poll(() => idsOf(staying, "group")).toContain(body.id);
  expect(staying.hasEnded).toBe(false);
  staying.close();
});
