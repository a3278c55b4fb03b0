import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { id, idParams } from "#platform/contract/fields.ts";
import { problem } from "#platform/contract/problem.ts";
import { bytes, noContent, route } from "#platform/contract/route.ts";
import { runs } from "#platform/testing/properties.ts";
import { withClient } from "../database/migrate.ts";
import { serverModule } from "../server-module.ts";
import { AppError, notFound } from "./app-error.ts";

/** What holds for every route, whatever its handler does: tenant, token, right, shape, answer. */

const thing = z.object({ id, name: z.string(), notes: z.string().nullable() });
const contract = {
  getThing: route({
    method: "GET",
    path: "/thing/{id}",
    access: "QUERY_USER",
    summary: "One thing",
    params: idParams,
    query: z.strictObject({ size: z.coerce.number().int().min(1).max(9).default(3) }),
    answer: z.object({ ...thing.shape, size: z.int() }),
  }),
  createThing: route({
    method: "POST",
    path: "/thing",
    access: ["MANAGE_USER", "MANAGE_GROUP"],
    summary: "Make a thing",
    body: z.strictObject({
      name: z.string().min(1),
      parts: z.array(z.strictObject({ weight: z.number() })).default([]),
    }),
    answer: thing,
    status: 201,
  }),
  failThing: route({
    method: "POST",
    path: "/thing/fail",
    access: "loggedIn",
    summary: "Fail in a way",
    body: z.strictObject({ how: z.enum(["zod", "error", "refusal", "database", "leak"]) }),
    answer: thing,
  }),
  deleteThing: route({
    method: "DELETE",
    path: "/thing/{id}",
    access: "loggedIn",
    summary: "Away with it",
    params: idParams,
    answer: noContent,
  }),
  renameThing: route({
    method: "PUT",
    path: "/thing/{id}/name",
    access: "loggedIn",
    summary: "Another name, on the version that was seen",
    params: idParams,
    body: z.strictObject({ name: z.string(), version: z.int() }),
    answer: z.object({ name: z.string(), version: z.int() }),
  }),
  weighThing: route({
    method: "POST",
    path: "/thing/weight",
    access: "loggedIn",
    summary: "Looks only",
    unremembered: "NO_EFFECT",
    body: z.strictObject({ name: z.string() }),
    answer: z.object({ weight: z.int() }),
  }),
  readDeep: route({
    method: "GET",
    path: "/thing/{id}/file{path*}",
    access: "loggedIn",
    summary: "Something at a path",
    params: z.strictObject({ id, path: z.string() }),
    answer: z.object({ path: z.string() }),
  }),
  weighBytes: route({
    method: "PUT",
    path: "/thing/{id}/bytes",
    access: "loggedIn",
    summary: "Bytes with a limit",
    params: idParams,
    body: bytes(["application/octet-stream"], 1_000),
    answer: z.object({ size: z.int(), contentType: z.string() }),
  }),
  greet: route({
    method: "GET",
    path: "/greeting",
    access: "public",
    summary: "Without login",
    answer: z.object({ greeting: z.string() }),
  }),
};

let made: string[] = [];
let version = 1;
let isDeleted = false;
const probe = serverModule({
  name: "probe",
  about: "Proben",
  contract,
  handlers: () => ({
    async getThing({ params, query }) {
      return { id: params.id, name: "Ding", notes: null, size: query.size };
    },
    async createThing({ body, created, write }) {
      // As a handler does it that writes: the answer and the effect are of one transaction.
      return write(async () => {
        made.push(body.name);
        if (body.name === "verboten") throw new AppError("CONFLICT", { code: "NOT_THIS" });
        created(`/thing/${made.length}`);
        return { id: THING, name: body.name, notes: String(made.length) };
      });
    },
    async failThing({ body, read }) {
      if (body.how === "zod") thing.parse({ id: "nein" });
      if (body.how === "refusal")
        throw new AppError("UNPROCESSABLE", { code: "SO_NOT", detail: "So nicht." });
      if (body.how === "error") throw new Error("the password is Ofenrohr");
      if (body.how === "database") await read(() => Promise.reject(new Error("SELECT geheim")));
      return Object.assign({ id: THING, name: "Ding", notes: null }, { secret: "geheim" });
    },
    async deleteThing({ write, params }) {
      await write(async () => {
        made.push(`deleted ${params.id}`);
        if (isDeleted) throw notFound();
        isDeleted = true;
      });
    },
    async renameThing({ body, write }) {
      return write(async () => {
        made.push(body.name);
        if (body.version !== version) throw new AppError("STALE_VERSION");
        version += 1;
        return { name: body.name, version };
      });
    },
    async weighThing({ body }) {
      made.push(body.name);
      return { weight: made.length };
    },
    async readDeep({ params }) {
      return { path: params.path };
    },
    async weighBytes({ stream, contentType }) {
      let size = 0;
      for await (const chunk of stream) size += (chunk as Buffer).byteLength;
      return { size, contentType };
    },
    async greet() {
      return { greeting: "Grüß Gott" };
    },
  }),
});

