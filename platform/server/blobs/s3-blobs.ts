import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { AppError, notFound } from "../http/app-error.ts";
import {
  type BlobStore,
  isBlobKey,
  MIN_PART_BYTES,
  newBlobKey,
  storeUnavailable,
  wrongPartSize,
} from "./blobs.ts";
import type { S3Place } from "../environment.ts";
import { pieces } from "../pieces.ts";

/** A store that has not begun to answer by then is taken for gone. */
const ANSWER_LIMIT_MS = 8_000;
/**
 * While bytes go there it has to take some, or to answer, that often; the last ones may still be on
 * a slow line.
 */
const SILENCE_LIMIT_MS = 15_000;
/** Joining the parts of a large file keeps some stores busy. */
const JOIN_LIMIT_MS = 120_000;

/**
 * Objects in a bucket of any S3-compatible store. An object appears whole or not at all, so keys
 * are final at once.
 */
export function s3BlobStore(place: S3Place): BlobStore {
  const client = clientOf(place, { requestTimeout: ANSWER_LIMIT_MS, throwOnRequestTimeout: true });
  // Apart, because a download may pause as long as its reader does.
  const sender = clientOf(place, { socketTimeout: SILENCE_LIMIT_MS });
  const Bucket = place.bucket;
  const at = (key: string) => {
    if (!isBlobKey(key)) throw notFound();
    return { Bucket, Key: key };
  };

  const putWhole = (key: string, Body: Uint8Array) =>
    sender.send(new PutObjectCommand({ ...at(key), Body, ContentLength: Body.byteLength }));
  const upload = (key: string, UploadId: string, number: number, Body: Uint8Array) =>
    sender.send(
      new UploadPartCommand({
        ...at(key),
        UploadId,
        PartNumber: number + 1,
        Body,
        ContentLength: Body.byteLength,
      }),
    );
  const complete = (key: string, UploadId: string, tags: readonly (string | undefined)[]) =>
    client.send(
      new CompleteMultipartUploadCommand({
        ...at(key),
        UploadId,
        MultipartUpload: { Parts: tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 })) },
      }),
      { requestTimeout: JOIN_LIMIT_MS },
    );
  const abort = (key: string, UploadId: string) =>
    client
      .send(new AbortMultipartUploadCommand({ ...at(key), UploadId }))
      .catch((error: unknown) => {
        if (!isMissing(error) && !isUnknownCall(error)) throw error;
      });
  const start = async (key: string): Promise<string> => {
    const { UploadId } = await client.send(
      new CreateMultipartUploadCommand({ ...at(key), ContentType: "application/octet-stream" }),
    );
    if (UploadId === undefined) throw new Error("the store began an upload without an id");
    return UploadId;
  };
  /**
   * Uploads in parts that were never finished; some stores cannot list them and let them expire by
   * a rule instead.
   */
  const unfinished = async (
    prefix?: string,
  ): Promise<{ key: string; id: string; begun: Date }[]> => {
    const { Uploads = [] } = await client
      .send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }))
      .catch((error: unknown) => {
        if (isUnknownCall(error)) return { Uploads: [] };
        throw error;
      });
    return Uploads.flatMap(({ Key, UploadId, Initiated }) =>
      Key === undefined || UploadId === undefined
        ? []
        : [{ key: Key, id: UploadId, begun: Initiated ?? new Date(0) }],
    );
  };

  return {
    put: (content, { maxBytes, key = newBlobKey() }) =>
      talking(async () => {
        const hash = createHash("sha256");
        let size = 0;
        let uploadId: string | undefined;
        const tags: (string | undefined)[] = [];
        try {
          for await (const piece of pieces(content, MIN_PART_BYTES)) {
            size += piece.bytes.byteLength;
            if (size > maxBytes) throw new AppError("TOO_LARGE");
            hash.update(piece.bytes);
            if (piece.last && uploadId === undefined) {
              await putWhole(key, piece.bytes);
            } else {
              uploadId ??= await start(key);
              tags.push((await upload(key, uploadId, tags.length, piece.bytes)).ETag);
            }
          }
          if (uploadId !== undefined) await complete(key, uploadId, tags);
        } catch (error) {
          if (uploadId !== undefined) await abort(key, uploadId).catch(() => {});
          throw error;
        }
        return { key, size, sha256: hash.digest("hex") };
      }),
    get: (key, range) =>
      talking(async () => {
        const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
        const { Body } = await client.send(new GetObjectCommand({ ...at(key), Range }));
        return Body as Readable;
      }),
    size: (key) =>
      talking(async () => {
        const { ContentLength } = await client.send(new HeadObjectCommand(at(key)));
        return ContentLength ?? 0;
      }).catch((error: unknown) => {
        if (error instanceof AppError && error.status === 404) return undefined;
        throw error;
      }),
    delete: (key) =>
      talking(async () => {
        await client.send(new DeleteObjectCommand(at(key)));
        for (const { id } of await unfinished(key)) await abort(key, id);
      }),
    async *keysOlderThan(time) {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
        for (const { Key, LastModified } of Contents) {
          if (
            Key !== undefined &&
            isBlobKey(Key) &&
            LastModified !== undefined &&
            LastModified < time
          )
            yield Key;
        }
      }
      for (const { key, begun } of await unfinished())
        if (isBlobKey(key) && begun < time) yield key;
    },
    begin: (size) =>
      talking(async () => {
        const key = newBlobKey();
        return { key, size, state: await start(key) };
      }),
    writePart: (blob, part, content) =>
      talking(async () => {
        const parts: Uint8Array[] = [];
        let arrived = 0;
        for await (const chunk of content) {
          arrived += chunk.byteLength;
          if (arrived > part.size) throw wrongPartSize();
          parts.push(chunk);
        }
        if (arrived !== part.size) throw wrongPartSize();
        const { ETag } = await upload(blob.key, blob.state, part.number, Buffer.concat(parts));
        return ETag ?? "";
      }),
    join: (blob, receipts, look) =>
      talking(async () => {
        if (receipts.length === 0) {
          // An upload without parts cannot be completed.
          await putWhole(blob.key, new Uint8Array());
          await abort(blob.key, blob.state);
          return;
        }
        try {
          await complete(blob.key, blob.state, receipts);
        } catch (error) {
          // Joined before, by this upload's first try to finish? Stores answer that in different
          // ways; the object tells.
          const { ContentLength } = await client
            .send(new HeadObjectCommand(at(blob.key)))
            .catch(() => ({ ContentLength: undefined }));
          if (ContentLength !== blob.size) throw error;
        }
        const { Body } = await client.send(new GetObjectCommand(at(blob.key)));
        for await (const bytes of Body as Readable) look(bytes as Uint8Array);
      }),
    discard: (blob) => talking(async () => void (await abort(blob.key, blob.state))),
  };
}

