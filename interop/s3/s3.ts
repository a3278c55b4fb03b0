import { randomBytes } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { RunningServer } from "../../e2e/support/server.ts";
import { AdminApi } from "../../faults/admin-api.ts";
import { Uploads } from "../../faults/uploads.ts";
import { eventually } from "../machine.ts";
import { refusalAtStart, withFolder, withServer } from "../product.ts";
import { type Report, require } from "../report.ts";
import { startVersitygw, VERSION, versitygwProgram } from "./versitygw.ts";

const PARTY = { name: "versitygw", version: VERSION };
const BUCKET = "verein";
const GONE_WITHIN_MS = 60_000;

/** Files in a real S3 server: what is told at the start, and the life of a file. */
export async function s3(report: Report): Promise<void> {
  const found = await versitygwProgram();
  if ("absent" in found) return report.skipped(PARTY, "everything", found.absent);
  await withFolder(async (folder) => {
    const objects = join(folder, "objects");
    await mkdir(objects);
    const store = await startVersitygw(found.program, objects);
    try {
      const refused = (what: string, url: string, word: RegExp) =>
        report.tried(PARTY, what, async () => {
          const said = await refusalAtStart({ STORAGE_URL: url });
          require(word.test(said), said);
          return said.slice(0, 160);
        });
      await refused("a missing bucket ends the start", store.url(BUCKET), /STORAGE_URL.*[Bb]ucket/);
      await refused(
        "a wrong secret ends the start",
        store.url(BUCKET, { secret: "wrong" }),
        /STORAGE_URL/,
      );
      const env = { STORAGE_URL: store.url(BUCKET, { create: true }) };
      await withServer(env, (server) => filesLive(report, server, join(objects, BUCKET)));
    } finally {
      await store.stop();
    }
  });
}

async function filesLive(report: Report, server: RunningServer, bucket: string): Promise<void> {
  await report.tried(
    PARTY,
    "the bucket is made where that is allowed; a secret with / + % @",
    async () => {
      await readdir(bucket);
      return BUCKET;
    },
  );
  const uploads = await Uploads.at(server);
  const api = await AdminApi.at(server);
  const share = await uploads.newShare("Mit Dritten");
  const at = (what: string, path = "") =>
    `/file-share/${share}/${what}${path === "" ? "" : `/${path}`}`;
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await api.fetch("GET", path, headers);
    return {
      status: answer.status,
      type: answer.headers.get("content-type") ?? "",
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  };
  const large = { path: "gross.bin", bytes: randomBytes(20 * 1024 * 1024) };
  await report.tried(PARTY, "20 MiB in chunks, downloaded the same", async () => {
    await uploads.goOn(share, large);
    require((await uploads.download(share, large.path)).equals(
      large.bytes,
    ), "other bytes came back");
    return `${large.bytes.length} bytes`;
  });
  await report.tried(PARTY, "a part of it by Range", async () => {
    const { status, bytes } = await get(at("download", large.path), {
      range: "bytes=9000000-9000099",
    });
    require(status === 206 &&
      bytes.equals(large.bytes.subarray(9_000_000, 9_000_100)), `${status}, ${bytes.length} bytes`);
    return "206, 100 bytes";
  });
  await report.tried(PARTY, "a picture gets its thumbnail", async () => {
    const picture = await sharp({
      create: { width: 1200, height: 800, channels: 3, background: "#2a6" },
    })
      .jpeg()
      .toBuffer();
    await uploads.sendAtOnce(share, { path: "bild.jpg", bytes: picture });
    await eventually(
      async () => (await get(at("thumbnail", "bild.jpg"))).status === 200,
      "no thumbnail",
    );
    return (await get(at("thumbnail", "bild.jpg"))).type;
  });
  await report.tried(PARTY, "the share as ZIP", async () => {
    const { status, bytes } = await get(at("download"));
    require(status === 200 &&
      bytes.subarray(0, 2).toString() === "PK" &&
      bytes.length > large.bytes.length, `${status}, ${bytes.length} bytes`);
    return `${bytes.length} bytes`;
  });
  await report.tried(PARTY, "an emptied trash is gone from the store within a minute", async () => {
    const before = await objectsIn(bucket);
    for (const path of [large.path, "bild.jpg"])
      await api.fetch("DELETE", `/file-share/${share}/${path}`);
    const begun = Date.now();
    const { status } = await api.fetch("POST", at("empty-trash"));
    require(status === 204, `emptying answered ${status}`);
    // The file, the picture and its three thumbnails.
    await eventually(
      async () => (await objectsIn(bucket)) <= before - 3,
      "the objects are still there",
      GONE_WITHIN_MS,
    );
    return `${before} objects, ${await objectsIn(bucket)} after ${Math.round((Date.now() - begun) / 1_000)} s`;
  });
}

async function objectsIn(bucket: string): Promise<number> {
  const entries = await readdir(bucket, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}
