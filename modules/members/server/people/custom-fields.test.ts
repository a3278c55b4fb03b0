import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { tenantsContract as tenants } from "#modules/tenants/contract.ts";
import { usersContract as users } from "../../contract.ts";

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { lastname: "Admin", isAdmin: true });
  const fields = [
    { key: "spielerpass", label: "Spielerpass", kind: "TEXT" as const },
    { key: "beitrag", label: "Beitrag", kind: "NUMBER" as const },
    { key: "geprueft", label: "Geprüft am", kind: "DATE" as const },
    { key: "newsletter", label: "Newsletter", kind: "BOOLEAN" as const, selfService: true },
    {
      key: "groesse",
      label: "Größe",
      kind: "CHOICE" as const,
      options: ["S", "M", "L"],
      selfService: true,
    },
    {
      key: "hilft",
      label: "Hilft bei",
      kind: "MULTI_CHOICE" as const,
      options: ["Küche", "Aufbau", "Kasse"],
    },
  ];
  for (const body of fields)
    expect((await app.call(tenants.createCustomField, { body }, admin)).status).toBe(201);
});
afterAll(() => app.close());

const values = {
  spielerpass: "DE-0815/ß",
  beitrag: 84.5,
  geprueft: "2026-02-28",
  newsletter: true,
  groesse: "M",
  hilft: ["Küche", "Kasse"],
};

async function create(lastname: string, customFields: object) {
  return app.call(
    users.createUser,
    { body: { firstname: "Eva", lastname, customFields } as never },
    admin,
  );
}

async function found(query: object): Promise<string[]> {
  const answer = await app.call(users.searchUsers, { query: query as never }, admin);
  expect(answer.status).toBe(200);
  return answer.body.content.map(({ lastname }) => lastname).filter((name) => name !== "Admin");
}

test("come back as they were typed, are filtered and sorted by", async () => {
  expect((await create("Eins", values)).body.customFields).toEqual(values);
  await create("Zwei", { beitrag: 9, spielerpass: "AT-1", hilft: ["Aufbau"], groesse: "S" });
  await create("Drei", { beitrag: 100 });
  expect(await found({ "cf.spielerpass": "de-08" })).toEqual(["Eins"]);
  expect(await found({ "cf.beitrag": "9" })).toEqual(["Zwei"]);
  expect(await found({ "cf.beitrag": "50..", sort: "cf.beitrag", dir: "DESC" })).toEqual([
    "Drei",
    "Eins",
  ]);
  expect(await found({ sort: "cf.beitrag" })).toEqual(["Zwei", "Eins", "Drei"]);
  // Texts in German order; who has none comes last either way.
  expect(await found({ sort: "cf.spielerpass" })).toEqual(["Zwei", "Eins", "Drei"]);
  expect(await found({ sort: "cf.spielerpass", dir: "DESC" })).toEqual(["Eins", "Zwei", "Drei"]);
  // Nobody of them may log in.
  expect(await found({ loginState: "NONE" })).toHaveLength(3);
  expect(await found({ loginState: "ACTIVE" })).toEqual([]);
  expect(await found({ "cf.geprueft": "2026-01-01..2026-12-31" })).toEqual(["Eins"]);
  expect(await found({ "cf.newsletter": "true" })).toEqual(["Eins"]);
  expect(await found({ "cf.newsletter": "false" })).toEqual(["Drei", "Zwei"]);
  expect(await found({ "cf.groesse": "S" })).toEqual(["Zwei"]);
  expect(await found({ "cf.hilft": "Kasse" })).toEqual(["Eins"]);
  expect(await found({ "cf.spielerpass": "%' OR true --" })).toEqual([]);
});

test.each<[object, number]>([
  [{ beitrag: "84,50" }, 422],
  [{ geprueft: "2026-02-30" }, 422],
  [{ newsletter: "ja" }, 422],
  [{ groesse: "XL" }, 422],
  [{ hilft: ["Küche", "Garten"] }, 422],
  [{ hilft: "Küche" }, 422],
  [{ spielerpass: 5 }, 422],
  [{ spielerpass: "a\u0000b" }, 400],
  [{ constructor: "x" }, 422],
])("refuse %o at their field", async (wrong, status) => {
  const answer = await create("Falsch", wrong);
  expect(answer).toMatchObject({
    status,
    body: { errors: [{ path: `customFields.${Object.keys(wrong)[0]}` }] },
  });
});

test("refuse filters that do not fit", async () => {
  for (const query of [
    { "cf.beitrag": "viel" },
    { "cf.geprueft": "gestern" },
    { "cf.newsletter": "ja" },
  ]) {
    expect((await app.call(users.searchUsers, { query: query as never }, admin)).status).toBe(422);
  }
});

test("are changed by members themselves where the club says so", async () => {
  const me = await app.user(admin.tenant, { lastname: "Selbst" });
  const { version } = (await app.call(users.getMe, {}, me)).body;
  const saved = await app.call(
    users.updateMe,
    { body: { customFields: { newsletter: true, groesse: "L" }, version } },
    me,
  );
  expect(saved.body.customFields).toEqual({ newsletter: true, groesse: "L" });
  const refused = await app.call(
    users.updateMe,
    { body: { customFields: { beitrag: 0 }, version: saved.body.version } },
    me,
  );
  expect(refused).toMatchObject({
    status: 400,
    body: { errors: [{ path: "customFields.beitrag", code: "READ_ONLY" }] },
  });
});

test("take their values with them when they are removed", async () => {
  const fields = (await app.call(tenants.listCustomFields, {}, admin)).body;
  const id = fields.find(({ key }) => key === "beitrag")?.id ?? "";
  await app.call(tenants.deleteCustomField, { params: { id } }, admin);
  const list = await app.call(users.searchUsers, { query: { q: "Eins" } }, admin);
  expect(list.body.content[0]?.customFields).not.toHaveProperty("beitrag");
});
