import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import fc from "fast-check";
import type { FastifyRequest } from "fastify";
import { describe, expect, test } from "vitest";
import { AppError } from "./app-error.ts";
import { type FilePart, readForm } from "./read-form.ts";

const BOUNDARY = "----form";
const END = `--${BOUNDARY}--\r\n`;
const LIMITS = { files: 5, fileSize: 100_000, fields: 5, fieldSize: 100 };

function field(name: string, value: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

function file(name: string, content: string): string {
  const disposition = `form-data; name="files"; filename="${name}"`;
  return `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\nContent-Type: text/plain\r\n\r\n${content}\r\n`;
}

/** A request that brings these bytes, so many at a time. */
function request(body: string | Readable, size = 50, contentType?: string) {
  const bytes = Buffer.from(typeof body === "string" ? body : "");
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  const headers = { "content-type": contentType ?? `multipart/form-data; boundary=${BOUNDARY}` };
  return {
    request: { headers } as FastifyRequest,
    stream: typeof body === "string" ? Readable.from(pieces) : body,
  };
}

/** Reads a form whose parts are all taken as they are; returns them in the order they came. */
async function partsOf(body: string | Readable, taking: Partial<Reader> = {}, size?: number) {
  const parts: [string, string][] = [];
  await readForm(request(body, size), {
    limits: LIMITS,
    field: (name, value) => void parts.push([name, value]),
    file: async ({ fileName, content }) => void parts.push([fileName, await text(content)]),
    tooMany: () => void parts.push(["too many", ""]),
    ...taking,
  });
  return parts;
}

type Reader = Parameters<typeof readForm>[1];

const leaveEarly = async ({ content }: FilePart) => {
  for await (const _ of content) break;
};

describe("a form", () => {
  test("is read part by part in its order, however its bytes arrive", async () => {
    const value = fc.string({ unit: fc.constantFrom(..."aä-\r\n "), maxLength: 60 });
    const part = fc.record({ isFile: fc.boolean(), value });
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { maxLength: 5 }),
        fc.integer({ min: 1, max: 200 }),
        async (given, size) => {
          const written = given.map(({ isFile, value: content }, index) =>
            (isFile ? file : field)(`part-${index}`, content),
          );
          expect(await partsOf(written.join("") + END, {}, size)).toEqual(
            given.map(({ value: content }, index) => [`part-${index}`, content]),
          );
        },
      ),
    );
  });

  test("goes on after a file of which only the beginning is read", async () => {
    const read: string[] = [];
    await readForm(request(file("lang", "x".repeat(90_000)) + file("kurz", "y") + END, 5_000), {
      limits: LIMITS,
      field: () => {},
      async file(part) {
        read.push(part.fileName);
        await leaveEarly(part);
      },
      tooMany: () => {},
    });
    expect(read).toEqual(["lang", "kurz"]);
  });

  test("names no folders of the sender", async () => {
    expect(await partsOf(file("../../etc/passwd", "x") + END)).toEqual([["passwd", "x"]]);
  });
});

describe("is refused", () => {
  test("with the first error that a part is met with; what follows is passed over", async () => {
    const read: string[] = [];
    const refused = partsOf(file("a", "1") + file("b", "2") + file("c", "3") + END, {
      file: async ({ fileName, content }) => {
        read.push(`${fileName}${(await buffer(content)).toString()}`);
        if (fileName === "b") throw new Error("not this one");
      },
    });
    await expect(refused).rejects.toThrow("not this one");
    expect(read).toEqual(["a1", "b2"]);
  });

  test("where a file or a field is longer than the limit", async () => {
    const tooLarge = expect.objectContaining({ status: 413 }) as unknown;
    await expect(partsOf(file("a", "x".repeat(100_001)) + END, {}, 9_000)).rejects.toEqual(
      tooLarge,
    );
    await expect(partsOf(field("a", "x".repeat(101)) + END)).rejects.toEqual(tooLarge);
    expect(await partsOf(field("a", "x".repeat(100)) + END)).toHaveLength(1);
  });

  test("when it breaks off, in a file or between parts", async () => {
    const broken = expect.objectContaining({ status: 400, code: "UPLOAD_BROKEN" }) as unknown;
    await expect(partsOf(file("a", "x"))).rejects.toEqual(broken);
    await expect(partsOf(file("a", "x".repeat(500)).slice(0, 300))).rejects.toEqual(broken);
    const vanished = async function* () {
      yield Buffer.from(file("a", "x".repeat(5_000)).slice(0, 4_000));
      throw new Error("ECONNRESET");
    };
    await expect(partsOf(Readable.from(vanished()))).rejects.toEqual(broken);
  });

  test("larger than its route takes, in the words of the route", async () => {
    const endless = async function* () {
      yield Buffer.from(file("a", "x".repeat(5_000)).slice(0, 4_000));
      throw new AppError("TOO_LARGE");
    };
    const own = new AppError("TOO_LARGE", { code: "ALL_TOO_LARGE" });
    const file413 = expect.objectContaining({ status: 413 }) as unknown;
    await expect(partsOf(Readable.from(endless()))).rejects.toEqual(file413);
    await expect(partsOf(Readable.from(endless()), { tooLarge: () => own })).rejects.toEqual(own);
  });

  test("when it is none", async () => {
    const reader = { limits: LIMITS, field() {}, async file() {}, tooMany() {} };
    for (const type of ["text/plain", "multipart/form-data"])
      await expect(readForm(request("x", 1, type), reader)).rejects.toMatchObject({ status: 415 });
  });
});

test("more files than the limit are left out, which is told once", async () => {
  const twelve = Array.from({ length: 12 }, (_, index) => file(`${index}`, "x")).join("");
  expect(await partsOf(twelve + END)).toEqual([
    ...["0", "1", "2", "3", "4"].map((name) => [name, "x"]),
    ["too many", ""],
  ]);
});
