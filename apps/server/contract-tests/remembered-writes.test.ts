import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemContract } from "#modules/system/contract.ts";
import type { Route } from "#platform/contract/route.ts";
import { isRemembered } from "#platform/contract/sent-again.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { cases } from "./cases.ts";
import { fingerprintOf } from "./fingerprint/testing.ts";
import { makeRecords } from "./records/testing.ts";
import type { Records, Sample } from "./samples.ts";

/**
 * Every write is sent twice under one key: it has one effect, is answered the same and known
 * afterwards. Generated: a new route is in here on the day it is written. One whose body is bytes
 * and whose handler forgot `call.idempotent` fails.
 */

/** Refused with their samples, which lack what only a story has; of them the refusal is the same. */
const REFUSED = [
  "calendars.answerInvitation",
  "calendars.deleteEvent",
  "calendars.takeBackAnswer",
  "files.deleteEntry",
  "files.restoreEntry",
  "files.uploadMany",
  "identity.resetMyPassword",
  "members.anonymiseUser",
  "messages.callBackMessage",
  "messages.restoreMessage",
  "messages.sendMessage",
  "transfer.changeImportSettings",
  "transfer.decideImportRows",
  "transfer.deleteImportRun",
  "transfer.revertImport",
];

const METHODS = ["POST", "PUT", "DELETE"];
/** What belongs to a record is deleted before it. */
const place = ({ route: { method, path } }: { route: Route }) =>
  METHODS.indexOf(method) * 100 - path.split("/").length;
const writes = cases
  .filter(({ route }) => isRemembered(route))
  .toSorted((a, b) => place(a) - place(b));

let app: TestApp;
let admin: TestUser;
let records: Records;
const refused: string[] = [];

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
  records = await makeRecords(app, admin);
});
afterAll(() => app?.close());

describe.each(writes)("$name", ({ name, route, sample }) => {
  test("has one effect under one key, and is known afterwards", async () => {
    const { headers, ...given } = sample(records) as Sample<Route> & { headers?: object };
    const key = `once-${name}`;
    const call = { ...given, headers: { ...headers, "idempotency-key": key } };
    let first = await app.call(route, call as never, admin);
    if (first.status === 412) {
      call.body = { ...(call.body as object), version: currentVersion(first.body) };
      first = await app.call(route, call as never, admin);
    }
    const after = await fingerprintOf(app, admin.tenant.id);
    const again = await app.call(route, call as never, admin);
    expect(again.status).toBe(first.status);
    expect(await fingerprintOf(app, admin.tenant.id)).toBe(after);
    if (first.status >= 300) return void refused.push(name);
    expect(again.bytes.equals(first.bytes)).toBe(true);
    if (route.access === "public") return;
    const known = await app.call(systemContract.findAnswer, { params: { key } }, admin);
    expect(known.status).toBe(200);
  });
});

test("all others have an effect", () => {
  expect(refused.toSorted()).toEqual(REFUSED);
});

function currentVersion(refusal: unknown): number {
  return (refusal as { current: { version: number } }).current.version;
}
