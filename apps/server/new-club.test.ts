import { afterAll, expect, test } from "vitest";
import { usersContract } from "#modules/members/contract.ts";
import { createAdministrator } from "./first-admin.ts";
import { createClub } from "./new-club.ts";
import { testApp } from "./testing.ts";

const app = await testApp();
afterAll(() => app.close());

test("a new club has the group that its members join, the first administrator included", async () => {
  const club = await createClub(app.services.database, "neu", "Neuer Verein e. V.");
  const who = { email: "erste@example.org", firstname: "Eva", lastname: "Erste" };
  await createAdministrator(app.services, club, { ...who, password: undefined });
  const admin = await app.user(club, { isAdmin: true });
  const body = { firstname: "Nils", lastname: "Neu" };
  const made = await app.call(usersContract.createUser, { body }, admin);
  expect(made.body).toMatchObject({
    groups: [{ name: "Alle Mitglieder" }],
    effectivePermissions: ["QUERY_FILESHARE", "QUERY_IMAGESHARE", "QUERY_CALENDAR"],
  });
  const { body: all } = await app.call(usersContract.searchUsers, { query: { q: "Erste" } }, admin);
  expect(all.content.map(({ groups }) => groups?.map(({ name }) => name))).toEqual([
    ["Alle Mitglieder"],
  ]);
});
