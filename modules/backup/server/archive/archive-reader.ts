import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { extract } from "tar-stream";
import { PIECE_BYTES } from "./archive-writer.ts";
import { BackupRefusal } from "./format.ts";

/** One part of an archive; its content is read once, before the next part. */
export interface Part {
  name: string;
  content: AsyncIterable<Buffer>;
}

/**
 * The parts of an archive in their order. Fails when the file is cut off or is no such file at all.
 */
export async function* readParts(path: string): AsyncGenerator<Part> {
  const info = await stat(path).catch(() => undefined);
  if (info?.isFile() !== true) throw new BackupRefusal(`Die Datei ${path} gibt es nicht.`);
  const tar = extract();
  let failure: unknown;
  const fed = pipeline(createReadStream(path), createZstdDecompress(), tar).catch(
    (error: unknown) => {
      failure ??= error;
    },
  );
  try {
    yield* parts(tar[Symbol.asyncIterator](), path);
    await fed;
    if (failure !== undefined) throw failure;
  } catch (error) {
    throw translateError(error, path);
  } finally {
    tar.destroy();
    await fed;
  }
}

type Entries = ReturnType<ReturnType<typeof extract>[typeof Symbol.asyncIterator]>;

async function* parts(entries: Entries, path: string): AsyncGenerator<Part> {
  let current = await entries.next();
  while (current.done !== true) {
    const name = current.value.header.name;
    let number = 0;
    async function* content(): AsyncGenerator<Buffer> {
      try {
        while (current.done !== true) {
          const { header } = current.value;
          if (header.name !== (number === 0 ? name : `${name}.${number + 1}`)) return;
          if (header.type !== "file" || (header.size ?? 0) > PIECE_BYTES)
            throw new BackupRefusal(`Der Teil ${header.name} gehört nicht in eine Sicherung.`);
          number += 1;
          for await (const chunk of current.value) yield chunk as Buffer;
          current = await entries.next();
        }
      } catch (error) {
        // The reader of the content is told here, not from the parts' own iteration.
        throw translateError(error, path);
      }
    }
    const reading = content();
    yield { name, content: reading };
    // What the reader left over.
    for await (const _ of reading);
  }
}

/** What decompression and tar say about bytes that are not what was written. */
function isDamage(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return (
    code?.startsWith("ZSTD_") === true ||
    code?.startsWith("Z_") === true ||
    /Unexpected end of data|Invalid tar header|Invalid header|Header exceeds|unexpected end of file|premature close/i.test(
      error.message,
    )
  );
}

function translateError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !isDamage(error)) return error;
  return new BackupRefusal(
    `Die Datei ${path} ist beschädigt, unvollständig oder keine Sicherung von Vereinsheim (${error.message}).`,
    { cause: error },
  );
}
