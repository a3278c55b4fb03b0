import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jsonSchemaOf } from "#platform/contract/json-schema.ts";
import type { z } from "zod";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { cases } from "./cases.ts";
import { makeRecords } from "./records/testing.ts";
import type { Records } from "./samples.ts";

/**
 * Answers that the database writes as text leave without being copied by their contract's names:
 * what is in them is exactly what the contract says, at every depth. That there is nothing else,
 * each test of them checks, because test servers are strict; here nothing may be missing either.
 */

const texts = cases.filter(({ route }) => route.preserialized === true);

interface Schema {
  type?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

let app: TestApp;
let admin: TestUser;
let records: Records;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
  records = await makeRecords(app, admin);
});
afterAll(() => app?.close());

test("there are such answers", () => {
  expect(texts.length).toBeGreaterThan(1);
});

describe.each(texts)("$name", ({ route, sample }) => {
  test("holds every name of its contract, and no other", async () => {
    const { status, body } = await app.call(route, sample(records) as never, admin);
    expect(status).toBe(200);
    expect([...namesIn(body)].sort()).toEqual(
      [...namesOf(jsonSchemaOf(route.answer as z.ZodType, "output") as Schema)].sort(),
    );
  });
});

/** The paths of all names that a shape has; names that are data are none. */
function namesOf({ anyOf, items, properties }: Schema, path = ""): Set<string> {
  const names = new Set<string>();
  const add = (more: Set<string>) => more.forEach((name) => names.add(name));
  for (const option of anyOf ?? []) add(namesOf(option, path));
  if (items !== undefined) add(namesOf(items, `${path}[]`));
  for (const [name, schema] of Object.entries(properties ?? {})) {
    names.add(`${path}.${name}`);
    add(namesOf(schema, `${path}.${name}`));
  }
  return names;
}

/** What a club enters itself has its own names. */
const DATA = new Set(["customFields"]);

function namesIn(value: unknown, path = ""): Set<string> {
  if (Array.isArray(value))
    return new Set(value.flatMap((item) => [...namesIn(item, `${path}[]`)]));
  if (typeof value !== "object" || value === null) return new Set();
  return new Set(
    Object.entries(value).flatMap(([name, part]) => [
      `${path}.${name}`,
      ...(DATA.has(name) ? [] : namesIn(part, `${path}.${name}`)),
    ]),
  );
}
