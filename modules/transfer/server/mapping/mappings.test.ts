import { afterAll, beforeAll, expect, test } from "vitest";
import { groupsContract } from "#modules/members/groups-contract.ts";
import type { Problem } from "#platform/contract/problem.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { exportContract } from "../../export-contract.ts";
import { importContract } from "../../import-contract.ts";
import { mappingContract } from "../../mapping-contract.ts";

let app: TestApp;
let admin: TestUser;
let importer: TestUser;
let exporter: TestUser;

beforeAll(async () => {
  app = await testApp();
  const tenant = await app.tenant("alpha");
  admin = await app.user(tenant, { isAdmin: true });
  importer = await app.user(tenant, { permissions: ["MANAGE_IMPORTS"] });
  exporter = await app.user(tenant, { permissions: ["MANAGE_EXPORTS"] });
});
afterAll(() => app?.close());

function refusedPaths(body: unknown): string[] {
  return (body as Problem).errors.map(({ path }) => path);
}

const surname = { sourceField: "Nachname", targetField: "lastname" };

test("a mapping is saved under a number, changed, found and deleted", async () => {
  const made = await app.call(
    mappingContract.createMappingConfig,
    { body: { name: "Turnerbund", isExport: false, entries: [surname] } },
    importer,
  );
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    name: "Turnerbund",
    isExport: false,
    entries: [{ ...surname, transforms: [] }],
    version: 1,
  });
  const { id } = made.body;
  const trimmed = {
    sourceField: "Name",
    targetField: "lastname",
    transforms: [{ kind: "TRIM" as const }],
  };
  const changed = await app.call(
    mappingContract.updateMappingConfig,
    { params: { id }, body: { name: "Turnerbund neu", entries: [trimmed], version: 1 } },
    importer,
  );
  expect(changed.body).toMatchObject({ name: "Turnerbund neu", entries: [trimmed], version: 2 });
  const stale = await app.call(
    mappingContract.updateMappingConfig,
    { params: { id }, body: { name: "Alt", entries: [], version: 1 } },
    importer,
  );
  expect(stale.status).toBe(412);
  const found = await app.call(
    mappingContract.searchMappingConfigs,
    { query: { q: "turner" } },
    importer,
  );
  expect(found.body.content.map(({ name }) => name)).toEqual(["Turnerbund neu"]);
  expect(
    (await app.call(mappingContract.deleteMappingConfig, { params: { id } }, importer)).status,
  ).toBe(204);
  expect(
    (await app.call(mappingContract.getMappingConfig, { params: { id } }, importer)).status,
  ).toBe(404);
});

test("numbers count within a club, and none is given twice", async () => {
  const numbersOf = async (name: string) => {
    const owner = await app.user(await app.tenant(name), { isAdmin: true });
    const make = async (title: string) => {
      const body = { name: title, isExport: false, entries: [] };
      return (await app.call(mappingContract.createMappingConfig, { body }, owner)).body.id;
    };
    const numbers = [await make("Eins"), await make("Zwei")];
    const params = { id: numbers[1] ?? 0 };
    await app.call(mappingContract.deleteMappingConfig, { params }, owner);
    return [...numbers, await make("Drei")];
  };
  expect(await numbersOf("zaehlt")).toEqual([1, 2, 3]);
  expect(await numbersOf("zaehlt-auch")).toEqual([1, 2, 3]);
});

test("a name is given once for imports and once for exports", async () => {
  const body = { name: "Verband", isExport: false, entries: [] };
  expect((await app.call(mappingContract.createMappingConfig, { body }, admin)).status).toBe(201);
  expect(
    (
      await app.call(
        mappingContract.createMappingConfig,
        { body: { ...body, isExport: true } },
        admin,
      )
    ).status,
  ).toBe(201);
  const again = await app.call(mappingContract.createMappingConfig, { body }, admin);
  expect(again.status).toBe(409);
});

