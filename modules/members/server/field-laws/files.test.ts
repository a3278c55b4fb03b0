import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unzip } from "#platform/server/testing/unzip.ts";
import { exportContract } from "#modules/transfer/export-contract.ts";
import { importContract } from "#modules/transfer/import-contract.ts";
import type { TestUser } from "#apps/server/testing.ts";
import {
  FIELD_KEYS,
  fieldOf,
  type UserRow,
  userRow,
  usersContract as users,
} from "../../contract.ts";
import { type FieldClub, fieldClub, sampleOfMembers } from "./testing.ts";

const COUNT = 30;

let club: FieldClub;
/** As the list shows them where they come from. */
let here: UserRow[];

beforeAll(async () => {
  club = await fieldClub();
  await club.createMany(sampleOfMembers(COUNT));
  here = (await club.list()).filter(({ memberNumber }) => memberNumber.startsWith("M"));
});
afterAll(() => club?.app.close());

/** The file that a new export target writes of all members with a number of the sample. */
async function exported(format: "CSV" | "XLSX" | "JSON"): Promise<Buffer> {
  const { app, admin } = club;
  const target = await app.call(
    exportContract.createExportTarget,
    { body: { name: `Alles ${format}`, format, options: { protectedFields: true } } },
    admin,
  );
  const params = { id: target.body.id };
  const run = await app.call(exportContract.runExportTarget, { params }, admin);
  await app.runJobs();
  const file = await app.call(exportContract.getExportFile, { params: { id: run.body.id } }, admin);
  expect(file.status).toBe(200);
  return file.bytes;
}

/** Reads a file in a club that knows nobody of it, and says what the list shows then. */
async function imported(name: string, fileName: string, file: Buffer): Promise<UserRow[]> {
  const { app } = club;
  const admin: TestUser = await app.user(await app.tenant(name), { isAdmin: true });
  const source = await app.call(
    importContract.createImportSource,
    { body: { name: "Aus dem alten Verein" } },
    admin,
  );
  const run = await app.call(
    importContract.runImportSource,
    { params: { id: source.body.id }, body: file, headers: { "x-file-name": fileName } },
    admin,
  );
  await app.runJobs();
  const params = { id: run.body.id };
  const preview = await app.call(importContract.getImportRun, { params }, admin);
  expect(preview.body).toMatchObject({ state: "PREVIEW", error: null, counts: { faulty: 0 } });
  await app.call(importContract.applyImport, { params }, admin);
  await app.runJobs();
  const { body } = await app.call(users.searchUsers, { query: { size: 200 } }, admin);
  return userRow
    .array()
    .parse(body.content)
    .filter(({ id }) => id !== admin.id);
}

describe.each([
  ["CSV", "Mitglieder.csv"],
  ["XLSX", "Mitglieder.xlsx"],
  ["JSON", "Mitglieder.json"],
] as const)("what is exported as %s and read by another club", (format, fileName) => {
  let there: Map<string, UserRow>;
  beforeAll(async () => {
    const rows = await imported(`ziel-${format.toLowerCase()}`, fileName, await exported(format));
    there = new Map(rows.map((row) => [row.memberNumber, row]));
  });

  test.each(FIELD_KEYS)("is the same in %s", (key) => {
    // Imports read addresses in small letters.
    const said = (row: UserRow | undefined) =>
      key === "email" ? row?.email?.toLowerCase() : (row?.[key] ?? undefined);
    expect(here.map(({ memberNumber }) => said(there.get(memberNumber)))).toEqual(here.map(said));
  });
});

describe("the list on screen as a file", () => {
  test("has a German heading for each field, and its value", async () => {
    const [person] = here;
    const { bytes } = await club.app.call(
      users.exportUsers,
      {
        body: {
          format: "CSV",
          columns: FIELD_KEYS.filter((key) => key !== "notes"),
          filter: { q: person?.memberNumber ?? "" },
        },
      },
      club.admin,
    );
    const [head = ""] = bytes.toString().replace("\uFEFF", "").split("\r\n");
    expect(head.split(";")).toEqual(
      FIELD_KEYS.filter((key) => key !== "notes").map((key) => fieldOf(key).label),
    );
  });

  test.each(FIELD_KEYS)("may have %s for its only column", async (key) => {
    const { status, bytes } = await club.app.call(
      users.exportUsers,
      { body: { format: "CSV", columns: [key], sort: "memberNumber" } },
      club.admin,
    );
    expect(status).toBe(200);
    const [head] = bytes.toString().replace("\uFEFF", "").split("\r\n");
    expect(head).toBe(fieldOf(key).label);
  });
});

test("the person's file names every field in German, with its value", async () => {
  const [row] = await club.list({ q: here[0]?.memberNumber });
  const params = { id: row?.id ?? "" };
  const { bytes } = await club.app.call(users.exportUserData, { params }, club.admin);
  const text = unzip(bytes).get("Auskunft.json")?.toString() ?? "";
  const { stammdaten } = JSON.parse(text) as { stammdaten: Record<string, unknown> };
  for (const key of FIELD_KEYS) {
    const { label, kind, labels } = fieldOf(key);
    expect(stammdaten, key).toHaveProperty([label]);
    if (kind === "COUNTRY" || key === "status") continue;
    const value = row?.[key] ?? null;
    const expected = value === null ? null : (labels?.[value] ?? value);
    expect(stammdaten[label], key).toBe(expected);
  }
});
