import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesContract } from "#modules/files/contract.ts";
import { aShare, upload } from "#modules/files/server/testing.ts";
import type { Route } from "#platform/contract/route.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { cases } from "./cases.ts";
import { makeRecords } from "./records/testing.ts";
import type { Records } from "./samples.ts";

/** HEAD is GET without its content, with the same rights, on every route that can be read. */

const reading = cases.filter(
  ({ route: { method, answer } }) =>
    method === "GET" && !("kind" in answer && answer.kind === "eventStream"),
);
const headOf = (route: Route) => ({ ...route, method: "HEAD" }) as unknown as Route;

let app: TestApp;
let admin: TestUser;
let stranger: TestUser;
let records: Records;

beforeAll(async () => {
  app = await testApp();
  const alpha = await app.tenant("alpha");
  admin = await app.user(alpha, { isAdmin: true });
  stranger = await app.user(alpha, { permissions: [] });
  records = await makeRecords(app, admin);
});
afterAll(() => app?.close());

describe.each(reading)("$name", ({ route, sample }) => {
  test("answers HEAD as GET, without content, for those who may and those who may not", async () => {
    for (const as of [admin, stranger, null]) {
      const full = await app.call(route, sample(records) as never, as, admin.tenant);
      const head = await app.call(headOf(route), sample(records) as never, as, admin.tenant);
      expect(head.status).toBe(full.status);
      expect(head.headers["content-type"]).toBe(full.headers["content-type"]);
      expect(head.bytes).toHaveLength(0);
    }
  });
});

test("a file's length, range and ETag are told without its bytes", async () => {
  const { id } = await aShare(app, admin);
  await upload(app, admin, id, "plan.txt", "x".repeat(5_000));
  const params = { id, path: "plan.txt" };
  const head = await app.call(
    headOf(filesContract.downloadEntry) as typeof filesContract.downloadEntry,
    { params },
    admin,
  );
  expect(head.headers).toMatchObject({ "content-length": "5000", "accept-ranges": "bytes" });
  const headers = { range: "bytes=10-19" };
  const part = await app.call(
    headOf(filesContract.downloadEntry) as typeof filesContract.downloadEntry,
    { params, headers },
    admin,
  );
  expect([part.status, part.headers["content-length"], part.headers["content-range"]]).toEqual([
    206,
    "10",
    "bytes 10-19/5000",
  ]);
  const known = await app.call(
    headOf(filesContract.downloadEntry) as typeof filesContract.downloadEntry,
    { params, headers: { "if-none-match": String(head.headers["etag"]) } },
    admin,
  );
  expect(known.status).toBe(304);
});
