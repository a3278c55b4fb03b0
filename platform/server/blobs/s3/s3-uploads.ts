/** Uploads in parts: the object appears when they are completed, and not before. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { Bucket } from "./s3-client.ts";
import { isMissing, isUnknownCall } from "./s3-errors.ts";

/** Joining the parts of a large file keeps some stores busy. */
const JOIN_LIMIT_MS = 120_000;

/** One upload as the store knows it. */
export interface Upload {
  key: string;
  id: string;
}

/** What the store says a part is; some say nothing. */
export type PartTag = string | undefined;

export async function startUpload(bucket: Bucket, key: string): Promise<Upload> {
  const { UploadId } = await bucket.client.send(
    new CreateMultipartUploadCommand({
      ...bucket.at(key),
      ContentType: "application/octet-stream",
    }),
  );
  if (UploadId === undefined) throw new Error("the store began an upload without an id");
  return { key, id: UploadId };
}

/** Sends a part, counted from 0; returns its tag. */
export async function uploadPart(
  bucket: Bucket,
  upload: Upload,
  number: number,
  bytes: Uint8Array,
): Promise<PartTag> {
  const { ETag } = await bucket.sender.send(
    new UploadPartCommand({
      ...bucket.at(upload.key),
      UploadId: upload.id,
      PartNumber: number + 1,
      Body: bytes,
      ContentLength: bytes.byteLength,
    }),
  );
  return ETag;
}

/** Makes the object of its parts, whose tags stand in order. */
export async function completeUpload(
  bucket: Bucket,
  upload: Upload,
  tags: readonly PartTag[],
): Promise<void> {
  const Parts = tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
  await bucket.client.send(
    new CompleteMultipartUploadCommand({
      ...bucket.at(upload.key),
      UploadId: upload.id,
      MultipartUpload: { Parts },
    }),
    { requestTimeout: JOIN_LIMIT_MS },
  );
}

/** Gives an upload up, if the store still has it and can. */
export async function abortUpload(bucket: Bucket, upload: Upload): Promise<void> {
  try {
    await bucket.client.send(
      new AbortMultipartUploadCommand({ ...bucket.at(upload.key), UploadId: upload.id }),
    );
  } catch (error) {
    if (!isMissing(error) && !isUnknownCall(error)) throw error;
  }
}

/**
 * Returns the uploads that were never finished; some stores cannot list them and let them expire by
 * a rule instead.
 */
export async function unfinishedUploads(
  bucket: Bucket,
  prefix?: string,
): Promise<(Upload & { begun: Date })[]> {
  const { Uploads = [] } = await bucket.client
    .send(new ListMultipartUploadsCommand({ Bucket: bucket.name, Prefix: prefix }))
    .catch((error: unknown) => {
      if (isUnknownCall(error)) return { Uploads: [] };
      throw error;
    });
  return Uploads.flatMap(({ Key, UploadId, Initiated }) =>
    Key === undefined || UploadId === undefined
      ? []
      : [{ key: Key, id: UploadId, begun: Initiated ?? new Date(0) }],
  );
}
