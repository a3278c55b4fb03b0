import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { ZipArchive } from "archiver";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { ZipPackage } from "./zip-package.ts";

async function opened<T>(file: Uint8Array, work: (zip: ZipPackage) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `vereinsheim-test-${randomUUID()}`);
  await writeFile(path, file);
  try {
    const zip = await ZipPackage.open(path);
    return await work(zip).finally(() => zip.close());
  } finally {
    await rm(path, { force: true });
  }
}

const textOf = (name: string) => async (zip: ZipPackage) =>
  (await Array.fromAsync(zip.text(name))).join("");

const WORDS = "Grüße aus Göppingen. ".repeat(20_000);

async function archived(options: { forceZip64?: boolean; store?: boolean; comment?: string }) {
  const zip = new ZipArchive(options);
  zip.append(WORDS, { name: "xl/text.xml" });
  void zip.finalize();
  return Buffer.concat(await Array.fromAsync(zip as Readable as AsyncIterable<Buffer>));
}

describe("a part is read as it was packed", () => {
  test.each([
    ["deflated", {}],
    ["stored", { store: true }],
    ["with sizes of 64 bits", { forceZip64: true }],
    ["before a comment", { comment: "von einem Programm" }],
  ])("%s", async (_how, options) => {
    expect(await opened(await archived(options), textOf("xl/text.xml"))).toBe(WORDS);
  });

  test("also where a program parts folders in Windows' manner", async () => {
    const file = zipSync({ "xl\\text.xml": strToU8("da") });
    expect(await opened(file, textOf("xl/text.xml"))).toBe("da");
  });

  test("one that is not there is nothing", async () => {
    const file = zipSync({ "a.xml": strToU8("da") });
    expect(await opened(file, textOf("b.xml"))).toBe("");
    expect(await opened(file, async (zip) => [zip.has("a.xml"), zip.has("b.xml")])).toEqual([
      true,
      false,
    ]);
  });
});

/** Returns the archive with a change in the directory's entry of its only part. */
function altered(file: Uint8Array, change: (entry: Buffer) => void): Buffer {
  const bytes = Buffer.from(file);
  change(bytes.subarray(bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))));
  return bytes;
}
const plain = zipSync({ "a.xml": strToU8(WORDS) });

describe("refused in German", () => {
  test.each([
    ["no archive", Buffer.from("PK but nothing more"), /beschädigt/],
    ["one that is cut off", plain.subarray(0, plain.length - 30), /beschädigt/],
    ["one whose directory is elsewhere", plain.subarray(10), /beschädigt/],
    ["one with a password", altered(plain, (entry) => entry.writeUInt16LE(1, 8)), /Kennwort/],
    [
      "one with too many parts",
      zipSync(Object.fromEntries(Array.from({ length: 4_001 }, (_, n) => [`${n}`, strToU8("")]))),
      /beschädigt/,
    ],
    [
      "one with a directory too long",
      zipSync(
        Object.fromEntries(
          Array.from({ length: 100 }, (_, n) => [`${n}`.padEnd(60_000, "x"), strToU8("")]),
        ),
      ),
      /beschädigt/,
    ],
    ["one that leads out", zipSync({ "../../etc/passwd": strToU8("x") }), /beschädigt/],
  ])("%s", async (_what, file, sentence) => {
    await expect(opened(file, async () => "opened")).rejects.toThrow(sentence);
  });

  test.each([
    ["packed in a manner nobody knows", altered(plain, (entry) => entry.writeUInt16LE(99, 10))],
    ["that lies elsewhere", altered(plain, (entry) => entry.writeUInt32LE(7, 42))],
    ["whose bytes are no packed ones", Buffer.from(plain).fill(0xff, 36, 60)],
  ])("a part %s", async (_what, file) => {
    await expect(opened(file, textOf("a.xml"))).rejects.toThrow(/beschädigt/);
  });
});

const PARTS = 10;

/**
 * Returns an archive of parts with 64 MB each, packed once and put in again and again, of which the
 * directory says that they hold a single byte.
 */
function understated(): Buffer {
  const one = Buffer.from(zipSync({ "0.xml": Buffer.alloc(64 * 1024 * 1024, " ") }, { level: 1 }));
  const [start, end] = [one.lastIndexOf("PK\u0001\u0002"), one.length - 22];
  const parts = Array.from({ length: PARTS }, (_, part) => {
    const [file, entry] = [
      Buffer.from(one.subarray(0, start)),
      Buffer.from(one.subarray(start, end)),
    ];
    file.write(`${part}`, 30);
    entry.write(`${part}`, 46);
    entry.writeUInt32LE(1, 24);
    entry.writeUInt32LE(part * start, 42);
    return { file, entry };
  });
  const tail = Buffer.from(one.subarray(end));
  tail.writeUInt16LE(PARTS, 8);
  tail.writeUInt16LE(PARTS, 10);
  tail.writeUInt32LE(PARTS * (end - start), 12);
  tail.writeUInt32LE(PARTS * start, 16);
  return Buffer.concat([
    ...parts.map(({ file }) => file),
    ...parts.map(({ entry }) => entry),
    tail,
  ]);
}

test("a directory that says little does not let more come out", async () => {
  let unpacked = 0;
  await expect(
    opened(understated(), async (zip) => {
      for (let part = 0; part < PARTS; part++)
        for await (const piece of zip.text(`${part}.xml`)) {
          expect(piece).not.toBe("");
          unpacked += piece.length;
        }
    }),
  ).rejects.toThrow("Die Excel-Datei ist ausgepackt zu groß.");
  // Nine parts came out whole.
  expect(unpacked).toBeGreaterThan(9 * 64 * 1024 * 1024);
}, 60_000);
