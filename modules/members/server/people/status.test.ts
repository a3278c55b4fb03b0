import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { runs } from "#platform/testing/properties.ts";
import { MEMBER_STATUSES, STATUSES, usersContract as users } from "../../contract.ts";
import { formOf } from "../../testing.ts";
import { clubDay } from "./club-day.ts";

let app: TestApp;
let admin: TestUser;
const TODAY = clubDay("Europe/Berlin");

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { lastname: "Admin", isAdmin: true });
});
afterAll(() => app?.close());

function daysFromToday(days: number): string {
  return Temporal.PlainDate.from(TODAY).add({ days }).toString();
}

async function member(values: object) {
  const { status, body } = await app.call(
    users.createUser,
    { body: { lastname: "Status", ...values } },
    admin,
  );
  expect(status).toBe(201);
  return body;
}

describe("a member's status", () => {
  test.each(MEMBER_STATUSES)("%s is shown as it was entered", async (status) => {
    const made = await member({ status });
    expect(made).toMatchObject({ status, enteredStatus: status });
  });

  test.each([
    [-1, "FORMER"],
    [0, "PASSIVE"],
    [1, "PASSIVE"],
  ])("of who leaves in %i days is %s today: the last day still counts", async (days, status) => {
    const made = await member({ status: "PASSIVE", leftOn: daysFromToday(days) });
    expect(made).toMatchObject({ status, enteredStatus: "PASSIVE" });
  });

  test("of who has left stays under it, and is back when they are", async () => {
    const left = await member({ status: "HONORARY", leftOn: "2020-12-31" });
    expect(left).toMatchObject({ status: "FORMER", enteredStatus: "HONORARY" });
    const { body } = await app.call(
      users.updateUser,
      { params: { id: left.id }, body: { ...formOf(left), leftOn: null } },
      admin,
    );
    expect(body).toMatchObject({ status: "HONORARY", enteredStatus: "HONORARY" });
  });

  test("can't be entered as left: the day says that", async () => {
    const answer = await app.call(
      users.createUser,
      { body: { lastname: "Status", status: "FORMER" as "ACTIVE" } },
      admin,
    );
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: "status" }] } });
  });
});

test("on any day each member has exactly one status, by record and filter alike", async () => {
  const club = await app.tenant("beta");
  const office = await app.user(club, { lastname: "Büro", isAdmin: true });
  const people: { id: string; status: string; leftOn: string | null }[] = [
    { id: office.id, status: "ACTIVE", leftOn: null },
  ];
  for (const leftOn of [null, "2020-02-29", "2020-12-31", "2021-01-01", TODAY, "2999-12-31"])
    for (const status of MEMBER_STATUSES) {
      const body = { lastname: "Tag", status, leftOn };
      const made = await app.call(users.createUser, { body }, office);
      people.push({ id: made.body.id, status, leftOn });
    }
  const days = fc.constantFrom(
    "2019-01-01",
    "2020-02-28",
    "2020-02-29",
    "2020-03-01",
    "2020-12-31",
    "2021-01-01",
    "2021-01-02",
    TODAY,
    daysFromToday(1),
    "2999-12-31",
    "3000-01-01",
  );
  await fc.assert(
    fc.asyncProperty(days, async (asOf) => {
      const expected = (wanted: string) =>
        people
          .filter(
            ({ status, leftOn }) =>
              (leftOn !== null && leftOn < asOf ? "FORMER" : status) === wanted,
          )
          .map(({ id }) => id)
          .toSorted();
      for (const status of STATUSES) {
        const query = { asOf, status, size: 200 };
        const { body } = await app.call(users.searchUsers, { query }, office);
        expect(body.content.map(({ id }) => id).toSorted()).toEqual(expected(status));
        expect(body.totalElements).toBe(expected(status).length);
        expect(new Set(body.content.map((row) => row.status)).size).toBeLessThanOrEqual(1);
      }
    }),
    runs(8),
  );
});

describe("days in a life", () => {
  test.each([
    [{ joinedOn: "2020-01-02", leftOn: "2020-01-01" }, 422, "leftOn", "BEFORE_JOINED"],
    [{ birthday: "1950-01-02", deceasedOn: "1950-01-01" }, 422, "deceasedOn", "BEFORE_BIRTHDAY"],
    [{ birthday: daysFromToday(1) }, 422, "birthday", "INVALID"],
    [{ deceasedOn: daysFromToday(1) }, 422, "deceasedOn", "INVALID"],
    [{ birthday: "1799-12-31" }, 422, "birthday", "INVALID"],
    [{ joinedOn: "1799-12-31" }, 422, "joinedOn", "INVALID"],
  ])("refused: %o", async (values, status, path, code) => {
    const answer = await app.call(
      users.createUser,
      { body: { lastname: "Unmöglich", ...values } },
      admin,
    );
    expect(answer).toMatchObject({ status, body: { errors: [{ path, code }] } });
  });

  test.each([
    [{ joinedOn: "2020-01-01", leftOn: "2020-01-01" }],
    [{ birthday: "1950-01-01", deceasedOn: "1950-01-01" }],
    [{ birthday: TODAY }],
    [{ deceasedOn: TODAY }],
    [{ birthday: "1800-01-01" }],
    [{ joinedOn: "2999-01-01", leftOn: "2999-01-01" }],
    [{ leftOn: "1999-01-01" }],
    [{ terminatedOn: "1999-01-01", leftOn: "1998-01-01" }],
  ])("taken: %o", async (values) => {
    expect(await member(values)).toMatchObject(values);
  });
});
