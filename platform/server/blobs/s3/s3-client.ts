import { S3Client } from "@aws-sdk/client-s3";
import { notFound } from "../../http/app-error.ts";
import { keyOfObject } from "./s3-keys.ts";
import type { S3Place } from "./s3-place.ts";

/** A store that has not begun to answer by then is taken for gone. */
const ANSWER_LIMIT_MS = 8_000;
/**
 * While bytes go there it has to take some, or to answer, that often; the last ones may still be on
 * a slow line.
 */
const SILENCE_LIMIT_MS = 15_000;

/** A bucket and the two ways to it. */
export interface Bucket {
  /** For short questions and for reading. */
  client: S3Client;
  /** For sending bytes: apart, because a download may pause as long as its reader does. */
  sender: S3Client;
  /** Returns where a key's object lies; 404 for what no key looks like. */
  at(key: string): { Bucket: string; Key: string };
  name: string;
}

export function openBucket(place: S3Place): Bucket {
  return {
    client: clientOf(place, { requestTimeout: ANSWER_LIMIT_MS, throwOnRequestTimeout: true }),
    sender: clientOf(place, { socketTimeout: SILENCE_LIMIT_MS }),
    at(key) {
      if (keyOfObject(key) === undefined) throw notFound();
      return { Bucket: place.bucket, Key: key };
    },
    name: place.bucket,
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
