import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { testApp, type TestApp } from "#apps/server/testing.ts";
import { usersContract } from "#modules/members/contract.ts";
import { importContract, type ImportRun } from "../../import-contract.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app?.close());

const FOLDER = join(import.meta.dirname, "samples", "foreign");
/**
 * What a person finds in each file: the members, field by field, and how many rows are beyond
 * mending.
 */
const expected = z
  .record(
    z.string(),
    z.object({ faulty: z.int(), members: z.array(z.record(z.string(), z.unknown())) }),
  )
  .parse(JSON.parse(readFileSync(join(FOLDER, "expected.json"), "utf8")));

test.each(Object.entries(expected))(
  "%s is understood as a person would, without being told anything, and the second time changes nothing",
  async (name, { members, faulty }) => {
    const tenant = await app.tenant(name.replace(/[^a-z0-9]+/g, "-"));
    const admin = await app.user(tenant, { isAdmin: true, firstname: "Ada", lastname: "Admin" });
    const source = await app.call(
      importContract.createImportSource,
      { body: { name: "Fremdes Programm", unknownGroups: "CREATE" } },
      admin,
    );
    const preview = async (): Promise<ImportRun> => {
      const body = readFileSync(join(FOLDER, name));
      const run = await app.call(
        importContract.runImportSource,
        { params: { id: source.body.id }, body, headers: { "x-file-name": name } },
        admin,
      );
      await app.runJobs();
      return (await app.call(importContract.getImportRun, { params: { id: run.body.id } }, admin))
        .body;
    };
    const first = await preview();
    expect(first).toMatchObject({
      state: "PREVIEW",
      error: null,
      counts: { new: members.length, faulty, ambiguous: 0 },
    });
    const { content } = (
      await app.call(
        importContract.listImportRows,
        { params: { id: first.id }, query: { kind: "NEW", size: 50 } },
        admin,
      )
    ).body;
    expect(
      content.map(({ fields }) =>
        Object.fromEntries(fields.map(({ field, newValue }) => [field, newValue])),
      ),
    ).toEqual(members);
    await app.call(importContract.applyImport, { params: { id: first.id } }, admin);
    await app.runJobs();
    expect(
      (await app.call(usersContract.searchUsers, { query: { asOf: "2000-01-01" } }, admin)).body
        .totalElements,
    ).toBe(members.length + 1);
    expect((await preview()).counts).toEqual({
      new: 0,
      changed: 0,
      same: members.length,
      ambiguous: 0,
      faulty,
      missing: 0,
      undecided: 0,
    });
  },
);
