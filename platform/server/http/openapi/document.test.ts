import { describe, expect, test } from "vitest";
import { z } from "zod";
import { filePart, idParams, queryFlag, queryNumber, version } from "#platform/contract/fields.ts";
import { bytes, eventStream, noContent, route } from "#platform/contract/route.ts";
import { ofClub, openApiDocument } from "./document.ts";
import { openApi31, type Operation } from "./testing.ts";

const thing = z.object({ name: z.string(), version });
const contract = {
  getThing: route({
    method: "GET",
    path: "/thing/{id}",
    access: "QUERY_USER",
    summary: "One thing",
    params: idParams,
    query: z.strictObject({
      size: queryNumber(1, 9).default(3),
      year: queryNumber(1900, 2200),
      flag: queryFlag().default(false),
      word: z.string().optional(),
    }),
    answer: thing,
  }),
  createThing: route({
    method: "POST",
    path: "/thing",
    access: ["MANAGE_USER", "MANAGE_GROUP"],
    summary: "Make a thing",
    body: z.strictObject({ name: z.string() }),
    answer: thing,
    status: 201,
  }),
  updateThing: route({
    method: "PUT",
    path: "/thing/{id}",
    access: "loggedIn",
    summary: "Change a thing",
    params: idParams,
    body: z.strictObject({ name: z.string(), version }),
    answer: thing,
  }),
  remindOfThing: route({
    method: "POST",
    path: "/thing/{id}/remind",
    access: "loggedIn",
    summary: "All fields have a default",
    params: idParams,
    body: z.strictObject({ loud: z.boolean().default(false) }),
    answer: noContent,
  }),
  answerThing: route({
    method: "POST",
    path: "/thing/{id}/answer",
    access: "public",
    summary: "A body if one likes",
    params: idParams,
    body: z.strictObject({ comment: z.string() }),
    bodyOptional: true,
    answer: noContent,
  }),
  uploadThing: route({
    method: "POST",
    path: "/thing/{id}/file{path*}",
    access: "loggedIn",
    summary: "Bytes, or JSON of a step",
    params: z.strictObject({ ...idParams.shape, path: z.string() }),
    headers: { "X-File-Name": "Its name" },
    body: bytes(["application/octet-stream", "application/json"], 1_000, {
      shapes: { "application/json": z.strictObject({ size: z.int().min(0) }) },
      mayBeEmpty: true,
    }),
    answer: thing,
    alsoCreates: true,
  }),
  sendForm: route({
    method: "POST",
    path: "/thing/form",
    access: "loggedIn",
    summary: "A form",
    body: bytes(["multipart/form-data", "text/plain"], 1_000, {
      shapes: {
        "multipart/form-data": z.strictObject({
          request: z.strictObject({ subject: z.string() }),
          files: z.array(filePart).max(3).optional(),
        }),
      },
    }),
    answer: thing,
    status: 202,
  }),
  getFile: route({
    method: "GET",
    path: "/thing/{id}/file{path*}",
    access: "loggedIn",
    summary: "Bytes",
    params: z.strictObject({ ...idParams.shape, path: z.string() }),
    answer: bytes(["image/webp"], undefined, { revalidated: true, ranges: true }),
  }),
  listen: route({
    method: "GET",
    path: "/updates",
    access: "loggedIn",
    summary: "A stream",
    query: z
      .object({ kind: z.string() })
      .catchall(z.unknown())
      .meta({ patternProperties: { "^cf\\.": { type: "string" } }, additionalProperties: false }),
    answer: eventStream,
  }),
};

const shared = openApiDocument([{ name: "things", about: "Dinge aller Art", contract }]);
const document = openApi31.parse(ofClub(shared, { name: "demo", url: "https://demo.example.org" }));

function operationOf(name: keyof typeof contract): Operation {
  const all = Object.values(document.paths).flatMap((path) => Object.values(path));
  const found = all.find(({ operationId }) => operationId === name);
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
}
const parameter = (name: keyof typeof contract, of: string) =>
  operationOf(name).parameters.find((one) => one.name === of);
