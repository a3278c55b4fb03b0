import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { BlobStore } from "./blobs.ts";
import { s3BlobStore } from "./s3-blobs.ts";

/** What the small store of blobs.test.ts cannot show: stores that know more, or less. */

interface Answer {
  status: number;
  body?: string;
}

const KEY = `ab/${"1".repeat(38)}`;
const OTHER_KEY = `cd/${"2".repeat(38)}`;
/** Of which only parts have arrived. */
const PART_KEY = `ef/${"3".repeat(38)}`;
const EMPTY_LIST = "<ListBucketResult><Name>verein</Name><KeyCount>0</KeyCount></ListBucketResult>";

let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(null) : server.close(resolve)));
  server = undefined;
});

/** Starts a store that gives these answers; returns it with the calls that it got. */
async function storeThat(
  answers: (call: string) => Answer | undefined,
): Promise<{ blobs: BlobStore; calls: string[] }> {
  const calls: string[] = [];
  server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://store");
    url.searchParams.delete("x-id");
    const call = `${request.method} ${url.pathname}${url.search}`;
    calls.push(call);
    request.resume().on("end", () => {
      const { status, body = "" } = answers(call) ?? { status: 500 };
      // Said by hand: answers to HEAD have a length and no body.
      const headers = { "content-type": "application/xml", "content-length": body.length };
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const blobs = s3BlobStore({
    endpoint: `http://127.0.0.1:${port}`,
    region: "eu-central-1",
    bucket: "verein",
    accessKeyId: "a",
    secretAccessKey: "b",
  });
  return { blobs, calls };
}

function uploads(...begun: (readonly [key: string, id: string, time: string])[]): string {
  const entries = begun.map(
    ([key, id, time]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${time}</Initiated></Upload>`,
  );
  return `<ListMultipartUploadsResult>${entries.join("")}</ListMultipartUploadsResult>`;
}

function refusal(code: string): string {
  return `<Error><Code>${code}</Code><Message>refused</Message></Error>`;
}

async function keysOlderThan(blobs: BlobStore, time: string): Promise<string[]> {
  return Array.fromAsync(blobs.keysOlderThan(new Date(time)));
}

async function* bytes(text: string) {
  yield Buffer.from(text);
}

describe("a store that lists its unfinished uploads", () => {
  test("names those that began before a time, beside its objects, and nothing foreign", async () => {
    const objects = `<ListBucketResult><Name>verein</Name>
      <Contents><Key>${KEY}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>
      <Contents><Key>${KEY}.p0</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>
      <Contents><Key>${PART_KEY}.p1</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>
      <Contents><Key>${PART_KEY}.p2</Key><LastModified>2026-01-02T00:00:00.000Z</LastModified></Contents>
      <Contents><Key>notes.txt</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>
      </ListBucketResult>`;
    const { blobs } = await storeThat((call) => ({
      status: 200,
      body: call.includes("list-type=2")
        ? objects
        : uploads(
            [OTHER_KEY, "one", "2026-01-02T00:00:00.000Z"],
            ["elsewhere", "two", "2026-01-02T00:00:00.000Z"],
          ),
    }));
    expect(await keysOlderThan(blobs, "2026-01-03T00:00:00Z")).toEqual([KEY, PART_KEY, OTHER_KEY]);
    expect(await keysOlderThan(blobs, "2026-01-02T00:00:00Z")).toEqual([KEY, PART_KEY]);
    expect(await keysOlderThan(blobs, "2026-01-01T00:00:00Z")).toEqual([]);
  });

  test("gives up the parts and uploads of a key that is deleted", async () => {
    const { blobs, calls } = await storeThat((call) => {
      if (call.startsWith("DELETE")) return { status: 204 };
      return {
        status: 200,
        body: call.includes("list-type=2")
          ? `<ListBucketResult><Name>verein</Name><Contents><Key>${KEY}.p7</Key>
            <LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents></ListBucketResult>`
          : uploads([KEY, "one", "2026-01-02T00:00:00.000Z"]),
      };
    });
    await blobs.delete(KEY);
    expect(calls).toEqual([
      `DELETE /verein/${KEY}`,
      `GET /verein/?list-type=2&prefix=${encodeURIComponent(`${KEY}.p`)}`,
      `DELETE /verein/${KEY}.p7`,
      `GET /verein/?prefix=${encodeURIComponent(KEY)}&uploads=`,
      `DELETE /verein/${KEY}?uploadId=one`,
    ]);
  });
});

describe("a store that knows no list of uploads", () => {
  test.each([405, 501])("names and deletes its objects all the same: %i", async (status) => {
    const { blobs } = await storeThat((call) => {
      if (call.startsWith("DELETE")) return { status: 204 };
      return call.includes("list-type=2")
        ? { status: 200, body: EMPTY_LIST }
        : { status, body: refusal("NotImplemented") };
    });
    expect(await keysOlderThan(blobs, "2026-01-03T00:00:00Z")).toEqual([]);
    await blobs.delete(KEY);
  });
});

test("a store without room says so, and nothing is left of what was sent", async () => {
  const { blobs } = await storeThat(() => ({ status: 403, body: refusal("QuotaExceeded") }));
  await expect(blobs.put(bytes("minutes"), { maxBytes: 100 })).rejects.toMatchObject({
    status: 507,
    code: "STORE_FULL",
  });
});

describe("parts that are joined a second time", () => {
  const blob = { key: KEY, size: 7, state: "one" };

  test("are there, when the store forgot the upload and has the object whole", async () => {
    const { blobs } = await storeThat((call) => {
      if (call.startsWith("POST")) return { status: 404, body: refusal("NoSuchUpload") };
      return { status: 200, body: "minutes" };
    });
    const seen: string[] = [];
    await blobs.join(blob, ["tag"], (part) => seen.push(Buffer.from(part).toString()));
    expect(seen.join("")).toBe("minutes");
  });

  test("are not, when the object is another size or is not there", async () => {
    const { blobs } = await storeThat((call) => {
      if (call.startsWith("POST")) return { status: 404, body: refusal("NoSuchUpload") };
      return call.startsWith("HEAD") ? { status: 404 } : { status: 200, body: "min" };
    });
    const look = () => expect.unreachable("nothing was joined");
    await expect(blobs.join(blob, ["tag"], look)).rejects.toMatchObject({ status: 404 });
  });
});
