import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import type { BodyInput } from "#platform/contract/route.ts";
import { usersContract as users } from "../../../contract.ts";

type Probe = BodyInput<typeof users.findDuplicates>;

let app: TestApp;
let office: TestUser;
let number = 0;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  const club = await app.tenant(`verein-${(number += 1)}`);
  office = await app.user(club, { lastname: "Büro", isAdmin: true });
});

const STEFAN = {
  memberNumber: "77",
  firstname: "Stephan",
  lastname: "Mayer-Schmitt",
  birthday: "1971-05-04",
  email: "s.mayer@example.org",
  phone: "07161 392003",
  mobile: "+49 171 3920036",
  city: "Göppingen",
};

async function entered(values: object = {}): Promise<string> {
  const { status, body } = await app.call(
    users.createUser,
    { body: { ...STEFAN, ...values } },
    office,
  );
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

async function found(body: Probe) {
  const answer = await app.call(users.findDuplicates, { body }, office);
  expect(answer.status).toBe(200);
  return answer.body;
}

async function reasons(body: Probe): Promise<string[][]> {
  return (await found(body)).map((one) => one.reasons.map(({ code }) => code));
}

describe("somebody being entered may be somebody known", () => {
  test.each([
    ["the same name and birthday", {}, ["NAME_AND_BIRTHDAY"]],
    ["written in capitals", { lastname: "MAYER-SCHMITT" }, ["NAME_AND_BIRTHDAY"]],
    [
      "first and last name swapped",
      { firstname: "Mayer-Schmitt", lastname: "Stephan" },
      ["NAME_AND_BIRTHDAY"],
    ],
    [
      "another spelling",
      { firstname: "Stefan", lastname: "Meier-Schmidt" },
      ["SIMILAR_NAME_AND_BIRTHDAY"],
    ],
    ["the same name, no birthday known", { birthday: null }, ["SAME_NAME"]],
    [
      "another spelling, no birthday known",
      { firstname: "Stefan", birthday: null },
      ["SIMILAR_NAME"],
    ],
    ["the same name, another birthday", { birthday: "1999-01-01" }, ["SAME_NAME"]],
  ])("by %s", async (_what, change, codes) => {
    await entered();
    const { firstname, lastname, birthday } = STEFAN;
    expect(await reasons({ firstname, lastname, birthday, ...change })).toEqual([codes]);
  });

  test.each([
    [
      "another spelling and another birthday",
      { firstname: "Stefan", lastname: "Meier-Schmidt", birthday: "1999-01-01" },
    ],
    ["nothing in common", { firstname: "Eva", lastname: "Zabel", birthday: "1971-05-04" }],
    ["the birthday alone", { birthday: "1971-05-04" }],
    ["half a name", { lastname: "Mayer-Schmitt" }],
    ["an empty form", {}],
    ["another mail address", { email: "mayer@example.org" }],
  ])("and is not, by %s", async (_what, probe) => {
    await entered();
    expect(await found(probe)).toEqual([]);
  });

  test("by the mail address, whatever its case, which families share", async () => {
    await entered();
    const [candidate] = await found({ email: "S.MAYER@Example.org" });
    expect(candidate?.reasons).toEqual([
      {
        code: "EMAIL",
        text: "Die E-Mail-Adresse ist dieselbe. In einer Familie kann das stimmen.",
      },
    ]);
  });

  test.each(["+49 171 3920036", "0171/3920036", "0049 171 39 200 36"])(
    "by a telephone written as %s, with the same birthday",
    async (mobile) => {
      await entered();
      expect(await reasons({ mobile, birthday: STEFAN.birthday })).toEqual([["PHONE"]]);
      expect(await reasons({ phone: mobile, birthday: STEFAN.birthday })).toEqual([["PHONE"]]);
    },
  );

  test("by the member number", async () => {
    await entered();
    expect(await reasons({ memberNumber: "77" })).toEqual([["MEMBER_NUMBER"]]);
    expect(await reasons({ memberNumber: "7" })).toEqual([]);
  });

  test("for several reasons at once", async () => {
    await entered();
    const { city: _city, ...probe } = STEFAN;
    expect(await reasons(probe)).toEqual([
      ["MEMBER_NUMBER", "NAME_AND_BIRTHDAY", "EMAIL", "PHONE"],
    ]);
  });
});

describe("those found", () => {
  test("are told with what tells them apart", async () => {
    const id = await entered({ leftOn: "2020-12-31" });
    const [candidate] = await found({ memberNumber: "77" });
    expect(candidate?.user).toEqual({
      id,
      memberNumber: "77",
      firstname: "Stephan",
      lastname: "Mayer-Schmitt",
      birthday: "1971-05-04",
      email: "s.mayer@example.org",
      city: "Göppingen",
      status: "FORMER",
      inTrash: false,
    });
  });

  test("stand in the order of how likely it is", async () => {
    await entered({ memberNumber: "D1", birthday: null, firstname: "Stefan" });
    await entered({ memberNumber: "D2", birthday: null });
    await entered({ memberNumber: "D3", firstname: "Stefan" });
    await entered({ memberNumber: "D4" });
    const { firstname, lastname, birthday } = STEFAN;
    const numbers = (await found({ firstname, lastname, birthday })).map(
      ({ user }) => user.memberNumber,
    );
    expect(numbers).toEqual(["D4", "D3", "D2", "D1"]);
  });

  test("are ten at most", async () => {
    for (let index = 0; index < 12; index++) await entered({ memberNumber: `N${index}` });
    expect(await found({ email: STEFAN.email })).toHaveLength(10);
  });

  test("are said to be in the trash when they are, and gone when they are gone", async () => {
    const id = await entered();
    await app.call(users.deleteUser, { params: { id } }, office);
    expect((await found({ memberNumber: "77" }))[0]?.user.inTrash).toBe(true);
    await app.call(users.anonymiseUser, { params: { id } }, office);
    expect(await found({ email: STEFAN.email })).toEqual([]);
  });

  test("are never the record itself that is being changed", async () => {
    const id = await entered();
    expect(await found({ id, memberNumber: "77", email: STEFAN.email })).toEqual([]);
  });

  test("are never people of another club", async () => {
    await entered();
    const stranger = await app.user(await app.tenant(`fremd-${number}`), { isAdmin: true });
    const answer = await app.call(
      users.findDuplicates,
      { body: { memberNumber: "77", email: STEFAN.email } },
      stranger,
    );
    expect(answer.body).toEqual([]);
  });

  test("are told to those alone who manage members", async () => {
    const reader = await app.user(office.tenant, { permissions: ["QUERY_USER"] });
    const body = { memberNumber: "77" };
    expect((await app.call(users.findDuplicates, { body }, reader)).status).toBe(403);
  });
});

test.each([
  [{ birthday: "gestern" }, "birthday"],
  [{ lastname: "x".repeat(101) }, "lastname"],
  [{ unbekannt: "x" }, "unbekannt"],
  [{ id: "keine" }, "id"],
])("%o is refused at its field", async (body, path) => {
  const answer = await app.call(users.findDuplicates, { body: body as Probe }, office);
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } });
});
