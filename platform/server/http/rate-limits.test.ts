import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "#apps/server/testing.ts";
import { addressKey, createRateLimits } from "./rate-limits.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app?.close());

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:0db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("%s counts as %s", (ip, expected) => {
  expect(addressKey({ ip })).toBe(expected);
});

test("a limit holds over two processes, also when all try at once, and ends with a German answer", async () => {
  const limit = { points: 5, seconds: 60 };
  const other = createRateLimits(app.services.environment.databaseUrl ?? "");
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? app.services.rateLimits : other).consume("probe", "one", limit),
    ),
  );
  await other.close();
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  const refused = tries.find((result) => result.status === "rejected");
  expect(refused?.reason).toMatchObject({
    status: 429,
    detail: expect.stringMatching(/^Zu viele Versuche\. Bitte warten Sie/),
  });
  await app.services.rateLimits.consume("probe", "two", limit);
});
