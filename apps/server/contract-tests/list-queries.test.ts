import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jsonSchemaOf } from "#platform/contract/json-schema.ts";
import type { Contract, Route } from "#platform/contract/route.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { makeRecords } from "./records/testing.ts";
import { contracts, type Records, type Sample, samples } from "./samples.ts";

/**
 * Every list in each of its orders and with each of its filters, as the contract names them: an
 * order or a filter that the database would refuse is found, however seldom a page asks for it.
 */

/** As much of JSON Schema as parameters of a query need. */
interface Schema {
  type?: string | string[];
  format?: string;
  enum?: string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

const lists = Object.entries(contracts).flatMap(([module, contract]) =>
  Object.entries(contract as Contract).flatMap(([name, route]) => {
    const parameters = parametersOf(route);
    const sample = (
      samples as unknown as Record<string, Record<string, (records: Records) => Sample<Route>>>
    )[module]?.[name];
    return route.method === "GET" && parameters["sort"] !== undefined && sample !== undefined
      ? [{ name: `${module}.${name}`, route, parameters, sample }]
      : [];
  }),
);

let app: TestApp;
let admin: TestUser;
let records: Records;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
  records = await makeRecords(app, admin);
});
afterAll(() => app?.close());

describe.each(lists)("$name", ({ route, parameters, sample }) => {
  const answerTo = async (query: Record<string, string>) => {
    const given = sample(records);
    const full = { ...given, query: { ...(given.query as object | undefined), ...query } };
    return app.call(route, full as never, admin);
  };

  test("answers in each of its orders, up and down", async () => {
    for (const sort of wordsOf(parameters["sort"]))
      for (const dir of ["ASC", "DESC"]) {
        const { status } = await answerTo({ sort, dir });
        expect([sort, dir, status]).toEqual([sort, dir, 200]);
      }
  });

  test("answers with each of its filters, alone and in each order", async () => {
    const { sort, dir: _dir, page: _page, size: _size, ...filters } = parameters;
    for (const [filter, schema] of Object.entries(filters))
      for (const value of valuesOf(schema, records)) {
        // What a filter needs beside it (a group for those below it) may be missing, or not exist.
        const { status } = await answerTo({ [filter]: value });
        expect([filter, value, status < 500]).toEqual([filter, value, true]);
      }
    for (const word of wordsOf(sort)) {
      const { status } = await answerTo({ sort: word, q: "mu" });
      expect([word, status < 500]).toEqual([word, true]);
    }
  });
});

function parametersOf({ query }: Route): Record<string, Schema> {
  if (query === undefined) return {};
  const schema = jsonSchemaOf(query, "input") as Schema;
  return schema.properties ?? {};
}

/** All words that a parameter may be, where they are listed. */
function wordsOf({ enum: words, anyOf, items }: Schema = {}): string[] {
  return [
    ...(words ?? []),
    ...(anyOf ?? []).flatMap((part) => wordsOf(part)),
    ...(items === undefined ? [] : wordsOf(items)),
  ];
}

function valuesOf(schema: Schema, { userId, groupId }: Records): string[] {
  const words = wordsOf(schema);
  if (words.length > 0) return words;
  if (schema.format === "uuid") return [userId, groupId];
  if (schema.format === "date") return ["2026-02-01"];
  if (schema.format === "date-time") return ["2026-02-01T00:00:00Z"];
  return ["true", "mu", "1"];
}
