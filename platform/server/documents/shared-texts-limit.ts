import { Inflate } from "fflate";
import { UnreadableTable } from "./table.ts";

/** More texts than a list of people or events can have; each costs a reader far more than its bytes. */
export const MAX_SHARED_TEXTS = 1_000_000;

/** Bytes unpacked at once: a thousand times as much may come out of them. */
const SLICE = 16 * 1024;
/** The longest beginning of an element that can lie across two pieces. */
const OVERLAP = 64;
const ELEMENT = /<(?:[\w.-]{1,40}:)?si(?=[\s/>])/g;

export function tooManyTexts(): UnreadableTable {
  return new UnreadableTable(
    "Die Excel-Datei enthält mehr als eine Million verschiedene Texte. Bitte teilen Sie sie auf.",
  );
}

/** An entry of an archive as it lies in the file. */
export interface PackedEntry {
  packed: Uint8Array;
  isDeflated: boolean;
}

/**
 * Throws where the entries together hold more shared texts of a workbook than anybody needs, before
 * a reader makes a string of each. Which part they are in, a file says itself: all are looked at.
 */
export function refuseTooManyTexts(
  entries: Iterable<PackedEntry>,
  most: number = MAX_SHARED_TEXTS,
): void {
  let count = 0;
  for (const { packed, isDeflated } of entries) {
    let tail = "";
    const look = (bytes: Uint8Array) => {
      const text =
        tail + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
      // What may go on in the next piece is looked at with it, and counted once.
      const settled = Math.max(0, text.length - OVERLAP);
      for (const { index } of text.matchAll(ELEMENT)) if (index < settled) count += 1;
      tail = text.slice(settled);
      if (count > most) throw tooManyTexts();
    };
    if (isDeflated) unpack(packed, look);
    else look(packed);
    count += tail.match(ELEMENT)?.length ?? 0;
    if (count > most) throw tooManyTexts();
  }
}

function unpack(packed: Uint8Array, look: (bytes: Uint8Array) => void): void {
  const stream = new Inflate((bytes) => look(bytes));
  for (let at = 0; at < packed.length; at += SLICE)
    stream.push(packed.subarray(at, at + SLICE), at + SLICE >= packed.length);
}
