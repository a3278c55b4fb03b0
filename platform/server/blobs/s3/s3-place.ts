/** A bucket of an S3-compatible store. */
export interface S3Place {
  /** Origin of the store. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket may be made where it is not there. */
  mayCreate?: boolean;
}

// Secrets that stores make have `/` and `+` in them, which an address can't: so this is not read as
// one. The last @ ends the secret, whatever stands in it.
const PLACE =
  /^s3:\/\/(?<key>[^:@/\s]+):(?<secret>\S+)@(?<host>[^@/?#\s]+)\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?(?:\?(?<query>[^@\s]*))?$/;

/**
 * Reads `s3://key:secret@host/bucket?region=…`; `&tls=false` for a store in the same machine or
 * network without TLS, `&create=true` where the bucket may be made. Returns undefined for anything
 * else.
 */
export function readS3Place(value: string): S3Place | undefined {
  const { key, secret, host, bucket, query } = PLACE.exec(value)?.groups ?? {};
  if (key === undefined || secret === undefined || bucket === undefined) return undefined;
  const options = new URLSearchParams(query);
  const endpoint = `${options.get("tls") === "false" ? "http" : "https"}://${host}`;
  if (!URL.canParse(endpoint)) return undefined;
  return {
    endpoint,
    region: options.get("region") ?? "us-east-1",
    bucket,
    accessKeyId: decoded(key),
    secretAccessKey: decoded(secret),
    ...(options.get("create") === "true" && { mayCreate: true }),
  };
}

/** As it stands unless every `%` begins an escape. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