const THING = "0192d3a0-0000-7000-8000-000000000001";
const params = { id: THING };

let app: TestApp;
let admin: TestUser;
let member: TestUser;
let reader: TestUser;
let foreign: TestUser;

beforeAll(async () => {
  app = await testApp({ modules: [probe] });
  const alpha = await app.tenant("alpha");
  admin = await app.user(alpha, { isAdmin: true });
  member = await app.user(alpha);
  reader = await app.user(alpha, { permissions: ["QUERY_USER"] });
  foreign = await app.user(await app.tenant("beta"), { isAdmin: true });
});
beforeEach(() => {
  [made, version, isDeleted] = [[], 1, false];
});
afterAll(() => app?.close());

/** A request as any program may send it. */
async function send(
  method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD" | "PATCH",
  url: string,
  { payload, headers = {} }: { payload?: string | Buffer; headers?: Record<string, string> } = {},
  as: TestUser | null = admin,
) {
  const authorization = as === null ? {} : { authorization: `Bearer ${as.token}` };
  const answer = await app.server.inject({
    method,
    url,
    headers: { ...authorization, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  const isProblem = answer.headers["content-type"]?.toString().includes("problem+json");
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    problem:
      isProblem === true && answer.body !== "" ? problem.parse(JSON.parse(answer.body)) : undefined,
  };
}
const json = { "content-type": "application/json" };
const post = (body: unknown, headers: Record<string, string> = {}, as = admin) =>
  send(
    "POST",
    "/alpha/api/thing",
    { payload: JSON.stringify(body), headers: { ...json, ...headers } },
    as,
  );

describe("who may call", () => {
  test("an unknown club is not found, whoever asks", async () => {
    for (const as of [admin, null])
      expect((await send("GET", `/gamma/api/thing/${THING}`, {}, as)).status).toBe(404);
    expect((await send("GET", "/public/gamma/greeting", {}, null)).status).toBe(404);
  });

  test("a suspended club is not found either, with and without login", async () => {
    const tenant = await app.tenant("ruhend");
    const user = await app.user(tenant, { isAdmin: true });
    const asked = () => send("GET", `/ruhend/api/thing/${THING}`, {}, user);
    expect((await asked()).status).toBe(200);
    await withClient(app.services.environment.databaseUrl ?? "", async (client) => {
      await client.query("SELECT set_config('app.tenant_id', $1, false)", [tenant.id]);
      await client.query("UPDATE tenant SET state = 'SUSPENDED' WHERE tenant_id = $1", [tenant.id]);
    });
    await expect.poll(async () => (await asked()).status).toBe(404);
    expect((await send("GET", "/public/ruhend/greeting", {}, null)).status).toBe(404);
  });

  test.each(["", "Bearer", "Bearer  x", "Basic YTpi", "Bearer test.nothing", "Bearer a b"])(
    "%j is no token: 401, which says how to log in",
    async (authorization) => {
      const url = `/alpha/api/thing/${THING}`;
      const { status, headers } = await send("GET", url, { headers: { authorization } }, null);
      expect([status, headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    },
  );

  test("a token of another club opens nothing here", async () => {
    const answer = await app.call(contract.getThing, { params }, foreign, admin.tenant);
    expect(answer.status).toBe(401);
  });

  test("the route's right is asked for before anything else is looked at", async () => {
    const broken = { params: { id: "keine-id" }, query: {} };
    expect((await app.call(contract.getThing, broken, member)).status).toBe(403);
    expect((await app.call(contract.getThing, broken, reader)).status).toBe(400);
  });

  test("of a list of rights one is enough", async () => {
    const groups = await app.user(admin.tenant, { permissions: ["MANAGE_GROUP"] });
    const body = { name: "Ding" };
    expect((await app.call(contract.createThing, { body }, groups)).status).toBe(201);
    expect((await app.call(contract.createThing, { body }, reader)).status).toBe(403);
    expect(made).toEqual(["Ding"]);
  });

  test("a public route needs no token and takes no notice of one", async () => {
    for (const as of [null, foreign]) {
      const { status, text } = await send("GET", "/public/alpha/greeting", {}, as);
      expect([status, JSON.parse(text)]).toEqual([200, { greeting: "Grüß Gott" }]);
    }
    expect((await send("GET", "/alpha/api/greeting")).status).toBe(404);
  });
});

describe("what is asked", () => {
  test("parameters are parsed, with their defaults", async () => {
    const get = async (query: object) => app.call(contract.getThing, { params, query }, admin);
    expect((await get({})).body.size).toBe(3);
    expect((await get({ size: 7 })).body.size).toBe(7);
  });

  test.each([
    ["a value out of its range", `/alpha/api/thing/${THING}?size=10`, "size"],
    ["no number", `/alpha/api/thing/${THING}?size=viele`, "size"],
    ["an unknown parameter", `/alpha/api/thing/${THING}?sise=3`, "sise"],
    ["a parameter of a route that takes none", "/public/alpha/greeting?in=Englisch", "in"],
    ["no id", "/alpha/api/thing/17", "id"],
  ])("%s is refused at its place", async (_what, url, path) => {
    const answer = await send("GET", url);
    expect(answer.status).toBe(400);
    expect(answer.problem?.errors.map((error) => error.path)).toEqual([path]);
  });

  test("fields too many are refused with their path, at any depth, and nothing is done", async () => {
    const answer = await post({ name: "Ding", id: THING, parts: [{ weight: 1, color: "rot" }] });
    expect(answer.problem).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    expect(answer.problem?.errors).toMatchObject([
      { path: "parts.0.color", code: "UNKNOWN_FIELD" },
      { path: "id", code: "UNKNOWN_FIELD" },
    ]);
    expect(made).toEqual([]);
  });

  test("whatever a body is, the answer is a problem or the thing made, never a fault of ours", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (body) => {
        const { status } = await post(body);
        expect([201, 400, 409]).toContain(status);
      }),
      runs(60),
    );
  });

  test.each(["{", "nein", '{"name":"a"', '{"name":"a","__proto__":{"x":1}}', "\u0000"])(
    "%j is no JSON: 400 and a German sentence",
    async (payload) => {
      const answer = await send("POST", "/alpha/api/thing", { payload, headers: json });
      expect(answer.problem).toMatchObject({
        status: 400,
        detail: "Die Anfrage ist kein gültiges JSON.",
      });
      expect(made).toEqual([]);
    },
  );

  test("a body where none is taken is refused, an empty one is none", async () => {
    const url = `/alpha/api/thing/${THING}`;
    const remove = (payload: string) => send("DELETE", url, { payload, headers: json });
    expect((await remove('{"really":true}')).status).toBe(400);
    for (const nothing of ["", "{}"]) {
      expect((await remove(nothing)).status).toBe(204);
      isDeleted = false;
    }
  });

  test("JSON of more than a megabyte is too large, another type is not understood", async () => {
    const large = JSON.stringify({ name: "x".repeat(1_100_000) });
    expect((await send("POST", "/alpha/api/thing", { payload: large, headers: json })).status).toBe(
      413,
    );
    const headers = { "content-type": "text/xml" };
    const xml = await send("POST", "/alpha/api/thing", { payload: "<name/>", headers });
    expect(xml.status).toBe(415);
  });

  test("methods that a path does not have are refused, to whomever and whatever the body", async () => {
    for (const method of ["PUT", "PATCH"] as const) {
      for (const as of [admin, null]) {
        const sent = { payload: "{ broken", headers: json };
        const answer = await send(method, `/alpha/api/thing/${THING}`, sent, as);
        expect(answer.status).toBe(405);
        expect(answer.headers["allow"]).toBe("DELETE, GET, HEAD");
        expect(answer.problem?.code).toBe("METHOD_NOT_ALLOWED");
      }
    }
  });

  test("a path of any depth arrives with its first slash, however it is written", async () => {
    const name = fc
      .string({ minLength: 1, maxLength: 20 })
      .filter((text) => !/^\.{1,2}$/.test(text));
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 4 }), async (names) => {
        fc.pre(names.every((one) => !/[/\\]/.test(one) && one.isWellFormed()));
        const path = names.map(encodeURIComponent).join("/");
        const { text } = await send("GET", `/alpha/api/thing/${THING}/file/${path}`);
        expect(JSON.parse(text)).toEqual({ path: `/${names.join("/")}` });
      }),
      runs(40),
    );
  });
});

