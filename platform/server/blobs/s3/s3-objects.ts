import type { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { storeUnavailable } from "../blobs.ts";
import type { Bucket } from "./s3-client.ts";
import { isMissing } from "./s3-errors.ts";

/** Writes an object of one request. */
export async function putObject(bucket: Bucket, key: string, bytes: Uint8Array): Promise<void> {
  await bucket.sender.send(
    new PutObjectCommand({ ...bucket.at(key), Body: bytes, ContentLength: bytes.byteLength }),
  );
}

/** Returns an object's bytes, or those of a range (both ends inclusive). */
export async function getObject(
  bucket: Bucket,
  key: string,
  range?: { start: number; end: number },
): Promise<Readable> {
  const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
  const { Body } = await bucket.client.send(new GetObjectCommand({ ...bucket.at(key), Range }));
  return Body as Readable;
}

/** Returns how many bytes an object has. */
export async function objectSize(bucket: Bucket, key: string): Promise<number> {
  try {
    const { ContentLength } = await bucket.client.send(new HeadObjectCommand(bucket.at(key)));
    return ContentLength ?? 0;
  } catch (error) {
    // An answer to HEAD does not say whether the bucket is gone with everything in it.
    if (isMissing(error)) await requireThere(bucket);
    throw error;
  }
}

async function requireThere({ client, name }: Bucket): Promise<void> {
  await client.send(new HeadBucketCommand({ Bucket: name })).catch((error: unknown) => {
    throw isMissing(error) ? storeUnavailable(error) : error;
  });
}

export async function deleteObject(bucket: Bucket, key: string): Promise<void> {
  await bucket.client.send(new DeleteObjectCommand(bucket.at(key)));
}

/** Returns the names of objects, all or those that begin so, with the time each was written. */
export async function* listObjects(
  { client, name }: Bucket,
  Prefix?: string,
): AsyncIterable<{ key: string; written: Date }> {
  const places = { Bucket: name, Prefix };
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, places)) {
    for (const { Key, LastModified } of Contents)
      if (Key !== undefined && LastModified !== undefined)
        yield { key: Key, written: LastModified };
  }
}
