import type { FastifyRequest } from "fastify";
import type { Environment } from "../environment.ts";
import type { BlobStore } from "./blobs.ts";

/** Where nginx finds the files of `DATA_DIR/files`; reachable by an answer of this server alone. */
const INTERNAL_PLACE = "/vereinsheim-files/";

/**
 * Returns the header that has a proxy send a blob's bytes itself, whole or the part that was asked
 * for; undefined where this server has to send them. Rights are checked by then: the header is the
 * permission. Only a proxy that is trusted gets it, anybody else would have an empty file.
 */
export function handedOver(
  { environment: { fileHandover }, blobs }: HandsOver,
  key: string,
  request: FastifyRequest,
): Record<string, string> | undefined {
  // The caller itself, and behind it whom a trusted proxy named.
  const cameByProxy = (request.ips?.length ?? 0) > 1;
  if (fileHandover === undefined || blobs.fileOf === undefined || !cameByProxy) return undefined;
  return fileHandover === "X-Accel-Redirect"
    ? { "x-accel-redirect": INTERNAL_PLACE + key }
    : { "x-sendfile": blobs.fileOf(key) };
}

/** What decides it. */
export interface HandsOver {
  environment: Pick<Environment, "fileHandover">;
  blobs: Pick<BlobStore, "fileOf">;
}