function clientOf(
  place: S3Place,
  limits: { requestTimeout?: number; throwOnRequestTimeout?: boolean; socketTimeout?: number },
): S3Client {
  const client = new S3Client({
    endpoint: place.endpoint,
    region: place.region,
    credentials: place,
    forcePathStyle: true,
    maxAttempts: 4,
    // Stores other than Amazon's do not all know the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 3_000, ...limits },
  });
  // A store that is silent is not asked again while people wait; one that refuses is. Without the
  // cause, which would tell.
  client.middlewareStack.add(
    (next) => async (args) =>
      next(args).catch((error: unknown) => {
        throw error instanceof Error && error.name === "TimeoutError"
          ? new Error(`ETIMEDOUT: ${error.message}`)
          : error;
      }),
    { name: "silentStore", step: "finalizeRequest", priority: "low" },
  );
  return client;
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof S3ServiceException &&
    (error.$metadata.httpStatusCode === 404 ||
      error.name === "NoSuchUpload" ||
      error.name === "NoSuchKey")
  );
}

/**
 * Small stores lack the calls that list and abort uploads in parts; there a rule of the bucket lets
 * them expire.
 */
function isUnknownCall(error: unknown): boolean {
  return (
    error instanceof S3ServiceException && [405, 501].includes(error.$metadata.httpStatusCode ?? 0)
  );
}

/** The store's refusals as ours; anything it could not be asked at all is "unavailable". */
async function talking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) throw notFound();
    const full =
      error instanceof S3ServiceException &&
      /Quota|InsufficientStorage|StorageFull/i.test(error.name);
    if (full) throw new AppError("STORE_FULL", { cause: error });
    const lost =
      error instanceof Error &&
      /ECONN|ETIMEDOUT|ENOTFOUND|EPIPE|socket/i.test(
        `${(error as NodeJS.ErrnoException).code ?? ""} ${error.message}`,
      );
    const refused = error instanceof S3ServiceException;
    if ((lost && !(error instanceof AppError)) || refused) throw storeUnavailable(error);
    throw error;
  }
}
