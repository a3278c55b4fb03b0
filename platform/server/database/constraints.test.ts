import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "#apps/server/testing.ts";
import type { TenantRow } from "../http/principal.ts";
import { translateViolations, uniqueField, violatedConstraint } from "./constraints.ts";
import { sqlOf, systemActor } from "./database.ts";

let app: TestApp;
let club: TenantRow;

beforeAll(async () => {
  app = await testApp();
  club = await app.tenant("alpha");
  await app.tenant("beta");
});
afterAll(() => app?.close());

const rename = (name: string) => () =>
  app.services.database.write(club.id, systemActor(), async (tx) => {
    await sql`UPDATE tenant SET name = ${name}`.execute(sqlOf(tx));
    return "renamed";
  });

test("a violated constraint becomes the problem given for it", async () => {
  const uniqueName = translateViolations({ tenant_name: () => new Error("taken") });
  await expect(uniqueName(rename("beta"))).rejects.toThrow("taken");
  expect(await uniqueName(rename("gamma"))).toBe("renamed");
});

test("one of a field is told at the field", async () => {
  await expect(
    uniqueField("tenant_name", "name", "Den gibt es schon.")(rename("beta")),
  ).rejects.toMatchObject({
    status: 409,
    errors: [{ path: "name", code: "ALREADY_EXISTS", message: "Den gibt es schon." }],
  });
});

test("every other error stays what it is", async () => {
  const other = translateViolations({ other: () => new Error("other") });
  await expect(other(rename("beta"))).rejects.toSatisfy(
    (error) => violatedConstraint(error) === "tenant_name",
  );
  const broken = new Error("broken");
  await expect(other(() => Promise.reject(broken))).rejects.toBe(broken);
  const odd = Object.assign(new Error("odd"), { code: "23505", constraint: "other" });
  await expect(other(() => Promise.reject(odd))).rejects.toBe(odd);
  expect(violatedConstraint(odd)).toBeUndefined();
});
