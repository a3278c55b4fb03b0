import type { Encoding } from "../../../table-formats.ts";

/**
 * What DOS wrote for the bytes from 0x80 on in Western Europe; no decoder of the platform knows it.
 */
const IBM850 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0";

const LABELS: Record<Exclude<Encoding, "IBM850">, string> = {
  "UTF-8": "utf-8",
  "WINDOWS-1252": "windows-1252",
  "UTF-16LE": "utf-16le",
  "UTF-16BE": "utf-16be",
  MACINTOSH: "macintosh",
};

/** Turns the bytes of a file into text, piece by piece; a call without bytes ends it. */
export function decoderOf(encoding: Encoding): (bytes?: Uint8Array) => string {
  if (encoding === "IBM850")
    return (bytes = new Uint8Array()) =>
      Buffer.from(bytes)
        .toString("latin1")
        .replace(/[\x80-\xff]/g, ofDos);
  const decoder = new TextDecoder(LABELS[encoding]);
  return (bytes) =>
    bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
}

function ofDos(sign: string): string {
  return IBM850[sign.charCodeAt(0) - 0x80] ?? sign;
}

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
