import type { Encoding } from "../../../table-formats.ts";

import { decoderOf } from "./decoder.ts";

const ONE_BYTE = ["WINDOWS-1252", "MACINTOSH", "IBM850"] as const;
/**
 * Letters beyond ASCII where German words have them; quotation marks and dashes stand elsewhere.
 */
const IN_WORDS = /[A-Za-zß][äöüéèáç](?=[a-zßäöü])|[A-Za-zäöü]ß|(?<![A-Za-z])[ÄÖÜ](?=[a-zß])/g;

/** Tells apart the encodings with one byte for each sign: where the umlauts make words. */
export class OneByteEncodings {
  readonly #found = new Map<(typeof ONE_BYTE)[number], number>();

  look(bytes: Uint8Array): void {
    for (const encoding of ONE_BYTE)
      this.#found.set(
        encoding,
        (this.#found.get(encoding) ?? 0) +
          (decoderOf(encoding)(bytes).match(IN_WORDS)?.length ?? 0),
      );
  }

  /** What Excel on Windows writes, unless another one makes more words. */
  best(): Encoding {
    return ONE_BYTE.reduce((best, encoding) =>
      (this.#found.get(encoding) ?? 0) > (this.#found.get(best) ?? 0) ? encoding : best,
    );
  }
}
