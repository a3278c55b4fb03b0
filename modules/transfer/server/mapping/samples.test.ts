import { afterAll, beforeAll, expect, test } from "vitest";
import type { Problem } from "#platform/contract/problem.ts";
import { usersContract } from "#modules/members/contract.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { mappingContract } from "../../mapping-contract.ts";

let app: TestApp;
let importer: TestUser;
let exporter: TestUser;
let blindExporter: TestUser;

beforeAll(async () => {
  app = await testApp();
  const tenant = await app.tenant("alpha");
  importer = await app.user(tenant, { permissions: ["MANAGE_IMPORTS"] });
  exporter = await app.user(tenant, { permissions: ["MANAGE_EXPORTS", "QUERY_USER"] });
  blindExporter = await app.user(tenant, { permissions: ["MANAGE_EXPORTS"] });
  const admin = await app.user(tenant, { isAdmin: true });
  const values = {
    firstname: "Anna",
    lastname: "Aalen",
    birthday: "1990-02-01",
    gender: "FEMALE" as const,
    iban: "DE60000000000000007716",
  };
  await app.call(usersContract.createUser, { body: values }, admin);
});
afterAll(() => app?.close());

const FILE =
  "Liste\n\nVorname;Nachname;Geb.-Dat.;Geschl.\nEva;Müller;1.2.90;w\nUwe;Maier;31.02.1980;m\n";

test("a dropped file is answered with its columns, first rows and a mapping", async () => {
  const { status, body } = await app.call(
    mappingContract.readTableSample,
    { body: Buffer.from(FILE) },
    importer,
  );
  expect(status).toBe(200);
  expect(body.detected).toMatchObject({
    format: "CSV",
    delimiter: ";",
    encoding: "UTF-8",
    headerRow: 3,
  });
  expect(body.rows[0]).toEqual({ line: 4, cells: ["Eva", "Müller", "1.2.90", "w"] });
  expect(body.suggestions.map(({ entry }) => entry?.targetField)).toEqual([
    "firstname",
    "lastname",
    "birthday",
    "gender",
  ]);
});

test("a file that is none says why", async () => {
  const answer = await app.call(
    mappingContract.readTableSample,
    { body: Buffer.from('Vorname;Nachname\nEva;"Müller\n') },
    importer,
  );
  expect(answer.status).toBe(422);
  expect(answer.body as unknown as Problem).toMatchObject({
    code: "UNREADABLE_TABLE",
    detail: expect.stringContaining("Anführungszeichen") as string,
  });
});

test("ten rows go through a mapping before it is saved, with what is wrong in them", async () => {
  const entries = [
    { sourceField: "Nachname", targetField: "lastname", transforms: [{ kind: "UPPER" as const }] },
    { sourceField: "Geb.-Dat.", targetField: "birthday" },
    { sourceField: "Geschl.", targetField: "gender" },
  ];
  const table = {
    columns: ["Nachname", "Geb.-Dat.", "Geschl."],
    rows: [
      ["Müller", "1.2.90", "w"],
      ["Maier", "31.02.1980", "m"],
    ],
  };
  const { body } = await app.call(
    mappingContract.trySampleMapping,
    { body: { isExport: false, entries, table } },
    importer,
  );
  expect(body[0]?.values.map(({ after }) => after)).toEqual(["MÜLLER", "01.02.1990", "weiblich"]);
  expect(body[1]?.problems).toEqual([
    { column: "Geb.-Dat.", message: "„31.02.1980“ ist kein Datum: Diesen Tag gibt es nicht." },
  ]);
  const nothing = await app.call(
    mappingContract.trySampleMapping,
    { body: { isExport: false, entries } },
    importer,
  );
  expect(nothing.status).toBe(422);
});

test("an export's sample shows members to those who may see them, and bank data to nobody else", async () => {
  const entries = [
    { sourceField: "lastname", targetField: "Name" },
    {
      sourceField: "birthday",
      targetField: "Geb.",
      transforms: [{ kind: "DATE" as const, format: "YYYYMMDD" }],
    },
    { sourceField: "iban", targetField: "IBAN" },
  ];
  const made = await app.call(
    mappingContract.createMappingConfig,
    { body: { name: "Verband", isExport: true, entries } },
    exporter,
  );
  const { body } = await app.call(
    mappingContract.sampleMappingConfig,
    { params: { id: made.body.id }, body: { filter: { q: "Aalen" } } },
    exporter,
  );
  expect(body).toHaveLength(1);
  expect(body[0]?.values).toEqual([
    { before: "Aalen", after: "Aalen" },
    { before: "01.02.1990", after: "19900201" },
    { before: "", after: "" },
  ]);
  const blind = await app.call(
    mappingContract.sampleMappingConfig,
    { params: { id: made.body.id }, body: {} },
    blindExporter,
  );
  expect(blind.status).toBe(403);
});
