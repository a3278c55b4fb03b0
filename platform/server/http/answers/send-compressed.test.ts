import { Readable } from "node:stream";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { sendProblem } from "../problems.ts";
import { sendCompressed } from "./send-compressed.ts";

const LONG = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, name: `Anna ${id}` })));

async function ask(content: () => string | Readable | undefined, accepted?: string) {
  const server = Fastify();
  server.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  server.get("/", async (_request, reply) =>
    sendCompressed(content(), reply.type("application/json; charset=utf-8")),
  );
  const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
  try {
    return await server.inject({ url: "/", headers });
  } finally {
    await server.close();
  }
}

const pieces = () => Readable.from([LONG.slice(0, 100), LONG.slice(100)], { objectMode: false });

test.each([
  ["gzip, deflate, br, zstd", "zstd"],
  ["gzip, br, zstd;q=0", "br"],
  ["BR;q=0.5", "br"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["deflate, gzip", "gzip"],
] as const)("whoever accepts %s gets %s, whole or as a stream", async (accepted, encoding) => {
  const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }[encoding];
  for (const content of [() => LONG, pieces]) {
    const answer = await ask(content, accepted);
    expect(answer.headers).toMatchObject({ "content-encoding": encoding, vary: "Accept-Encoding" });
    expect(unpack(answer.rawPayload).toString()).toBe(LONG);
    expect(answer.rawPayload.length).toBeLessThan(LONG.length / 4);
  }
});

test.each([undefined, "identity", "br;q=0, gzip;q=0.000", "deflate", "brotli"])(
  "whoever accepts %s gets it as it is",
  async (accepted) => {
    for (const content of [() => LONG, pieces]) {
      const answer = await ask(content, accepted);
      expect(answer.headers["content-encoding"]).toBeUndefined();
      expect(answer.headers.vary).toBe("Accept-Encoding");
      expect(answer.body).toBe(LONG);
    }
  },
);

test("what is short stays as it is", async () => {
  const answer = await ask(() => '{"id":1}', "br");
  expect(answer.headers["content-encoding"]).toBeUndefined();
  expect(answer.json()).toEqual({ id: 1 });
});

test("a stream that fails before its first piece is a problem, not a compressed one", async () => {
  const answer = await ask(
    () =>
      new Readable({
        read() {
          this.destroy(new Error("the table is gone"));
        },
      }),
    "br",
  );
  expect(answer.statusCode).toBe(500);
  expect(answer.headers["content-encoding"]).toBeUndefined();
  expect(answer.json()).toMatchObject({ code: "INTERNAL" });
});
