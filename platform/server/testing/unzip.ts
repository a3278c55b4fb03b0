import { unzipSync } from "fflate";

/** Returns the files of a ZIP by name, in the order of its central directory. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  return new Map(
    Object.entries(unzipSync(archive)).map(([name, content]) => [name, Buffer.from(content)]),
  );
}
