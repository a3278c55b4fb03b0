import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "#apps/server/testing.ts";
import type { TenantRow } from "../http/principal.ts";
import { type ReadTx, sqlOf } from "./database.ts";
import { paged } from "./paged.ts";

let app: TestApp;
let alpha: TenantRow;

beforeAll(async () => {
  app = await testApp();
  alpha = await app.tenant("alpha");
});
afterAll(() => app?.close());

const evenNumbers = (tx: ReadTx, most: number) =>
  sqlOf(tx)
    .selectFrom(sql<{ n: number }>`generate_series(1, ${most}::int)`.as<"all">(sql`all_of (n)`))
    .where(sql<boolean>`n % 2 = 0`)
    .select(sql<number>`n`.as("number"))
    .orderBy(sql`n`, "desc");

const pageOf = (most: number, page: number, size: number) =>
  app.services.database.read(alpha.id, (tx) => paged(evenNumbers(tx, most), { page, size }));

test("pages one after another are the whole list, each with the count of all", async () => {
  const pages = await Promise.all([0, 1, 2].map((page) => pageOf(23, page, 4)));
  expect(pages.map(({ records }) => records.map(({ number }) => number))).toEqual([
    [22, 20, 18, 16],
    [14, 12, 10, 8],
    [6, 4, 2],
  ]);
  expect(pages.map(({ total }) => total)).toEqual([11, 11, 11]);
});

test("a page behind the last one is empty and still knows the count", async () => {
  expect(await pageOf(23, 7, 4)).toEqual({ records: [], total: 11 });
});

test("a list of nothing has a count of nought", async () => {
  expect(await pageOf(1, 0, 4)).toEqual({ records: [], total: 0 });
});
