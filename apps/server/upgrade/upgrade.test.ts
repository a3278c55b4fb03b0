import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type EmptyPlace,
  emptyPlace,
  logIn,
  rowsOf,
  storedFiles,
  waitingJobs,
} from "#apps/server/backup/testing.ts";
import type { TestApp, TestUser } from "#apps/server/testing.ts";
import { checkArchive } from "#modules/backup/server/archive/checked-archive.ts";
import { checkInstallation } from "#modules/backup/server/check/check.ts";
import { restore } from "#modules/backup/server/restore/restore.ts";
import { changelogContract } from "#modules/changelog/contract.ts";
import { filesContract } from "#modules/files/contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { knownMigrations, withClient } from "#platform/server/database/migrate.ts";
import { appliedMigrations } from "#platform/server/database/schema/applied.ts";
import { createTestDatabase } from "#platform/server/testing/database.ts";
import {
  catalogueOf,
  type Contents,
  contentsOfDatabase,
  FORMER_BACKUP,
  FORMER_PASSWORD,
  formerInstallation,
} from "./testing.ts";

/** Columns of version 0.1.0 that are gone, and where their content is now. */
const GONE: Record<string, string> = {
  "member.updated_by": "updated_by_id and updated_by_system (0120_people_by_id)",
  "member.deleted_by": "deleted_by_id and deleted_by_system (0120_people_by_id)",
  "tenant.logo_content_type": "nowhere: all logos are WebP, and it said nothing else (0128)",
};

/** What columns of version 0.1.0 hold beside their content of then, and since which migration. */
const ADDED: Record<string, Record<string, string>> = {
  "import_source.rules": { strict: "0150_lenient_imports", neededFields: "0150_lenient_imports" },
  "import_run.rules": { strict: "0150_lenient_imports", neededFields: "0150_lenient_imports" },
};

let former: Contents;
let formerJobs: object[];

/** Everything is there, in every column that was not taken away on purpose. */
async function expectEverything(place: EmptyPlace): Promise<void> {
  const now = await contentsOfDatabase(place.ownerUrl, former);
  for (const [table, { columns, rows }] of Object.entries(former)) {
    const gone = columns.filter((column) => !now[table]?.columns.includes(column));
    expect(
      gone.map((column) => `${table}.${column}`).filter((column) => !(column in GONE)),
      "columns without a place for their content",
    ).toEqual([]);
    const kept = rows.map((row) => withoutColumns(row, gone)).toSorted();
    const found = now[table]?.rows.map((row) => withoutAdded(table, row)).toSorted();
    expect(found, table).toEqual(kept);
  }
  expect(await waitingJobs(place.ownerUrl)).toEqual(formerJobs);
}

function withoutColumns(row: string, gone: readonly string[]): string {
  return JSON.stringify(withoutFields(JSON.parse(row) as object, gone));
}

function withoutAdded(table: string, row: string): string {
  const fields = Object.entries(JSON.parse(row) as object).map(([column, value]) => {
    const added = ADDED[`${table}.${column}`];
    if (added === undefined) return [column, value];
    return [column, withoutFields(value as object, Object.keys(added))];
  });
  return JSON.stringify(Object.fromEntries(fields));
}

function withoutFields(record: object, gone: readonly string[]): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !gone.includes(name)));
}

