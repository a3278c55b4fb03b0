import { randomBytes } from "node:crypto";
import { CreateBucketCommand, ListObjectsV2Command, S3ServiceException } from "@aws-sdk/client-s3";
import { PartFault } from "../../part-fault.ts";
import { type Bucket, openBucket } from "./s3-client.ts";
import { deleteObject, putObject } from "./s3-objects.ts";
import type { S3Place } from "./s3-place.ts";

type Reason = (place: S3Place) => string;

/** What an operator can mend, by the store's code. */
const REASONS: Readonly<Record<string, Reason>> = {
  NoSuchBucket: ({ bucket }) =>
    `Den Bucket „${bucket}“ gibt es dort nicht. Legen Sie ihn an, oder ergänzen Sie die Adresse um &create=true.`,
  InvalidAccessKeyId: unknownKey,
  XAdminUserNotFound: unknownKey,
  SignatureDoesNotMatch: ({ accessKeyId }) =>
    `Das Geheimnis zum Schlüssel „${accessKeyId}“ ist falsch. Steht ein % darin, schreiben Sie es als %25.`,
  AccessDenied: ({ accessKeyId, bucket }) =>
    `Der Schlüssel „${accessKeyId}“ darf im Bucket „${bucket}“ nicht auflisten, schreiben und löschen.`,
  BucketAlreadyExists: ({ bucket }) => `Der Bucket „${bucket}“ gehört jemand anderem.`,
  AuthorizationHeaderMalformed: wrongRegion,
  PermanentRedirect: wrongRegion,
  IllegalLocationConstraintException: wrongRegion,
  RequestTimeTooSkewed: () => "Die Uhren des Servers und des Dateispeichers gehen auseinander.",
};

function unknownKey({ accessKeyId }: S3Place): string {
  return `Den Schlüssel „${accessKeyId}“ kennt er nicht.`;
}

function wrongRegion({ region }: S3Place): string {
  return `Der Bucket liegt nicht in der Region „${region}“. Setzen Sie region=… in der Adresse.`;
}

/**
 * Tries what files need of a bucket: to list, write and delete. Makes it where it is not there and
 * may be made.
 * @throws PartFault with the cause; one that is away only for now is `passing`.
 */
export async function requireBucket(place: S3Place): Promise<void> {
  const bucket = openBucket(place);
  try {
    await lookAtBucket(bucket).catch(async (error: unknown) => {
      if (place.mayCreate !== true || nameOf(error) !== "NoSuchBucket") throw error;
      await makeBucket(bucket);
    });
    const probe = `vereinsheim-probe-${randomBytes(8).toString("hex")}`;
    await putObject({ ...bucket, at: (Key) => ({ Bucket: bucket.name, Key }) }, probe, Buffer.of());
    await deleteObject({ ...bucket, at: (Key) => ({ Bucket: bucket.name, Key }) }, probe);
  } catch (error) {
    throw faultOf(place, error);
  } finally {
    bucket.client.destroy();
    bucket.sender.destroy();
  }
}

/** Asks with a call whose refusal says why, as one of HEAD does not. */
async function lookAtBucket({ client, name }: Bucket): Promise<void> {
  await client.send(new ListObjectsV2Command({ Bucket: name, MaxKeys: 1 }));
}

/**
 * Several servers may begin at the same moment; some stores tell the slower one that the bucket is
 * somebody's, and not whose.
 */
async function makeBucket(bucket: Bucket): Promise<void> {
  const made = new CreateBucketCommand({ Bucket: bucket.name });
  await bucket.client.send(made).catch(async (error: unknown) => {
    if (nameOf(error) === "BucketAlreadyOwnedByYou") return;
    if (nameOf(error) !== "BucketAlreadyExists") throw error;
    await lookAtBucket(bucket).catch(() => {
      throw error;
    });
  });
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "";
}

function faultOf(place: S3Place, error: unknown): PartFault {
  const said = (sentence: string, passing = false) =>
    new PartFault("STORAGE_URL", `${place.endpoint}: ${sentence}`, { passing, cause: error });
  const reason = REASONS[nameOf(error)];
  if (reason !== undefined) return said(reason(place));
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode ?? 0;
    return said(`Der Dateispeicher antwortet mit ${status} ${error.name}.`, status >= 500);
  }
  const text = error instanceof Error ? error.message : String(error);
  if (/EPROTO|wrong version number|packet length/i.test(text))
    return said("Er spricht kein TLS. Ohne TLS gehört &tls=false an die Adresse.");
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? nameOf(error);
  return said(`Der Dateispeicher antwortet nicht (${code}).`, true);
}
