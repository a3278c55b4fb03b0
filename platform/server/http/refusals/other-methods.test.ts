import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendProblem } from "../problems.ts";
import { refuseOtherMethods } from "./other-methods.ts";

const BOUND = [
  { url: "/share", methods: ["POST"] },
  { url: "/share/:id", methods: ["GET", "HEAD"] },
  { url: "/share/:id", methods: ["PUT"] },
  { url: "/share/search", methods: ["GET", "HEAD"] },
  { url: "/share/:id/*", methods: ["DELETE"] },
  { url: "/share/:id/trash", methods: ["GET", "HEAD"] },
  { url: "/share/:id/list*", methods: ["GET", "HEAD"] },
];

let server: FastifyInstance;
let read = 0;
beforeAll(async () => {
  server = fastify();
  server.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  server.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => {
    read += 1;
    done(null, body);
  });
  for (const { url, methods } of BOUND)
    server.route({ method: methods, url, exposeHeadRoute: false, handler: async () => url });
  refuseOtherMethods(server, BOUND);
  await server.ready();
});
afterAll(() => server?.close());

test.for([
  ["PUT", "/share", "POST"],
  ["GET", "/share", "POST"],
  ["OPTIONS", "/share", "POST"],
  ["DELETE", "/share/7", "GET, HEAD, PUT"],
  ["PATCH", "/share/7", "GET, HEAD, PUT"],
  ["TRACE", "/share/7", "GET, HEAD, PUT"],
  ["PUT", "/share/search", "GET, HEAD"],
  ["POST", "/share/7/trash", "GET, HEAD"],
  ["POST", "/share/7/list/a/b", "GET, HEAD"],
  ["GET", "/share/7/elsewhere", "DELETE"],
] as const)("%s %s is refused, with %s allowed", async ([method, url, allow]) => {
  read = 0;
  const headers = { "content-type": "text/plain" };
  const answer = await server.inject({ method: method as "PUT", url, headers, payload: "a body" });
  expect(answer.statusCode).toBe(405);
  expect(answer.headers["allow"]).toBe(allow);
  expect(answer.headers["content-type"]).toContain("application/problem+json");
  expect(answer.json()).toMatchObject({ status: 405, code: "METHOD_NOT_ALLOWED" });
  expect(read, "bodies read").toBe(0);
});

test.for([
  ["POST", "/share", "/share"],
  ["PUT", "/share/7", "/share/:id"],
  ["HEAD", "/share/search", ""],
  ["DELETE", "/share/7/trash", "/share/:id/*"],
  ["DELETE", "/share/7/list", "/share/:id/*"],
  ["DELETE", "/share/7/list/a/b", "/share/:id/*"],
  ["DELETE", "/share/7/trash/a", "/share/:id/*"],
] as const)("%s %s goes to %s", async ([method, url, taken]) => {
  const answer = await server.inject({ method, url });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe(taken);
});

test("what no pattern knows is not found", async () => {
  for (const method of ["GET", "PUT"] as const)
    expect((await server.inject({ method, url: "/elsewhere" })).statusCode).toBe(404);
});
