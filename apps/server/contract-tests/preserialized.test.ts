import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calendarsContract } from "#modules/calendars/contract.ts";
import { jsonSchemaOf } from "#platform/contract/json-schema.ts";
import type { Route } from "#platform/contract/route.ts";
import type { z } from "zod";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { cases } from "./cases.ts";
import { makeRecords } from "./records/testing.ts";
import type { Records, Sample } from "./samples.ts";

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

const TODAY = new Date().toISOString().slice(0, 10);

let app: TestApp;
let admin: TestUser;
let records: Records;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
  records = await makeRecords(app, admin);
  const event = await app.call(
    calendarsContract.createEvent,
    {
      params: { id: records.calendarId },
      body: {
        title: "Heute",
        startDateTime: `${TODAY}T12:00:00Z`,
        endDateTime: `${TODAY}T13:00:00Z`,
      },
    },
    admin,
  );
  expect(event.status).toBe(201);
});
afterAll(() => app?.close());

test("there are such answers", () => {
  expect(texts.length).toBeGreaterThan(1);
});

describe.each(texts)("$name", ({ route, sample }) => {
  test("holds every name of its contract, and no other", async () => {
    const { status, body } = await app.call(route, ofToday(sample(records)) as never, admin);
    expect(status).toBe(200);
    const schema = jsonSchemaOf(route.answer as z.ZodType, "output") as Schema;
    const seen = namesIn(body);
    expect([...namesOf(schema, "always")].filter((name) => !seen.has(name))).toEqual([]);
    const known = namesOf(schema, "all");
    expect([...seen].filter((name) => !known.has(name))).toEqual([]);
  });
});

/** Lists of a time are asked for that of the event of today. */
function ofToday({ params, query, ...rest }: Sample<Route>): object {
  const [y, m, d] = TODAY.split("-").map(Number);
  const day = (distance: number) =>
    new Date(Date.parse(TODAY) + distance * 86_400_000).toISOString();
  return {
    ...rest,
    params: withKnown(params, { y, m, d }),
    query: withKnown(query, { from: day(-1), to: day(2) }),
  };
}

function withKnown(given: object | undefined, values: object): object | undefined {
  const known = Object.entries(values).filter(([name]) => name in (given ?? {}));
  return given && { ...given, ...Object.fromEntries(known) };
}

/**
 * The paths of all names that a shape has, or of those that are always there: not in what may be
 * null. Names that are data are none.
 */
function namesOf(
  { anyOf, items, properties }: Schema,
  which: "all" | "always",
  path = "",
): Set<string> {
  const names = new Set<string>();
  const add = (more: Set<string>) => more.forEach((name) => names.add(name));
  const isNullable = anyOf?.some(({ type }) => type === "null") === true;
  if (which === "all" || !isNullable)
    for (const option of anyOf ?? []) add(namesOf(option, which, path));
  if (items !== undefined) add(namesOf(items, which, `${path}[]`));
  for (const [name, schema] of Object.entries(properties ?? {})) {
    names.add(`${path}.${name}`);
    add(namesOf(schema, which, `${path}.${name}`));
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
