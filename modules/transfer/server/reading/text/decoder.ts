import iconv from "iconv-lite";
import type { Encoding } from "../../../table-formats.ts";

/**
 * By the names of the platform's own decoder, which knows them as browsers do: the euro of newer
 * Macs too, and no half signs.
 */
const LABELS: Record<Exclude<Encoding, "IBM850">, string> = {
  "UTF-8": "utf-8",
  "WINDOWS-1252": "windows-1252",
  "UTF-16LE": "utf-16le",
  "UTF-16BE": "utf-16be",
  MACINTOSH: "macintosh",
};

/**
 * Returns what turns the bytes of a file into text, piece by piece, without a byte order mark; a
 * call without bytes ends it. Bytes that mean nothing become U+FFFD.
 */
export function decoderOf(encoding: Encoding): (bytes?: Uint8Array) => string {
  if (encoding === "IBM850") return (bytes = new Uint8Array()) => iconv.decode(bytes, "cp850");
  const decoder = new TextDecoder(LABELS[encoding]);
  return (bytes) =>
    bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
}
