import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { calendarsContract } from "#modules/calendars/contract.ts";
import { filesContract } from "#modules/files/contract.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import { exportContract } from "#modules/transfer/export-contract.ts";
import { importContract } from "#modules/transfer/import-contract.ts";
import { mappingContract } from "#modules/transfer/mapping-contract.ts";

/** What has a name of its own in a club keeps it: the second of that name is told at its field. */

let app: TestApp;
let admin: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
  other = await app.user(await app.tenant("beta"), { isAdmin: true });
});
afterAll(() => app?.close());

type Answer = Promise<{ status: number; body: unknown }>;

interface Named {
  field?: string;
  create(name: string, as: TestUser): Answer;
  /** Absent: it can't be renamed. */
  rename?(id: string, version: number, name: string): Answer;
}

const kinds: Record<string, Named> = {
  group: {
    create: (name, as) => app.call(groupsContract.createGroup, { body: { name } }, as),
    rename: (id, version, name) =>
      app.call(groupsContract.updateGroup, { params: { id }, body: { name, version } }, admin),
  },
  calendar: {
    create: (name, as) =>
      app.call(calendarsContract.createCalendar, { body: { name, color: "BLUE" } }, as),
    rename: (id, version, name) =>
      app.call(
        calendarsContract.updateCalendar,
        { params: { id }, body: { name, color: "BLUE", grants: [], version } },
        admin,
      ),
  },
  share: {
    create: (name, as) => app.call(filesContract.createFileShare, { body: { name } }, as),
    rename: (id, version, name) =>
      app.call(
        filesContract.updateFileShare,
        { params: { id }, body: { name, grants: [], version } },
        admin,
      ),
  },
  view: {
    create: (name, as) => app.call(usersContract.createView, { body: { name } }, as),
    rename: (id, version, name) =>
      app.call(usersContract.updateView, { params: { id }, body: { name, version } }, admin),
  },
  "import source": {
    create: (name, as) => app.call(importContract.createImportSource, { body: { name } }, as),
    rename: (id, version, name) =>
      app.call(
        importContract.updateImportSource,
        { params: { id }, body: { name, version } },
        admin,
      ),
  },
  "export target": {
    create: (name, as) =>
      app.call(exportContract.createExportTarget, { body: { name, format: "CSV" } }, as),
    rename: (id, version, name) =>
      app.call(
        exportContract.updateExportTarget,
        { params: { id }, body: { name, format: "CSV", version } },
        admin,
      ),
  },
  mapping: {
    create: (name, as) =>
      app.call(
        mappingContract.createMappingConfig,
        { body: { name, isExport: false, entries: [] } },
        as,
      ),
    rename: (id, version, name) =>
      app.call(
        mappingContract.updateMappingConfig,
        { params: { id: Number(id) }, body: { name, entries: [], version } },
        admin,
      ),
  },
  "member number": {
    field: "memberNumber",
    create: (memberNumber, as) =>
      app.call(
        usersContract.createUser,
        { body: { firstname: "Eva", lastname: memberNumber, memberNumber } },
        as,
      ),
    rename: (id, version, memberNumber) =>
      app.call(
        usersContract.updateUser,
        {
          params: { id },
          body: { firstname: "Eva", lastname: memberNumber, memberNumber, version },
        },
        admin,
      ),
  },
  "custom field": {
    field: "key",
    create: (key, as) =>
      app.call(
        tenantsContract.createCustomField,
        { body: { key: key.toLowerCase(), kind: "TEXT", label: key } },
        as,
      ),
  },
};

const taken = (field = "name") => ({
  status: 409,
  body: {
    code: "ALREADY_EXISTS",
    errors: [
      {
        path: field,
        code: "ALREADY_EXISTS",
        message: expect.stringMatching(/^[A-ZÄÖÜ].*(?:gibt es|schon).*\.$/),
      },
    ],
  },
});

describe("the second of the same name is refused at its field, in another club it is not", () => {
  test.each(Object.entries(kinds))("%s", async (_kind, { create, field }) => {
    expect(await create("Erste", admin)).toMatchObject({ status: 201 });
    expect(await create("Erste", admin)).toMatchObject(taken(field));
    expect(await create("Erste", other)).toMatchObject({ status: 201 });
  });
});

describe("none takes the name of another, and each may keep its own", () => {
  const renamed = Object.entries(kinds).flatMap(([kind, { rename, ...rest }]) =>
    rename === undefined ? [] : [[kind, { rename, ...rest }] as const],
  );
  test.each(renamed)("%s", async (_kind, { create, rename, field }) => {
    await create("Zweite", admin);
    const { id, version } = (await create("Dritte", admin)).body as { id: string; version: number };
    expect(await rename(id, version, "Zweite")).toMatchObject(taken(field));
    expect(await rename(id, version, "Dritte")).toMatchObject({ status: 200 });
  });
});
