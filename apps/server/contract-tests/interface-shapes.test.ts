import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { systemContract } from "#modules/system/contract.ts";
import { problem } from "#platform/contract/problem.ts";
import { isBytes } from "#platform/contract/route.ts";
import { openApi31 } from "#platform/server/http/openapi/testing.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { type Case, cases } from "./cases.ts";
import { makeRecords } from "./records/testing.ts";
import type { Records } from "./samples.ts";

/**
 * The OpenAPI document is held against the running server: what it says of bodies, methods and
 * answers is what happens.
 */

type Document = z.output<typeof openApi31>;
type Operations = Document["paths"][string];
type Operation = NonNullable<Operations[keyof Operations]>;

let app: TestApp;
let admin: TestUser;
let records: Records;
let document: Document;
/** By the names of their operations, with the path that the document has them at. */
let documented: Map<string, { path: string; operation: Operation }>;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
  records = await makeRecords(app, admin);
  document = openApi31.parse((await app.call(systemContract.getOpenApi, {}, admin)).body);
  documented = new Map(
    Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.values(operations).map((operation) => [operation.operationId, { path, operation }]),
    ),
  );
});
afterAll(() => app?.close());

const operationIdOf = (name: string) => name.split(".").at(-1) ?? "";

function documentedOf({ name }: Case): { path: string; operation: Operation } {
  const found = documented.get(operationIdOf(name));
  if (found === undefined) throw new Error(`the document does not know ${name}`);
  return found;
}