const bodyOf = (name: keyof typeof contract) => operationOf(name).requestBody;

describe("for one club", () => {
  test("address and paths are the club's own, without a parameter for it", () => {
    expect(document.servers).toEqual([{ url: "https://demo.example.org" }]);
    expect(Object.keys(document.paths)).toEqual([
      "/demo/api/thing/{id}",
      "/demo/api/thing",
      "/demo/api/thing/{id}/remind",
      "/public/demo/thing/{id}/answer",
      "/demo/api/thing/{id}/file{path}",
      "/demo/api/thing/form",
      "/demo/api/updates",
    ]);
    expect(JSON.stringify(document)).not.toContain("{tenant}");
  });

  test("another club's document shares nothing of it", () => {
    const other = JSON.stringify(ofClub(shared, { name: "nord", url: "https://nord.example.org" }));
    expect(other).toContain("/nord/api/thing");
    expect(other).not.toContain("demo");
  });

  test("calls are grouped by module, with a German sentence", () => {
    expect(document.tags).toEqual([{ name: "things", description: "Dinge aller Art" }]);
    expect(operationOf("getThing").tags).toEqual(["things"]);
  });

  test("who may call is said, and that public calls need no token", () => {
    expect(operationOf("createThing")["x-access"]).toEqual(["MANAGE_USER", "MANAGE_GROUP"]);
    expect(operationOf("createThing").security).toEqual([{ bearer: [] }]);
    expect(operationOf("answerThing").security).toEqual([]);
  });
});

describe("parameters", () => {
  test("numbers and truth values of an address are shown as such", () => {
    expect(parameter("getThing", "size")?.schema).toMatchObject({
      type: "integer",
      minimum: 1,
      maximum: 9,
      default: 3,
    });
    expect(parameter("getThing", "year")?.schema).toEqual({
      type: "integer",
      minimum: 1900,
      maximum: 2200,
    });
    expect(parameter("getThing", "flag")?.schema).toEqual({ type: "boolean", default: false });
  });

  test("texts of an address are without control characters", () => {
    const schema = parameter("getThing", "word")?.schema;
    const { pattern } = z.object({ pattern: z.string() }).parse(schema);
    const word = new RegExp(pattern, "u");
    for (const good of ["", "Jörg Größe", "👩‍🦰", "a\u0080"]) expect(word.test(good)).toBe(true);
    for (const bad of ["\0", "a\nb", "\u001f", "\u007f"]) expect(word.test(bad)).toBe(false);
    expect(parameter("getThing", "id")?.schema).toMatchObject({ format: "uuid" });
  });

  test("texts of a body may have lines, and no NUL", () => {
    const schema = bodyOf("createThing")?.content["application/json"]?.schema;
    const shape = z.object({ properties: z.object({ name: z.object({ pattern: z.string() }) }) });
    const name = new RegExp(shape.parse(schema).properties.name.pattern, "u");
    expect(name.test("two\nlines")).toBe(true);
    expect(name.test("a\0b")).toBe(false);
  });

  test("what has a default may be left out, what has none may not", () => {
    const required = operationOf("getThing").parameters.filter((one) => one.required);
    expect(required.map(({ name }) => name)).toEqual(["id", "year"]);
  });

  test("names that follow a pattern stand beside the others", () => {
    expect(operationOf("listen").parameters).toMatchObject([
      { name: "kind", required: true },
      { in: "query", style: "form", explode: true, schema: { additionalProperties: false } },
    ]);
  });

  test("headers: the key of writes, the contract's own, and those of bytes", () => {
    const headers = (name: keyof typeof contract) =>
      operationOf(name).parameters.flatMap((one) => (one.in === "header" ? [one.name] : []));
    expect(headers("getThing")).toEqual([]);
    expect(headers("uploadThing")).toEqual(["Idempotency-Key", "X-File-Name"]);
    expect(headers("getFile")).toEqual(["If-None-Match", "Range"]);
  });
});

