import { expect, test } from "vitest";
import { refusalOf } from "#platform/server/mail/mail-refusal.ts";
import { fateOf, outageDelay } from "./back-off.ts";
import { digestDay } from "./digests.ts";

const answered = (responseCode: number, response: string, command = "RCPT TO") =>
  refusalOf(Object.assign(new Error(response), { responseCode, response, command }));
const fate = (error: ReturnType<typeof refusalOf>, more = {}) =>
  fateOf(error, { attempts: 1, ageMs: 0, outages: 1, ...more });

test.each([
  [550, "550 5.1.1 User unknown", "ADDRESS"],
  [550, "550 no such user here", "ADDRESS"],
  [552, "552 5.2.2 Mailbox full", "FULL"],
  [552, "552 5.3.4 Message too big", "TOO_LARGE"],
  [554, "554 5.7.1 Spam", "REJECTED"],
])("%i (%s) fails as %s", (code, text, failure) => {
  expect(fate(answered(code, text))).toEqual({ state: "FAILED", failure });
});

test.each([
  [answered(451, "451 4.7.1 greylisted"), 120_000],
  [answered(452, "452 4.2.2 full", "DATA"), 120_000],
])("a refusal for now waits", (refusal, delayMs) => {
  expect(fate(refusal)).toEqual({ state: "QUEUED", delayMs });
});

test.each([
  ["a refused log-in", answered(535, "535 5.7.8 bad credentials", "AUTH PLAIN")],
  ["a refused sender", answered(550, "550 5.7.1 not allowed", "MAIL FROM")],
  ["a closing server", answered(421, "421 too many connections")],
  [
    "no connection",
    refusalOf(
      Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNECTION", command: "CONN" }),
    ),
  ],
])("%s is no mail's fault", (_what, refusal) => {
  expect(refusal.kind).toBe("SERVER");
  expect(fate(refusal)).toEqual({ state: "QUEUED", delayMs: outageDelay(1) });
});

test("waits grow, and end after five days", () => {
  const delays = [1, 2, 3, 10]
    .map((attempts) => fate(answered(451, "451 later"), { attempts }))
    .map((one) => ("delayMs" in one ? one.delayMs / 60_000 : 0));
  expect(delays).toEqual([2, 5, 15, 240]);
  expect([1, 2, 6, 50].map(outageDelay)).toEqual([15_000, 30_000, 600_000, 600_000]);
  expect(fate(answered(451, "451 later"), { ageMs: 6 * 86_400_000 })).toEqual({
    state: "FAILED",
    failure: "GAVE_UP",
  });
});

test.each([
  ["2027-03-28", "2027-03-28T15:59:00Z", "2027-03-28T16:00:00Z"],
  ["2027-10-31", "2027-10-31T16:59:00Z", "2027-10-31T17:00:00Z"],
  ["2027-03-27", "2027-03-27T16:59:00Z", "2027-03-27T17:00:00Z"],
])("the digest of %s is due at six by the club's clock", (day, before, from) => {
  expect(digestDay(new Date(before), "Europe/Berlin")).toBeNull();
  expect(digestDay(new Date(from), "Europe/Berlin")).toBe(day);
});

test("over a whole year, asked every five minutes, each day has its digest once", () => {
  const days = new Set<string>();
  let changes = 0;
  let last: string | null = null;
  for (let at = Date.UTC(2027, 0, 1); at < Date.UTC(2028, 0, 1); at += 300_000) {
    const day = digestDay(new Date(at), "Europe/Berlin");
    if (day !== null && day !== last) changes += 1;
    if (day !== null) days.add(day);
    last = day;
  }
  expect(days.size).toBe(365);
  expect(changes).toBe(365);
});
