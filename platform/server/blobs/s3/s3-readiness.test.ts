import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { PartFault } from "../../part-fault.ts";
import { startTestBucket, type TestBucket } from "../../testing/s3-server.ts";
import { s3BlobStore } from "../s3-blobs.ts";
import type { S3Place } from "./s3-place.ts";
import { requireBucket } from "./s3-readiness.ts";

const KEY = `ab/${"1".repeat(38)}`;
let store: TestBucket;
beforeAll(async () => {
  store = await startTestBucket();
});
afterAll(() => store?.close());

async function* content() {
  yield Buffer.from("bytes");
}

let front: Server | undefined;
afterEach(async () => {
  front?.closeAllConnections();
  await new Promise((resolve) => (front === undefined ? resolve(null) : front.close(resolve)));
  front = undefined;
});

/** Returns the place of a store that refuses everything so. */
async function refusing(status: number, code: string): Promise<S3Place> {
  front = createServer((request, response) => {
    request.resume().on("end", () => {
      const body = `<Error><Code>${code}</Code><Message>no</Message></Error>`;
      response.writeHead(status, { "content-type": "application/xml" }).end(body);
    });
  });
  await new Promise<void>((resolve) => front?.listen(0, "127.0.0.1", resolve));
  const { port } = front.address() as AddressInfo;
  return { ...store.place, endpoint: `http://127.0.0.1:${port}` };
}

async function faultOf(place: S3Place): Promise<PartFault> {
  const error: unknown = await requireBucket(place).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PartFault)) throw new Error(`no fault but ${String(error)}`);
  return error;
}

test("a bucket that takes, lists and gives back what is put there is well, and left as it was", async () => {
  const blobs = s3BlobStore(store.place);
  await requireBucket(store.place);
  const { key } = await blobs.put(content(), { maxBytes: 10 });
  await requireBucket(store.place);
  expect(await Array.fromAsync(blobs.keysOlderThan(new Date("2999-01-01")))).toEqual([key]);
});

describe("a bucket that is not there", () => {
  const missing = () => ({ ...store.place, bucket: "gibt-es-nicht" });

  test("is named with what can be done", async () => {
    const fault = await faultOf(missing());
    expect(fault.passing).toBe(false);
    expect(fault.message).toBe(
      `STORAGE_URL: ${store.place.endpoint}: Den Bucket „gibt-es-nicht“ gibt es dort nicht. Legen Sie ihn an, oder ergänzen Sie die Adresse um &create=true.`,
    );
  });

  test("is a store that fails, at every call, and no file that is gone", async () => {
    const blobs = s3BlobStore(missing());
    const unavailable = { status: 503, code: "STORE_UNAVAILABLE" };
    await expect(blobs.put(content(), { maxBytes: 10 })).rejects.toMatchObject(unavailable);
    await expect(blobs.begin(20_000_000, 6_000_000)).rejects.toMatchObject(unavailable);
    await expect(blobs.get(KEY)).rejects.toMatchObject(unavailable);
    await expect(blobs.size(KEY)).rejects.toMatchObject(unavailable);
  });

  test("is made where that is allowed, also by two servers at once", async () => {
    const place = { ...store.place, bucket: "neu", mayCreate: true };
    await Promise.all([requireBucket(place), requireBucket(place)]);
    expect(await s3BlobStore(place).size(KEY)).toBeUndefined();
    await requireBucket({ ...place, mayCreate: false });
  });
});

test.each([
  [403, "InvalidAccessKeyId", "Den Schlüssel „S3RVER“ kennt er nicht."],
  [403, "SignatureDoesNotMatch", "Das Geheimnis zum Schlüssel „S3RVER“ ist falsch."],
  [403, "AccessDenied", "Der Schlüssel „S3RVER“ darf im Bucket „verein“ nicht"],
  [400, "AuthorizationHeaderMalformed", "liegt nicht in der Region „us-east-1“"],
  [418, "Teapot", "Der Dateispeicher antwortet mit 418 Teapot."],
])("a refusal with %i %s is told with its cause", async (status, code, sentence) => {
  const fault = await faultOf(await refusing(status, code));
  expect(fault.message).toContain(sentence);
  expect(fault.message).not.toContain("\n");
  expect(fault.passing).toBe(false);
});

test("a secret is in no sentence", async () => {
  const place = { ...(await refusing(403, "SignatureDoesNotMatch")), secretAccessKey: "geheim-1" };
  expect((await faultOf(place)).message).not.toContain("geheim-1");
});

test("a store that is away passes, one that speaks no TLS does not", async () => {
  const away = await faultOf({ ...store.place, endpoint: "http://127.0.0.1:1" });
  expect(away).toMatchObject({ passing: true });
  expect(away.message).toContain("(ECONNREFUSED)");
  const plain = store.place.endpoint.replace("http:", "https:");
  const fault = await faultOf({ ...store.place, endpoint: plain });
  expect(fault.message).toContain("&tls=false");
  expect(fault.passing).toBe(false);
});