describe("bodies", () => {
  test.each([
    ["createThing", true],
    ["updateThing", true],
    ["remindOfThing", false],
    ["answerThing", false],
    ["uploadThing", false],
    ["sendForm", true],
  ] as const)("of %s are required: %s", (name, required) => {
    expect(bodyOf(name)?.required).toBe(required);
  });

  test("there is none where none is taken", () => {
    expect(bodyOf("getThing")).toBeUndefined();
  });

  test("bytes have the shape of their type", () => {
    expect(bodyOf("uploadThing")?.content).toEqual({
      "application/octet-stream": { schema: { type: "string", format: "binary" } },
      "application/json": {
        schema: expect.objectContaining({ required: ["size"], additionalProperties: false }),
      },
    });
  });

  test("a form has its parts: JSON as an object, files as bytes", () => {
    expect(bodyOf("sendForm")?.content["multipart/form-data"]?.schema).toMatchObject({
      type: "object",
      required: ["request"],
      properties: {
        request: { type: "object", properties: { subject: { type: "string" } } },
        files: { type: "array", maxItems: 3, items: { type: "string", format: "binary" } },
      },
    });
    expect(bodyOf("sendForm")?.content["text/plain"]?.schema).toEqual({ type: "string" });
  });
});

describe("answers", () => {
  const statuses = (name: keyof typeof contract) => Object.keys(operationOf(name).responses);
  test.each([
    ["getThing", ["200", "400", "401", "403", "404", "422", "429", "431", "503"]],
    ["listen", ["200", "400", "401", "403", "404", "422", "429", "431", "503"]],
    ["getFile", ["200", "206", "304", "400", "401", "403", "404", "416", "429", "431", "503"]],
    [
      "createThing",
      ["201", "400", "401", "403", "404", "409", "413", "415", "422", "429", "431", "503", "507"],
    ],
  ] as const)("of %s", (name, expected) => {
    expect(statuses(name)).toEqual([...expected, "default"]);
  });

  test("a stale version is one where a version is sent", () => {
    expect(statuses("updateThing")).toContain("412");
    expect(statuses("createThing")).not.toContain("412");
  });

  test("a call that may make a record says both", () => {
    expect(statuses("uploadThing").slice(0, 2)).toEqual(["200", "201"]);
    expect(statuses("remindOfThing")[0]).toBe("204");
    expect(statuses("sendForm")[0]).toBe("202");
  });

  test("nobody is asked to log in where no token is needed", () => {
    expect(statuses("answerThing")).not.toContain("401");
  });

  test("a new record's place is in the head", () => {
    expect(operationOf("createThing").responses["201"]).toMatchObject({
      headers: { Location: { required: true } },
    });
  });

  test("refusals are problem documents with the headers that belong to them", () => {
    const { responses } = document.components;
    for (const refusal of Object.values(responses)) {
      expect(Object.keys(refusal.content ?? {})).toEqual(["application/problem+json"]);
      expect(Object.keys(refusal.headers ?? {})).toContain("X-Request-Id");
    }
    expect(responses["TooManyRequests"]?.headers).toHaveProperty("Retry-After");
    expect(responses["ServiceUnavailable"]?.headers).toHaveProperty("Retry-After");
    expect(responses["Unauthorized"]?.headers).toHaveProperty("WWW-Authenticate");
    expect(responses["MethodNotAllowed"]?.headers).toHaveProperty("Allow");
  });

  test("parts of bytes name their place, unchanged bytes their tag", () => {
    const { responses } = operationOf("getFile");
    expect(responses["206"]).toMatchObject({
      headers: { "Content-Range": {} },
      content: { "image/webp": {} },
    });
    expect(responses["304"]).toMatchObject({ headers: { ETag: {} } });
    expect(responses["304"]).not.toHaveProperty("content");
  });
});
