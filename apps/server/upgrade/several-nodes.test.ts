import { afterEach, beforeEach, expect, test } from "vitest";
import { type EmptyPlace, logIn, rowsOf } from "#apps/server/backup/testing.ts";
import type { TestApp } from "#apps/server/testing.ts";
import { checkInstallation } from "#modules/backup/server/check/check.ts";
import { knownMigrations, withClient } from "#platform/server/database/migrate.ts";
import { appliedMigrations } from "#platform/server/database/schema/applied.ts";
import { createTestDatabase } from "#platform/server/testing/database.ts";
import { catalogueOf, FORMER_PASSWORD, formerInstallation } from "./testing.ts";

/** Nodes of this version are started at the same moment on what version 0.1.0 left behind. */

let place: EmptyPlace;
let nodes: TestApp[] = [];
beforeEach(async () => {
  place = await formerInstallation();
});
afterEach(async () => {
  for (const node of nodes) await node.close();
  nodes = [];
  await place?.drop();
});

test.each([2, 4])("%i come up, and one of them has migrated", async (count) => {
  const [before] = await rowsOf<{ members: number }>(
    place.ownerUrl,
    "SELECT count(*)::int AS members FROM member",
  );
  const outcomes = await Promise.allSettled(Array.from({ length: count }, () => place.open()));
  nodes = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(
    outcomes.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : [])),
  ).toEqual([]);
  expect(nodes).toHaveLength(count);

  expect(await withClient(place.ownerUrl, appliedMigrations)).toEqual(await knownMigrations());
  const fresh = await createTestDatabase(process.env["TEST_DATABASE_URL"] ?? "");
  expect(await catalogueOf(place.ownerUrl)).toEqual(await catalogueOf(fresh.ownerUrl));
  await fresh.drop();
  const [after] = await rowsOf<{ members: number }>(
    place.ownerUrl,
    "SELECT count(*)::int AS members FROM member",
  );
  expect(after).toEqual(before);
  const faults: string[] = [];
  await checkInstallation({ ...place, deep: true, found: (fault) => faults.push(fault) });
  expect(faults).toEqual([]);

  for (const node of nodes) {
    expect(await logIn(node, "demo", "buero@demo.example", FORMER_PASSWORD)).toBe(200);
    expect((await node.server.inject({ url: "/health/ready" })).statusCode).toBe(200);
  }
});

test("one that comes while the others serve changes nothing", async () => {
  nodes = [await place.open()];
  const version = () =>
    rowsOf(
      place.ownerUrl,
      `SELECT xmin, version FROM operations_migrations.program
       UNION ALL SELECT xmin, name FROM operations_migrations.migration`,
    );
  const [schema, noted] = [await catalogueOf(place.ownerUrl), await version()];
  nodes.push(await place.open());
  expect(await catalogueOf(place.ownerUrl)).toEqual(schema);
  expect(await version()).toEqual(noted);
});
