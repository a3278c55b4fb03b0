import type { DiskReserve } from "../disk/disk-reserve.ts";
import type { BlobStore } from "./blobs.ts";

/** So many bytes of a file of unknown length are written between two looks at the disk. */
const BETWEEN_BYTES = 16 * 1024 * 1024;

/** Returns the same store, which takes nothing that would not leave the reserve free. */
export function reservedBlobStore(blobs: BlobStore, reserve: DiskReserve): BlobStore {
  async function* whileThereIsRoom(content: AsyncIterable<Uint8Array>) {
    let bytes = 0;
    for await (const chunk of content) {
      bytes += chunk.byteLength;
      if (bytes >= BETWEEN_BYTES) {
        await reserve.take(bytes);
        bytes = 0;
      }
      yield chunk;
    }
  }
  return {
    ...blobs,
    async put(content, options) {
      await reserve.roomFor(0);
      return blobs.put(whileThereIsRoom(content), options);
    },
    async begin(size, partBytes) {
      await reserve.roomFor(size);
      return blobs.begin(size, partBytes);
    },
    async writePart(blob, part, content) {
      await reserve.take(part.size);
      return blobs.writePart(blob, part, content);
    },
  };
}
