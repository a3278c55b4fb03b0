import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { bytes, noContent, type Route, route } from "#platform/contract/route.ts";
import { AppError } from "../app-error.ts";
import { JsonText } from "../implement.ts";
import { sendProblem } from "../problems.ts";
import { answersOf } from "./send-answer.ts";

const person = z.object({ id: z.int(), name: z.string() });
const getPerson = route({
  method: "GET",
  path: "/person",
  access: "loggedIn",
  summary: "A person",
  answer: person,
});
const anna = { id: 1, name: "Anna" };
const row = { ...anna, passwordHash: "geheim" };

let server: FastifyInstance;
let logged: string[];
afterEach(() => server?.close());

/** Asks a server whose only route returns `result`. */
async function ask(
  definition: Route,
  result: unknown,
  { strict = false, method = "GET" as "GET" | "HEAD", created = false } = {},
) {
  logged = [];
  const stream = { write: (line: string) => void logged.push(line) };
  server = Fastify({ logger: { level: "error", stream } });
  server.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  const answers = answersOf(definition, { strict });
  server.route({
    method: ["GET", "HEAD"],
    url: "/",
    handler: async (_request, reply) => {
      if (created) void reply.status(201).header("location", "/person/1");
      return answers.send(result, reply);
    },
  });
  return server.inject({ method, url: "/" });
}

describe("in production", () => {
  test("a field that the contract does not name is left out", async () => {
    const answer = await ask(getPerson, row);
    expect(answer.json()).toEqual(anna);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  test("an answer of another kind than the contract's is a logged 500 that says nothing", async () => {
    const broken = { id: 1, name: { first: "Anna", iban: "DE89" } };
    const answer = await ask(getPerson, broken, { created: true });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ code: "INTERNAL", status: 500 });
    expect(answer.body).not.toContain("Anna");
    expect(answer.headers["location"]).toBeUndefined();
    expect(logged.join("")).toContain('contract says at \\".name\\"');
    expect(logged.join("")).not.toContain("DE89");
  });

  test("a handler that returns nothing where a record belongs is a 500", async () => {
    expect((await ask(getPerson, undefined)).statusCode).toBe(500);
  });

  test("the route's own status counts", async () => {
    expect((await ask({ ...getPerson, status: 202 }, row)).statusCode).toBe(202);
    expect((await ask(getPerson, row, { created: true })).statusCode).toBe(201);
  });

  test("a record that a refusal carries is shown as the answer would be", () => {
    const refusal = new AppError("STALE_VERSION", { current: row, detail: "Zu spät." });
    const shown = refusal.showing(answersOf(getPerson, { strict: false }).shown);
    expect(shown).toMatchObject({ status: 412, detail: "Zu spät.", current: anna });
    expect(shown.current).toEqual(anna);
  });

  test("a refusal of a route without a record carries none", () => {
    const refusal = new AppError("STALE_VERSION", { current: row });
    const deletePerson: Route = { ...getPerson, answer: noContent };
    expect(refusal.showing(answersOf(deletePerson, { strict: false }).shown).current).toBe(
      undefined,
    );
  });
});

describe("in development and tests", () => {
  test.each<[string, unknown]>([
    ["a field too many", row],
    ["a field too few", { id: 1 }],
    ["a field of another kind", { id: "1", name: "Anna" }],
    ["null where there must be something", { id: 1, name: null }],
  ])("%s is an error", async (_what, result) => {
    expect((await ask(getPerson, result, { strict: true })).statusCode).toBe(500);
  });

  test("what the contract names goes out", async () => {
    expect((await ask(getPerson, anna, { strict: true })).json()).toEqual(anna);
  });
});

describe("text that is ready", () => {
  const listPeople: Route = { ...getPerson, answer: z.array(person), preserialized: true };
  const pieces = ["[", JSON.stringify(anna), ",", JSON.stringify({ ...anna, id: 2 }), "]"];

  test("goes out as it is", async () => {
    const answer = await ask(listPeople, new JsonText(pieces));
    expect(answer.json()).toEqual([anna, { ...anna, id: 2 }]);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  test("is not made for HEAD", async () => {
    const untouched: Iterable<string> = {
      [Symbol.iterator]: () => {
        throw new Error("made for nobody");
      },
    };
    const answer = await ask(listPeople, new JsonText(untouched), { method: "HEAD" });
    expect([answer.statusCode, answer.body]).toEqual([200, ""]);
  });

  test("is compared with the contract in development and tests", async () => {
    const strict = { strict: true };
    expect((await ask(listPeople, new JsonText(pieces), strict)).statusCode).toBe(200);
    const more = new JsonText([`[${JSON.stringify(row)}]`]);
    expect((await ask(listPeople, more, strict)).statusCode).toBe(500);
  });
});

test("bytes go out with their headers, and not at all for HEAD", async () => {
  const picture: Route = { ...getPerson, answer: bytes(["image/png"]) };
  const content = Buffer.from("png");
  const result = { content, contentType: "image/png", headers: { etag: '"1"' } };
  const answer = await ask(picture, result);
  expect([answer.body, answer.headers["etag"]]).toEqual(["png", '"1"']);
  expect((await ask(picture, result, { method: "HEAD" })).body).toBe("");
});