/** Returns an address of the document with the sample's values. */
function addressOf(one: Case): string {
  const { params = {}, query = {} } = one.sample(records);
  const path = documentedOf(one).path.replaceAll(
    /(\/?)\{(\w+)\}/g,
    (_all, slash: string, name: string) => {
      const value = String((params as Record<string, unknown>)[name] ?? "");
      const isDeep = one.route.path.includes(`{${name}*}`);
      const parts = (isDeep ? value.replace(/^\//, "").split("/") : [value]).map(
        encodeURIComponent,
      );
      return `${isDeep ? "/" : slash}${parts.join("/")}`;
    },
  );
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return search === "" ? path : `${path}?${search}`;
}

async function send(one: Case, given: Partial<InjectOptions> = {}) {
  return app.server.inject({
    method: one.route.method,
    url: addressOf(one),
    ...given,
    headers: { authorization: `Bearer ${admin.token}`, ...given.headers },
  });
}

function bodyOf({ route, sample }: Case): Partial<InjectOptions> {
  const { body } = sample(records);
  if (body === undefined) return {};
  if (!isBytes(route.body)) return { payload: body as object };
  const type = route.body.contentTypes[0] ?? "application/octet-stream";
  return { payload: body as Buffer, headers: { "content-type": type } };
}

test("the document names every call, once, and nothing else", () => {
  expect([...documented.keys()].toSorted()).toEqual(
    cases.map(({ name }) => operationIdOf(name)).toSorted(),
  );
});

/** A stream stays open. */
const ending = cases.filter(({ name }) => name !== "system.listenToUpdates");
const withBody = ending.filter(({ route }) => route.body !== undefined);

/** Sources that fetch their file need none, and neither do mappings of exports. */
const NEEDED_BY_SOME = new Set(["transfer.runImportSource", "transfer.sampleMappingConfig"]);

test.each(withBody)("the body of $name is refused when absent, if required", async (one) => {
  const isRequired = documentedOf(one).operation.requestBody?.required === true;
  const { statusCode, body } = await send(one);
  const expected = isRequired ? [400, 413, 415, 422] : [200, 201, 202, 204, 404, 409];
  expect(NEEDED_BY_SOME.has(one.name) ? [...expected, 400, 422] : expected, body).toContain(
    statusCode,
  );
});

describe("another method", () => {
  const METHODS = ["GET", "PUT", "POST", "DELETE", "PATCH", "OPTIONS", "TRACE"] as const;

  test.each(cases)("than those of $name's path is 405, with Allow", async (one) => {
    const { path } = documentedOf(one);
    const allowed = allowedAt(path);
    // What deletes an entry takes every name, also that of a call.
    const isEntry = /\/file-share\/\{id\}\/./.test(path);
    const taken = new Set([...allowed, ...(isEntry ? ["DELETE"] : [])]);
    for (const method of METHODS.filter((word) => !taken.has(word))) {
      const answer = await app.server.inject({ method, url: addressOf(one) });
      expect([method, answer.statusCode]).toEqual([method, 405]);
      expect(answer.headers["allow"]).toBe(allowed.join(", "));
      expect(problem.parse(answer.json()).code).toBe("METHOD_NOT_ALLOWED");
    }
  });

  /** What stands at the path in the document; what can be read has a head, but for a stream. */
  function allowedAt(path: string): string[] {
    const own = Object.keys(document.paths[path] ?? {}).map((method) => method.toUpperCase());
    const hasHead = own.includes("GET") && !path.endsWith("/updates");
    return [...own, ...(hasHead ? ["HEAD"] : [])].toSorted();
  }
});

const ORDER = ["GET", "POST", "PUT", "DELETE"];
/** What belongs to a record is deleted before it. */
const place = ({ route: { method, path } }: Case) =>
  ORDER.indexOf(method) * 100 - path.split("/").length;

describe("an answer", () => {
  let answered = 0;
  test.each(ending.filter(({ route }) => route.access !== "public"))(
    "of $name to nobody is the 401 of the document",
    async (one) => {
      const answer = await send(one, { headers: { authorization: "" } });
      expect(answer.statusCode).toBe(401);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
      expect(documentedOf(one).operation.responses).toHaveProperty("401");
    },
  );

  test.each(ending.toSorted((a, b) => place(a) - place(b)))(
    "of $name has a status, a type and a shape of the document",
    async (one) => {
      const { responses } = documentedOf(one).operation;
      const answer = await send(one, bodyOf(one));
      expect(answer.statusCode, answer.body.slice(0, 300)).toBeLessThan(500);
      if (answer.statusCode < 300) answered += 1;
      const said = resolved(responses[String(answer.statusCode)]);
      expect(Object.keys(responses)).toContain(String(answer.statusCode));
      const type = String(answer.headers["content-type"] ?? "");
      const types = Object.entries(said.content ?? {});
      if (types.length === 0) return expect(answer.body).toBe("");
      const fitting = types.find(([one]) => one === "*/*" || type.startsWith(one));
      expect(fitting?.[0], `${type} is none of ${types.map(([one]) => one).join()}`).toBeDefined();
      if (type.includes("json") && fitting?.[1].schema !== undefined)
        expect(errorsOf(fitting[1].schema, answer.json())).toEqual([]);
      for (const [name, header] of Object.entries(said.headers ?? {}))
        if ("required" in header && header.required === true)
          expect(answer.headers, name).toHaveProperty(name.toLowerCase());
    },
  );

  test("of most samples is what they ask for, no refusal", () => {
    expect(answered / ending.length).toBeGreaterThan(0.8);
  });
});

type Response = Document["components"]["responses"][string];

function resolved(response: Operation["responses"][string] | undefined): Response {
  if (response === undefined) return { description: "nothing" };
  if (!("$ref" in response)) return response;
  const found = document.components.responses[response.$ref.split("/").at(-1) ?? ""];
  if (found === undefined) throw new Error(`${response.$ref} is nowhere`);
  return found;
}

/** Returns what of a value a documented schema refuses. */
function errorsOf(schema: unknown, value: unknown): unknown[] {
  const isProblem = typeof schema === "object" && schema !== null && "$ref" in schema;
  const shape = isProblem ? document.components.schemas["Problem"] : schema;
  const parsed = z.fromJSONSchema(shape as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value);
  return parsed.success ? [] : parsed.error.issues;
}