describe("bytes", () => {
  const url = `/alpha/api/thing/${THING}/bytes`;
  const put = (size: number, type = "application/octet-stream") =>
    send("PUT", url, { payload: Buffer.alloc(size), headers: { "content-type": type } });

  test("arrive whole up to the route's limit, and not a byte beyond it", async () => {
    expect(JSON.parse((await put(1_000)).text)).toMatchObject({ size: 1_000 });
    expect((await put(1_001)).status).toBe(413);
  });

  test("are counted, not believed: a length that is not told ends at the limit as well", async () => {
    const server = await app.server.listen({ port: 0, host: "127.0.0.1" });
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(300)),
    });
    const answer = await fetch(`${server}${url}`, {
      method: "PUT",
      headers: {
        authorization: `Bearer ${admin.token}`,
        "content-type": "application/octet-stream",
      },
      body: endless,
      duplex: "half",
    } as RequestInit).catch(() => undefined);
    // The answer comes while the body is on its way; a client that sends on may miss it.
    if (answer !== undefined) expect(answer.status).toBe(413);
    expect((await put(10)).status).toBe(200);
  });

  test("keep the type that was sent, without its parameters, also that of JSON", async () => {
    const { text } = await put(3, "Application/JSON; charset=utf-8");
    expect(JSON.parse(text)).toEqual({ size: 3, contentType: "application/json" });
  });
});

