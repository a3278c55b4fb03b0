import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problem } from "#platform/contract/problem.ts";
import { readEnvironment } from "../../environment.ts";
import { createHttpServer } from "../http.ts";

let server: FastifyInstance;
const lines: string[] = [];

beforeAll(async () => {
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  server = await createHttpServer(readEnvironment({ NODE_ENV: "test" }), log);
  server.get("/here", async () => ({ isHere: true }));
  await server.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => server?.close());

function open(): { socket: Socket; answer: Promise<string> } {
  const socket = connect((server.server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => (text += part));
  return { socket, answer: once(socket, "close").then(() => text) };
}

/** Sends bytes as they stand: clients would refuse to. */
function raw(bytes: string): Promise<string> {
  const { socket, answer } = open();
  socket.write(bytes);
  return answer;
}

function expectProblem(answer: string, status: number, code: string): void {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toMatch(/^content-type: application\/problem\+json/im);
  expect(head).toMatch(/^connection: close$/im);
  const requestId = /^x-request-id: (\S+)$/im.exec(head)?.[1];
  expect(problem.parse(JSON.parse(body))).toMatchObject({ status, code, requestId });
  expect(Number(/^content-length: (\d+)$/im.exec(head)?.[1])).toBe(Buffer.byteLength(body));
}

describe("what the parser refuses is a problem document", () => {
  test.for([
    ["headers", `GET /here HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(70_000)}\r\n\r\n`],
    ["many headers", `GET /here HTTP/1.1\r\nHost: a\r\n${"X-More: yes\r\n".repeat(7_000)}\r\n`],
    ["an address", `GET /here?q=${"x".repeat(70_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ])("%s too long", async ([, bytes = ""]) => {
    expectProblem(await raw(bytes), 431, "HEADERS_TOO_LARGE");
  });

  test.for([
    ["no HTTP", "Guten Tag\r\n\r\n"],
    ["an unknown method", "HOLE /here HTTP/1.1\r\nHost: a\r\n\r\n"],
    [
      "two lengths",
      "POST /here HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    ],
    [
      "length and chunks",
      "POST /here HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    ],
    ["a header with a line break", "GET /here HTTP/1.1\r\nHost: a\r\nX-A: b\rc\r\n\r\n"],
  ])("%s", async ([, bytes = ""]) => {
    expectProblem(await raw(bytes), 400, "BAD_REQUEST");
  });

  test("a request that does not come to its end", async () => {
    const connected = once(server.server, "connection");
    const { socket, answer } = open();
    const [accepted] = (await connected) as [Socket];
    socket.write("GET /here HTTP/1.1\r\n");
    const error = Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    server.server.emit("clientError", error, accepted);
    expectProblem(await answer, 408, "REQUEST_TIMEOUT");
  });
});

test("nothing of the request stands in the log", async () => {
  lines.length = 0;
  await raw("GET /here?name=Ofenrohr HTTP/9.9\r\nX-Geheim: ja\r\n\r\n");
  expect(lines.join("")).toContain("unreadable request");
  expect(lines.join("")).not.toMatch(/Ofenrohr|Geheim/);
});

test("a client that goes on sending is cut off", async () => {
  const { socket, answer } = open();
  socket.write("Guten Tag\r\n\r\n");
  const more = setInterval(() => socket.write("x".repeat(1_000)), 20);
  try {
    expectProblem(await answer, 400, "BAD_REQUEST");
  } finally {
    clearInterval(more);
  }
});
