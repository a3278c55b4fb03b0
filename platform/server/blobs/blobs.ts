import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { AppError } from "../http/app-error.ts";

export interface StoredBlob {
  /** Random, never derived from a name. */
  key: string;
  size: number;
  /** Hex. */
  sha256: string;
}

/** Bytes that arrive in parts. `state` is the store's own note about them; keep it as it is. */
export interface PartialBlob {
  key: string;
  size: number;
  state: string;
}

/** Where one part lies: `number` counts from 0, every part but the last has the same size. */
export interface BlobPart {
  number: number;
  offset: number;
  size: number;
}

/** Smallest part in the middle that a bucket's own uploads take. */
export const MIN_PART_BYTES = 5 * 1024 * 1024;

/** Where bytes live. A key exists only when all its bytes are safely stored. */
export interface BlobStore {
  /**
   * Reads the stream to its end; refuses with 413 beyond `maxBytes`. Nothing remains of a failed
   * one. `key` only where a backup says under which one the bytes lay; what is there is replaced.
   */
  put(
    content: AsyncIterable<Uint8Array>,
    options: { maxBytes: number; key?: string },
  ): Promise<StoredBlob>;
  /** The bytes, or a part of them (both ends inclusive). 404 when there is no such key. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** The file of this machine that holds a key's bytes; absent where they lie elsewhere. */
  fileOf?(key: string): string;
  /** Bytes of a key, undefined when there is none. */
  size(key: string): Promise<number | undefined>;
  delete(key: string): Promise<void>;
  /**
   * Keys last written before a time, half-arrived ones too, for the cleanup of those that got no row.
   */
  keysOlderThan(time: Date): AsyncIterable<string>;
  /**
   * Begins bytes of a known size that arrive in parts of `partBytes`. Claim the key at once, or the
   * cleanup takes them.
   */
  begin(size: number, partBytes: number): Promise<PartialBlob>;
  /** Takes one part; parts in any order, several at once, a part again. Returns its receipt. */
  writePart(blob: PartialBlob, part: BlobPart, content: AsyncIterable<Uint8Array>): Promise<string>;
  /**
   * Makes the key exist from its parts' receipts, in order of their numbers, safely when it
   * resolves. `look` sees the bytes on the way, once and in order, and must not keep them: their
   * memory is used again. A second time does the same. Fails with `DamagedParts` when a part is not
   * what its receipt says, after a power cut for example.
   */
  join(
    blob: PartialBlob,
    receipts: readonly string[],
    look: (bytes: Uint8Array) => void,
  ): Promise<void>;
  /** Gives the parts up. */
  discard(blob: PartialBlob): Promise<void>;
}

/** Parts that have to be sent again. */
export class DamagedParts extends Error {
  readonly numbers: readonly number[];

  constructor(numbers: readonly number[]) {
    super(`parts ${numbers.join(", ")} are not what arrived`);
    this.numbers = numbers;
  }
}

/** Random bytes, too many to be guessed, in a form that is a path on disk and a key in a bucket. */
export function newBlobKey(): string {
  const name = randomBytes(20).toString("hex");
  return `${name.slice(0, 2)}/${name.slice(2)}`;
}

export function isBlobKey(key: string): boolean {
  return /^[0-9a-f]{2}\/[0-9a-f]{38}$/.test(key);
}

/**
 * A part ended early or has more bytes than were announced: the sender's connection broke, or it
 * miscounted.
 */
export function wrongPartSize(): AppError {
  return new AppError("BAD_REQUEST", {
    code: "WRONG_CHUNK_SIZE",
    detail: "Dieser Teil der Datei ist unvollständig angekommen.",
  });
}

/** The store cannot be written or read at the moment. */
export function storeUnavailable(cause: unknown): AppError {
  return new AppError("UNAVAILABLE", {
    code: "STORE_UNAVAILABLE",
    detail:
      "Der Dateispeicher ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.",
    retryAfterSeconds: 10,
    cause,
  });
}
