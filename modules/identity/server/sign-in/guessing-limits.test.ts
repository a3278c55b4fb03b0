import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "#apps/server/testing.ts";
import type { RateLimits } from "#platform/server/http/rate-limits.ts";
import { forgetTries, takeTry } from "./guessing-limits.ts";

/** More than an account may see before it counts as under attack. */
const MANY = 50;

let app: TestApp;
let limits: RateLimits;
beforeAll(async () => {
  app = await testApp();
  limits = app.services.rateLimits;
});
afterAll(() => app?.close());

async function comeIn(account: string, address: string): Promise<void> {
  await takeTry(limits, account, address);
  await forgetTries(limits, account, address);
}

describe("log-ins that succeed", () => {
  test("use up nothing of the account, from wherever they come", async () => {
    for (let index = 0; index < MANY; index++) await comeIn("often", `198.51.100.${index % 7}`);
    // Under attack an address would have a single try.
    await takeTry(limits, "often", "203.0.113.1");
    await expect(takeTry(limits, "often", "203.0.113.1")).resolves.toBeUndefined();
  });

  test("give back only what they took, once an account is under attack", async () => {
    for (let index = 0; index < MANY; index++) await takeTry(limits, "guessed", `192.0.2.${index}`);
    for (let index = 0; index < MANY; index++) await comeIn("guessed", "198.51.100.9");
    await takeTry(limits, "guessed", "203.0.113.2");
    await expect(takeTry(limits, "guessed", "203.0.113.2")).rejects.toMatchObject({ status: 429 });
    await comeIn("guessed", "198.51.100.9");
  });
});