describe("the server on the data of version 0.1.0", () => {
  let place: EmptyPlace;
  let app: TestApp;
  let admin: TestUser;

  beforeAll(async () => {
    place = await formerInstallation();
    former = await contentsOfDatabase(place.ownerUrl);
    formerJobs = await waitingJobs(place.ownerUrl);
    app = await place.open();
    const [row] = await rowsOf<{ id: string; tenant_id: string }>(
      place.ownerUrl,
      `SELECT m.id, m.tenant_id FROM member m JOIN tenant t USING (tenant_id)
       WHERE t.name = 'demo' AND m.email = 'admin@demo.example'`,
    );
    const tenant = (await rowsOf(place.ownerUrl, "SELECT * FROM find_tenant('demo')"))[0];
    admin = {
      id: row?.id ?? "",
      tenant: tenant as TestUser["tenant"],
      token: `test.${row?.tenant_id}.${row?.id}`,
    };
  });
  afterAll(async () => {
    await app?.close();
    await place?.drop();
  });

  test("has every row of every table, and the jobs that waited", async () => {
    expect(former["member"]?.rows).toHaveLength(305);
    expect(former["change"]?.rows.length).toBeGreaterThan(900);
    expect(formerJobs).toHaveLength(1);
    await expectEverything(place);
  });

  test("had no logo that was anything but WebP", () => {
    const types = former["tenant"]?.rows.map(
      (row) => (JSON.parse(row) as { logo_content_type: string | null }).logo_content_type,
    );
    expect(types?.length).toBeGreaterThan(0);
    expect(types?.filter((type) => type !== null && type !== "image/webp")).toEqual([]);
  });

  test("has a database like a new one", async () => {
    expect(await withClient(place.ownerUrl, appliedMigrations)).toEqual(await knownMigrations());
    const fresh = await createTestDatabase(process.env["TEST_DATABASE_URL"] ?? "");
    expect(await catalogueOf(place.ownerUrl)).toEqual(await catalogueOf(fresh.ownerUrl));
    await fresh.drop();
  });

  test("finds nothing wrong with it", async () => {
    const faults: string[] = [];
    await checkInstallation({
      ownerUrl: place.ownerUrl,
      blobs: place.blobs,
      deep: true,
      found: (sentence) => faults.push(sentence),
    });
    expect(faults).toEqual([]);
  });

  test("lets people log in with their passwords", async () => {
    expect(await logIn(app, "demo", "buero@demo.example", FORMER_PASSWORD)).toBe(200);
  });

  test("lists the members", async () => {
    const living = former["member"]?.rows
      .map((row) => JSON.parse(row) as Record<string, string | null>)
      .filter((row) => row["tenant_id"] === admin.tenant.id && row["deleted_at"] === null);
    const pages = await Promise.all(
      [0, 1].map((page) =>
        app.call(usersContract.searchUsers, { query: { page, size: 200 } }, admin),
      ),
    );
    const listed = pages.flatMap(({ body }) => body.content);
    expect(listed.map(({ lastname, firstname }) => `${lastname} ${firstname}`).toSorted()).toEqual(
      living?.map((row) => `${row["last_name"]} ${row["first_name"]}`).toSorted(),
    );
  });

  test("shows the history, and writes it on", async () => {
    const changes = () =>
      app.call(changelogContract.searchChanges, { query: { user: admin.id } }, admin);
    const entries = former["change"]?.rows
      .map((row) => JSON.parse(row) as Record<string, string>)
      .filter((row) => row["member_id"] === admin.id)
      .map((row) => row["id"]);
    const before = await changes();
    expect(before.body.content.map(({ id }) => id).toSorted()).toEqual(entries?.toSorted());
    const params = { id: admin.id };
    const { body: user } = await app.call(usersContract.getUser, { params }, admin);
    const edited = await app.call(
      usersContract.updateUser,
      {
        params,
        body: {
          memberNumber: user.memberNumber,
          firstname: user.firstname,
          lastname: user.lastname,
          email: user.email,
          phone: "+49 7164 12345",
          version: user.version,
        },
      },
      admin,
    );
    expect(edited.status).toBe(200);
    expect((await changes()).body.content[0]?.changes).toContainEqual(
      expect.objectContaining({ field: "phone", oldValue: null, newValue: "+49 7164 12345" }),
    );
  });

  test("gives out files as they were", async () => {
    const sums = new Map(
      former["blob"]?.rows.map((row) => {
        const blob = JSON.parse(row) as { key: string; sha256: string };
        return [blob.key, blob.sha256];
      }),
    );
    const stored = await storedFiles(place.blobs);
    expect(Object.keys(stored).length).toBeGreaterThan(40);
    for (const [key, sha256] of Object.entries(stored)) expect(sums.get(key), key).toBe(sha256);
    const shares = await app.call(filesContract.searchFileShares, {}, admin);
    const id = shares.body.content.find(({ name }) => name === "Vereinsdokumente")?.id ?? "";
    const { body: entries } = await app.call(
      filesContract.listAllEntries,
      { params: { id } },
      admin,
    );
    const file = entries.find(({ type }) => type === "FILE");
    const answer = await app.call(
      filesContract.downloadEntry,
      { params: { id, path: file?.path ?? "" } },
      admin,
    );
    expect(createHash("sha256").update(answer.bytes).digest("hex")).toBe(file?.sha256);
  });
});

describe("a backup of version 0.1.0", () => {
  let place: EmptyPlace;
  beforeAll(async () => {
    place = await emptyPlace();
    await restore(await checkArchive(FORMER_BACKUP), place);
  });
  afterAll(() => place?.drop());

  test("comes in with everything, and on to this version", async () => {
    await expectEverything(place);
    expect(await withClient(place.ownerUrl, appliedMigrations)).toEqual(await knownMigrations());
  });

  test("leaves a database like a new one, in which people log in", async () => {
    const fresh = await createTestDatabase(process.env["TEST_DATABASE_URL"] ?? "");
    expect(await catalogueOf(place.ownerUrl)).toEqual(await catalogueOf(fresh.ownerUrl));
    await fresh.drop();
    const app = await place.open();
    expect(await logIn(app, "demo", "trainer@demo.example", FORMER_PASSWORD)).toBe(200);
    await app.close();
  });
});
