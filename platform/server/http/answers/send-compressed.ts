import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from "node:zlib";
import type { FastifyReply } from "fastify";

/** What fits into one packet is not worth the work. */
const LEAST_BYTES = 1_400;
/** A third of the time that Brotli takes for nearly its size. */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
/** As fast as gzip and a little smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 6 };

/** The better ones first. */
const METHODS = {
  zstd: {
    whole: (text: string) => promisify(zstdCompress)(text, ZSTD),
    stream: () => createZstdCompress(ZSTD),
  },
  br: {
    whole: (text: string) => promisify(brotliCompress)(text, BROTLI),
    stream: () => createBrotliCompress(BROTLI),
  },
  gzip: {
    whole: (text: string) => promisify(gzip)(text, GZIP),
    stream: () => createGzip(GZIP),
  },
};

const ENCODINGS = Object.keys(METHODS) as (keyof typeof METHODS)[];

/**
 * Sends text compressed where the client takes that. For what holds no secret, or is answered to
 * bearer tokens alone: no foreign page can make a browser ask for that, so its length tells nobody
 * what it holds. Not for forms of the login.
 */
export function sendCompressed(
  content: string | Readable | undefined,
  reply: FastifyReply,
): FastifyReply {
  const others = reply.getHeader("vary");
  reply.header(
    "vary",
    others === undefined ? "Accept-Encoding" : `${String(others)}, Accept-Encoding`,
  );
  const encoding = encodingFor(reply.request.headers["accept-encoding"]);
  if (content === undefined || encoding === undefined) return reply.send(content);
  const method = METHODS[encoding];
  if (typeof content !== "string") {
    const compressed = method.stream();
    // An error of the source ends the answer; Fastify notes it.
    pipeline(content, compressed, () => {});
    return reply.header("content-encoding", encoding).send(compressed);
  }
  if (Buffer.byteLength(content) < LEAST_BYTES) return reply.send(content);
  method.whole(content).then(
    (bytes) => reply.header("content-encoding", encoding).send(bytes),
    (error: Error) => reply.send(error),
  );
  return reply;
}

/** Returns the better of those that the client names; one with `q=0` it does not want. */
function encodingFor(accepted: string | undefined): keyof typeof METHODS | undefined {
  if (accepted === undefined) return undefined;
  const named = accepted
    .toLowerCase()
    .split(",")
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(";")[0]);
  return ENCODINGS.find((encoding) => named.includes(encoding));
}
