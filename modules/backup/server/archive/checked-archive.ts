import { createHash, type Hash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { z } from "zod";
import { isBlobKey } from "#platform/server/blobs/blobs.ts";
import { type Part, readParts } from "./archive-reader.ts";
import {
  anyHeader,
  type ArchiveHeader,
  archiveHeader,
  type ArchiveManifest,
  archiveManifest,
  BackupRefusal,
  blobName,
  FORMAT,
  HEADER,
  JOBS,
  MANIFEST,
  rowsName,
  type TableSum,
} from "./format.ts";

const JSON_LIMIT_BYTES = 256 * 1024 * 1024;

/** An archive that has been read from end to end and is exactly what its manifest says. */
export interface CheckedArchive {
  path: string;
  header: ArchiveHeader;
  manifest: ArchiveManifest;
  /** Id of the one club that is wanted of a whole backup; the files of others come all the same. */
  only?: string;
}

/** Rows of a table, or the bytes of a file. */
export type ArchivePart = { content: AsyncIterable<Buffer> } & (
  | { tenantId: string; table: string }
  | { key: string }
);

/**
 * Reads the whole file and compares every part with the manifest at its end. Nothing is written
 * anywhere.
 */
export async function checkArchive(path: string): Promise<CheckedArchive> {
  const parts = readParts(path);
  const header = await readHeader(parts, path);
  const tables = new Map<string, TableSum>();
  const blobs = new BlobsSum();
  let manifest: ArchiveManifest | undefined;
  for await (const part of parts) {
    if (manifest !== undefined) throw damaged(path, `Nach dem Verzeichnis folgt noch ${part.name}`);
    if (part.name === MANIFEST) {
      manifest = await parsed(archiveManifest, part, path);
      continue;
    }
    const named = identified(part, header, path);
    if ("key" in named) {
      const { bytes, sha256 } = await sumOf(named.content);
      blobs.add(named.key, bytes, sha256);
    } else {
      if (tables.has(part.name)) throw damaged(path, `${part.name} kommt zweimal vor`);
      tables.set(part.name, { name: named.table, ...(await sumOf(named.content)) });
    }
  }
  if (manifest === undefined)
    throw damaged(path, "Das Verzeichnis am Ende fehlt: Die Sicherung wurde nicht fertig");
  const promised = new Map(
    manifest.tenants.flatMap(({ id, tables: sums }) =>
      sums.map((sum) => [rowsName(id, sum.name), sum] as const),
    ),
  );
  for (const name of new Set([...promised.keys(), ...tables.keys()])) {
    const [is, should] = [tables.get(name), promised.get(name)];
    if (is?.sha256 !== should?.sha256 || is?.rows !== should?.rows || is?.bytes !== should?.bytes)
      throw damaged(path, `${name} ist nicht, was gesichert wurde`);
  }
  const found = blobs.result();
  const { blobs: should } = manifest;
  if (
    found.sha256 !== should.sha256 ||
    found.count !== should.count ||
    found.bytes !== should.bytes
  ) {
    throw damaged(path, "Die Dateien sind nicht, was gesichert wurde");
  }
  return { path, header, manifest };
}

/** The rows and files of an archive that was checked before, once more and in order. */
export async function* contentsOf({
  path,
  header,
  only,
}: CheckedArchive): AsyncGenerator<ArchivePart> {
  for await (const part of readParts(path)) {
    if (part.name === HEADER || part.name === MANIFEST) continue;
    if (only !== undefined && isOfAnother(part.name, only)) continue;
    yield identified(part, header, path);
  }
}

function isOfAnother(name: string, tenantId: string): boolean {
  const [kind, id] = name.split("/");
  return kind === "tenants" && id !== tenantId;
}

/** A checksum over many files in their order. */
export class BlobsSum {
  readonly #hash: Hash = createHash("sha256");
  #count = 0;
  #bytes = 0;

  add(key: string, bytes: number, sha256: string): void {
    this.#hash.update(`${key} ${bytes} ${sha256}\n`);
    this.#count += 1;
    this.#bytes += bytes;
  }

  result(): ArchiveManifest["blobs"] {
    return { count: this.#count, bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }
}

async function readHeader(parts: AsyncGenerator<Part>, path: string): Promise<ArchiveHeader> {
  const first = await parts.next();
  if (first.done === true || first.value.name !== HEADER)
    throw new BackupRefusal(`Die Datei ${path} ist keine Sicherung von Vereinsheim.`);
  const text = await readLimited(first.value, path);
  const { format } = read(anyHeader, text, path);
  if (format > FORMAT)
    throw new BackupRefusal(
      `Die Datei ${path} stammt von einer neueren Version von Vereinsheim. Bitte bringen Sie diese Installation zuerst auf deren Stand.`,
    );
  return read(archiveHeader, text, path);
}

function identified({ name, content }: Part, header: ArchiveHeader, path: string): ArchivePart {
  const [kind, first = "", second = "", ...more] = name.split("/");
  const isKnown = (table: string) =>
    table === JOBS || header.tables.some((known) => known.name === table);
  if (
    more.length === 0 &&
    kind === "tenants" &&
    header.tenants.some(({ id }) => id === first) &&
    isKnown(second)
  ) {
    return { tenantId: first, table: second, content };
  }
  const key = `${first}/${second}`;
  if (name === blobName(key) && isBlobKey(key)) return { key, content };
  throw damaged(path, `${name} gehört nicht dazu`);
}

/** `rows` counts lines: every row of COPY's text format is one. */
async function sumOf(
  content: AsyncIterable<Buffer>,
): Promise<{ rows: number; bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let rows = 0;
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
  }
  return { rows, bytes, sha256: hash.digest("hex") };
}

async function parsed<T>(shape: z.ZodType<T>, part: Part, path: string): Promise<T> {
  return read(shape, await readLimited(part, path), path);
}

async function readLimited({ name, content }: Part, path: string): Promise<string> {
  let size = 0;
  async function* counted() {
    for await (const chunk of content) {
      size += chunk.byteLength;
      if (size > JSON_LIMIT_BYTES) throw damaged(path, `${name} ist zu groß`);
      yield chunk;
    }
  }
  return (await buffer(counted())).toString("utf8");
}

function read<T>(shape: z.ZodType<T>, text: string, path: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BackupRefusal(`Die Datei ${path} ist keine Sicherung von Vereinsheim.`, {
      cause: error,
    });
  }
  const result = shape.safeParse(value);
  if (!result.success)
    throw new BackupRefusal(`Die Datei ${path} ist keine Sicherung von Vereinsheim.`, {
      cause: result.error,
    });
  return result.data;
}

function damaged(path: string, what: string): BackupRefusal {
  return new BackupRefusal(
    `Die Datei ${path} ist beschädigt oder unvollständig: ${what}. Es wurde nichts eingespielt.`,
  );
}
