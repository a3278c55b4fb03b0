import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { PROTECTED_USER_FIELDS, USER_FIELD_LABELS, usersContract } from "../../contract.ts";
import { groupsContract } from "../../groups-contract.ts";
import { createMembers } from "../people/create-members.ts";
import { wantedBy } from "./wanted-of-members.ts";

const ALL = Object.keys(USER_FIELD_LABELS);
let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  admin = await app.user(club, { firstname: "Ada", lastname: "Admin", isAdmin: true });
  await app.user(club, { firstname: "Karl", lastname: "Kanzlei" });
  const [full = ""] = await app.services.database.write(club.id, systemActor(), (tx) =>
    createMembers(tx, [
      {
        firstname: "Zoë",
        lastname: "Wałęsa",
        salutation: "Frau",
        title: "Dr.",
        email: "zoe@example.org",
        phone: "+49 7161 1234",
        mobile: "+49 171 1234",
        street: "Am Markt 1",
        addressAddition: "Hinterhaus",
        postalCode: "01067",
        city: "Dresden",
        country: "DE",
        birthday: "1955-03-01",
        gender: "FEMALE",
        joinedOn: "2001-02-03",
        status: "HONORARY",
        iban: "DE02120300000000202051",
        notes: "mag es leise",
      },
      { firstname: "Ben", lastname: "Weg", joinedOn: "2001-01-01", leftOn: "2010-12-31" },
    ]),
  );
  const group = async (name: string, parentId: string | null) => {
    const answer = await app.call(groupsContract.createGroup, { body: { name, parentId } }, admin);
    expect(answer.status).toBe(201);
    return answer.body.id;
  };
  const parent = await group("Turnen", null);
  for (const id of [await group("Jugend", parent), await group("Chor", null), parent]) {
    const params = { id, userId: full };
    const answer = await app.call(groupsContract.putGroupMember, { params, body: {} }, admin);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
});
afterAll(() => app?.close());

/** The lines of a file with these columns, each parted into its cells. */
async function cells(columns: string[]): Promise<string[][]> {
  const body = { format: "CSV" as const, columns, sort: "lastname" as const };
  const answer = await app.call(usersContract.exportUsers, { body }, admin);
  expect(answer.status, answer.bytes.toString("utf8")).toBe(200);
  const lines = answer.bytes.toString("utf8").split("\r\n").slice(1, -1);
  return lines.map((line) => line.split(";"));
}

test("a column says the same alone as among all others", async () => {
  const all = await cells(ALL);
  expect(all.length).toBe(4);
  for (const [index, name] of ALL.entries())
    expect(await cells([name]), name).toEqual(all.map((line) => [line[index]]));
});

test("and what the member's page says", async () => {
  const columns = ["lastname", "title", "birthday", "birthYear", "status", "groups", "iban"];
  const found = await cells(columns);
  expect(found.slice(-2)).toEqual([
    [
      "Wałęsa",
      "Dr.",
      "01.03.1955",
      "1955",
      "Ehrenmitglied",
      "Chor, Turnen, Turnen->Jugend",
      "DE02120300000000202051",
    ],
    ["Weg", "", "", "", "ausgetreten", "", ""],
  ]);
});

test("what the reader may not see is not read", () => {
  const names = [...PROTECTED_USER_FIELDS, "city"];
  const rights = { isAdmin: false, permissions: new Set(["QUERY_USER"] as const) };
  expect(wantedBy(names, rights).fields.filter((field) => names.includes(field))).toEqual(["city"]);
});

test("a column that nobody knows is a mistake, not an empty cell", () => {
  expect(() => wantedBy(["shoeSize"], { isAdmin: true, permissions: new Set() })).toThrow(
    "shoeSize",
  );
});