describe("what is answered", () => {
  test("nothing that the contract does not name: here an error, elsewhere left out", async () => {
    const leak = await app.call(contract.failThing, { body: { how: "leak" } }, member);
    expect(leak.status).toBe(500);
    expect(JSON.stringify(leak.body)).not.toContain("geheim");
  });

  test("no answer is kept by anybody on its way, and each has its own number", async () => {
    const answers = [
      await send("GET", `/alpha/api/thing/${THING}`),
      await send("GET", `/alpha/api/thing/${THING}`),
      await send("GET", "/alpha/api/thing/17"),
      await send("GET", `/alpha/api/thing/${THING}`, {}, null),
    ];
    for (const { headers } of answers) expect(headers["cache-control"]).toBe("no-store");
    const numbers = answers.map(({ headers }) => headers["x-request-id"]);
    expect(new Set(numbers).size).toBe(answers.length);
    expect(answers[2]?.problem?.requestId).toBe(numbers[2]);
  });

  test("HEAD is GET without the content", async () => {
    const url = `/alpha/api/thing/${THING}`;
    const [full, head] = [await send("GET", url), await send("HEAD", url)];
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(head.headers["content-type"]).toBe(full.headers["content-type"]);
    expect((await send("HEAD", url, {}, null)).status).toBe(401);
  });

  test("what was made says where it is; a refusal says nothing of the kind", async () => {
    const created = await post({ name: "Ding" });
    expect([created.status, created.headers["location"]]).toEqual([201, "/alpha/api/thing/1"]);
    const refused = await post({ name: "verboten" });
    expect([refused.status, refused.problem?.code]).toEqual([409, "NOT_THIS"]);
    expect(refused.headers).not.toHaveProperty("location");
  });
});

