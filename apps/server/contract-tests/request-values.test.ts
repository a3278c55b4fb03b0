import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { mappingContract } from "#modules/transfer/mapping-contract.ts";
import { MOST_INT } from "#platform/contract/fields.ts";
import { jsonSchemaOf, type JsonSchema } from "#platform/contract/json-schema.ts";
import { isSchema, type Route } from "#platform/contract/route.ts";
import { cases } from "./cases.ts";
import { makeRecords } from "./records/testing.ts";
import type { Records } from "./samples.ts";

/**
 * What no value of a request may be, on every route: a control character, a number beyond what the
 * database holds, a number that is not written plainly. Generated from the contracts.
 */

/** Sizes in bytes, which are larger, and what is only compared with a number of our own. */
const LARGER = new Set(["size", "quota", "missed"]);

describe("what contracts say", () => {
  const shapes = cases.flatMap(({ name, route }) => {
    const parts = { params: route.params, query: route.query };
    const body = route.body !== undefined && isSchema(route.body) ? { body: route.body } : {};
    return Object.entries({ ...parts, ...body }).flatMap(([part, schema]) =>
      schema === undefined ? [] : leavesOf(jsonSchemaOf(schema, "input"), `${name} ${part}`),
    );
  });

  test("no whole number of a request is larger than a column holds", () => {
    const unbounded = shapes.filter(
      ({ path, schema }) =>
        schema["type"] === "integer" &&
        !(Number(schema["maximum"] ?? Infinity) <= MOST_INT) &&
        !LARGER.has(path.split(".").at(-1) ?? ""),
    );
    expect(unbounded.map(({ path }) => path)).toEqual([]);
  });
});

describe("what servers do", () => {
  let app: TestApp;
  let admin: TestUser;
  let records: Records;
  beforeAll(async () => {
    app = await testApp();
    admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
    records = await makeRecords(app, admin);
  });
  afterAll(() => app?.close());
  const statusOf = async (route: Route, input: unknown) =>
    (await app.call(route, input as never, admin)).status;

  const asking = cases.filter(({ route }) => route.query !== undefined);
  test.each(asking)("$name takes no control characters in its address", async (one) => {
    const given = one.sample(records);
    for (const { path } of leavesOf(jsonSchemaOf(one.route.query!, "input"), ""))
      for (const sign of ["\0", "\n", "\u001f"]) {
        const query = { ...(given.query as object | undefined), [path]: `a${sign}b` };
        expect([path, await statusOf(one.route, { ...given, query })]).toEqual([path, 400]);
      }
  });

  const counting = asking.flatMap((one) =>
    leavesOf(jsonSchemaOf(one.route.query!, "input"), "")
      .filter(({ schema }) => schema["type"] === "integer")
      .map(({ path }) => ({ ...one, parameter: path })),
  );
  test.each(counting)("$name takes $parameter only as a plain number", async (one) => {
    const given = one.sample(records);
    for (const written of [
      "0x10",
      "1e1",
      "+1",
      " 1",
      "01",
      "1.0",
      "-1",
      "",
      "2147483648",
      "1e20",
    ]) {
      const query = { ...(given.query as object | undefined), [one.parameter]: written };
      const status = await statusOf(one.route, { ...given, query });
      expect([written, status]).toEqual([written, 400]);
    }
  });

  const writing = cases.filter(({ route }) => route.body !== undefined && isSchema(route.body));
  test("a separator of a table may be a tab, though no other value may hold one", async () => {
    const { readTableSample } = mappingContract;
    const body = Buffer.from("Nachname\tVorname\nEigen\tHilde\n");
    const answer = await app.call(readTableSample, { query: { delimiter: "\t" }, body }, admin);
    expect(answer).toMatchObject({ status: 200, body: { columns: ["Nachname", "Vorname"] } });
  });

  const needing = writing.filter(({ route }) => route.bodyOptional !== true);
  test.each(needing)("$name takes null for no body", async ({ route, sample }) => {
    const headers = { "content-type": "application/json" };
    const input = { ...sample(records), body: Buffer.from("null"), headers };
    expect(await statusOf(route, input)).toBe(400);
  });

  test.each(writing)("$name keeps no NUL and no half of a character", async (one) => {
    const { body, ...given } = one.sample(records) as { body?: unknown };
    for (const sign of ["\0", "\ud800"])
      for (const spoilt of spoiltBy(body, (value) =>
        typeof value === "string" ? value + sign : undefined,
      ))
        expect(await statusOf(one.route, { ...given, body: spoilt })).toBe(400);
  });

  test.each(writing)("$name refuses numbers that no column holds", async (one) => {
    const { body, ...given } = one.sample(records) as { body?: unknown };
    for (const large of [MOST_INT + 1, 1e20])
      for (const spoilt of spoiltBy(body, (value, name) =>
        typeof value === "number" && !LARGER.has(name) ? large : undefined,
      )) {
        const status = await statusOf(one.route, { ...given, body: spoilt });
        expect([400, 422]).toContain(status);
      }
  });

  const reading = cases.filter(
    ({ name, route }) =>
      route.method === "GET" && route.params !== undefined && name !== "system.listenToUpdates",
  );
  test.each(reading)("$name finds the same by an id in capitals", async (one) => {
    const given = one.sample(records) as { params?: Record<string, unknown> };
    const ids = new Set(
      leavesOf(jsonSchemaOf(one.route.params!, "input"), "")
        .filter(({ schema }) => schema["format"] === "uuid")
        .map(({ path }) => path),
    );
    const capitals = Object.entries(given.params ?? {}).map(([name, value]) => [
      name,
      ids.has(name) ? String(value).toUpperCase() : value,
    ]);
    const params = Object.fromEntries(capitals) as Record<string, unknown>;
    expect(await statusOf(one.route, { ...given, params })).toBe(await statusOf(one.route, given));
  });
});

interface Leaf {
  path: string;
  schema: JsonSchema;
}

/** Returns the plain values within a schema, by their paths. */
function leavesOf(schema: JsonSchema, path: string): Leaf[] {
  const inner = (part: unknown, at: string) => leavesOf(part as JsonSchema, at);
  const named = (name: string) => (path === "" ? name : `${path}.${name}`);
  const { properties, items, anyOf, additionalProperties } = schema;
  if (typeof properties === "object" && properties !== null)
    return Object.entries(properties).flatMap(([name, part]) => inner(part, named(name)));
  if (Array.isArray(anyOf)) return anyOf.flatMap((part) => inner(part, path));
  if (typeof items === "object" && items !== null) return inner(items, path);
  if (typeof additionalProperties === "object" && additionalProperties !== null)
    return inner(additionalProperties, path);
  return [{ path, schema }];
}

/** Returns the value once for each of its parts that `spoil` gives something else for. */
function spoiltBy(
  value: unknown,
  spoil: (value: unknown, name: string) => unknown,
  name = "",
): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((part, place) =>
      spoiltBy(part, spoil, name).map((other) => value.with(place, other)),
    );
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, part]) =>
      spoiltBy(part, spoil, key).map((other) => ({ ...value, [key]: other })),
    );
  const other = spoil(value, name);
  return other === undefined ? [] : [other];
}