test("whoever exports does not see the mappings of imports", async () => {
  const body = { name: "Nur Einfuhr", isExport: false, entries: [surname] };
  const { id } = (await app.call(mappingContract.createMappingConfig, { body }, importer)).body;
  expect((await app.call(mappingContract.createMappingConfig, { body }, exporter)).status).toBe(
    403,
  );
  expect((await app.call(mappingContract.searchMappingConfigs, {}, exporter)).status).toBe(403);
  expect((await app.call(mappingContract.listTransferFields, {}, exporter)).status).toBe(403);
  expect(
    (await app.call(mappingContract.getMappingConfig, { params: { id } }, exporter)).status,
  ).toBe(404);
  expect(
    (await app.call(mappingContract.deleteMappingConfig, { params: { id } }, exporter)).status,
  ).toBe(404);
  expect(
    (await app.call(mappingContract.getMappingConfig, { params: { id } }, importer)).status,
  ).toBe(200);
});

test("entries that lead nowhere are refused, each at its place", async () => {
  const entries = [
    surname,
    { sourceField: "Schuhgröße", targetField: "cf.schuhe" },
    { sourceField: "", targetField: "country" },
  ];
  const refused = await app.call(
    mappingContract.createMappingConfig,
    { body: { name: "Falsch", isExport: false, entries } },
    importer,
  );
  expect(refused.status).toBe(422);
  expect(refusedPaths(refused.body)).toEqual(["entries.1.targetField", "entries.2.sourceField"]);
  const twice = [
    { sourceField: "lastname", targetField: "Name" },
    { sourceField: "firstname", targetField: "Name" },
  ];
  const doubled = await app.call(
    mappingContract.createMappingConfig,
    { body: { name: "Falsch", isExport: true, entries: twice } },
    exporter,
  );
  expect(refusedPaths(doubled.body)).toEqual(["entries.1.targetField"]);
});

test("fields are listed with their section; own fields and groups among them", async () => {
  await app.call(
    tenantsContract.createCustomField,
    { body: { key: "shirt", kind: "CHOICE", label: "Trikot", options: ["S", "M"] } },
    admin,
  );
  const group = await app.call(groupsContract.createGroup, { body: { name: "Turnen" } }, admin);
  const team = await app.call(
    groupsContract.createGroup,
    { body: { name: "Bambini", parentId: group.body.id } },
    admin,
  );
  const { body } = await app.call(mappingContract.listTransferFields, {}, importer);
  expect(body.find(({ key }) => key === "postalCode")).toMatchObject({
    name: "PLZ",
    groupName: "Anschrift",
    kind: "POSTAL_CODE",
  });
  expect(body.find(({ key }) => key === "cf.shirt")).toMatchObject({
    name: "Trikot",
    groupName: "Eigene Felder",
    choices: [{ value: "S" }, { value: "M" }],
  });
  expect(body.find(({ key }) => key === `group:${team.body.id}`)).toMatchObject({
    name: "Turnen->Bambini",
    groupName: "Gruppen",
  });
  expect(body.some(({ key }) => key === "age")).toBe(false);
  const exported = await app.call(
    mappingContract.listTransferFields,
    { query: { isExport: "true" } },
    exporter,
  );
  expect(exported.body.some(({ key }) => key === "age")).toBe(true);
});

test("a mapping that an import or export still uses stays, and that is said", async () => {
  const mapping = async (name: string, isExport: boolean) => {
    const { body } = await app.call(
      mappingContract.createMappingConfig,
      {
        body: {
          name,
          isExport,
          entries: [isExport ? { sourceField: "lastname", targetField: "Name" } : surname],
        },
      },
      admin,
    );
    return body.id;
  };
  const remove = (id: number) =>
    app.call(mappingContract.deleteMappingConfig, { params: { id } }, admin);
  const ofImport = await mapping("Für die Quelle", false);
  const source = await app.call(
    importContract.createImportSource,
    { body: { name: "Quelle", mappingConfigId: ofImport } },
    admin,
  );
  const ofExport = await mapping("Für das Ziel", true);
  const target = await app.call(
    exportContract.createExportTarget,
    { body: { name: "Ziel", format: "CSV", mappingConfigId: ofExport } },
    admin,
  );
  expect([source.status, target.status]).toEqual([201, 201]);
  for (const id of [ofImport, ofExport])
    expect(await remove(id)).toMatchObject({
      status: 409,
      body: { code: "IN_USE", detail: expect.stringContaining("noch benutzt") },
    });
  await app.call(importContract.deleteImportSource, { params: { id: source.body.id } }, admin);
  await app.call(exportContract.deleteExportTarget, { params: { id: target.body.id } }, admin);
  for (const id of [ofImport, ofExport]) expect((await remove(id)).status).toBe(204);
});