describe("what goes wrong", () => {
  const fail = (how: "zod" | "error" | "refusal" | "database") =>
    app.call(contract.failThing, { body: { how } }, member);

  test("a refusal of the handler is answered as it is", async () => {
    expect((await fail("refusal")).body).toMatchObject({
      status: 422,
      code: "SO_NOT",
      detail: "So nicht.",
      errors: [],
    });
  });

  test.each(["error", "database"] as const)(
    "what nobody foresaw (%s) says nothing but its number",
    async (how) => {
      const { status, body } = await fail(how);
      expect(status).toBe(500);
      expect(body).toMatchObject({
        code: "INTERNAL",
        detail: "Interner Serverfehler.",
        errors: [],
      });
      expect(JSON.stringify(body)).not.toMatch(/Ofenrohr|geheim/);
    },
  );

  test("a shape that fails within the handler is our fault, not the caller's", async () => {
    const { status, body } = await fail("zod");
    expect(status).toBe(500);
    expect(body).toMatchObject({ code: "INTERNAL", errors: [] });
  });

  test("the server goes on after each of them", async () => {
    for (const how of ["zod", "error", "database", "refusal"] as const) await fail(how);
    expect((await app.call(contract.getThing, { params }, reader)).status).toBe(200);
  });
});

describe("a request that is sent again with its key", () => {
  const key = (value: string) => ({ "idempotency-key": value });

  test("is answered as the first time, with one effect", async () => {
    const first = await post({ name: "einmal" }, key("k-1"));
    const again = await post({ name: "einmal" }, key("k-1"));
    expect(made).toEqual(["einmal"]);
    expect([again.status, again.text, again.headers["location"]]).toEqual([
      first.status,
      first.text,
      first.headers["location"],
    ]);
  });

  test("is no conflict with itself, whatever version it stood on", async () => {
    const rename = (name: string, given: string) =>
      send("PUT", `/alpha/api/thing/${THING}/name`, {
        payload: JSON.stringify({ name, version: 1 }),
        headers: { ...json, ...key(given) },
      });
    const first = await rename("neu", "put-1");
    const again = await rename("neu", "put-1");
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect(made).toEqual(["neu"]);
    expect((await rename("anders", "put-1")).problem?.code).toBe("IDEMPOTENCY_KEY_REUSED");
    expect((await rename("anders", "put-2")).problem?.code).toBe("STALE_VERSION");
  });

  test("deletes once and answers as if it had just been", async () => {
    const remove = (headers = {}) => send("DELETE", `/alpha/api/thing/${THING}`, { headers });
    for (let round = 0; round < 2; round++)
      expect((await remove(key("delete-1"))).status).toBe(204);
    expect(made).toHaveLength(1);
    expect((await remove()).status).toBe(404);
  });

  test("is done again where it has no effect, and nothing of it is kept", async () => {
    const weigh = () =>
      send("POST", "/alpha/api/thing/weight", {
        payload: JSON.stringify({ name: "Ding" }),
        headers: { ...json, ...key("weigh-1") },
      });
    expect([(await weigh()).text, (await weigh()).text]).toEqual(['{"weight":1}', '{"weight":2}']);
    expect((await send("GET", "/alpha/api/answer/weigh-1")).status).toBe(404);
  });

  test("keeps nothing that its answer would not show", async () => {
    const inSecret = { body: { how: "leak" as const }, headers: key("leak-1") };
    expect((await app.call(contract.failThing, inSecret, admin)).status).toBe(500);
    expect((await send("GET", "/alpha/api/answer/leak-1")).status).toBe(404);
  });

  test("has one effect also where all tries come at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => post({ name: "zugleich" }, key("k-2"))),
    );
    expect(made).toEqual(["zugleich"]);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  test("may not be another request: 422", async () => {
    await post({ name: "dies" }, key("k-3"));
    const other = await post({ name: "das" }, key("k-3"));
    expect(other.problem).toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED" });
    expect(made).toEqual(["dies"]);
  });

  test("is each person's own, and each club's", async () => {
    const office = await app.user(admin.tenant, { permissions: ["MANAGE_USER"] });
    await post({ name: "meins" }, key("k-4"));
    await post({ name: "meins" }, key("k-4"), office);
    const headers = { ...json, ...key("k-4") };
    const payload = JSON.stringify({ name: "meins" });
    await send("POST", "/beta/api/thing", { payload, headers }, foreign);
    expect(made).toHaveLength(3);
  });

  test("is tried anew where the first try was refused", async () => {
    await post({ name: "verboten" }, key("k-5"));
    await post({ name: "verboten" }, key("k-5"));
    expect(made).toHaveLength(2);
  });

  test.each(["", "mit Leerzeichen", "x".repeat(201), "ü"])("%j is no key: 400", async (value) => {
    const answer = await post({ name: "Ding" }, key(value));
    expect(answer.status).toBe(400);
    expect(made).toEqual([]);
  });
});
