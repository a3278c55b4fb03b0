/** Signs of Windows-1252 that are elsewhere in Unicode. */
const WINDOWS_1252 = new Map<number, number>();
for (let byte = 0x80; byte <= 0xff; byte++) {
  const sign = new TextDecoder("windows-1252").decode(Uint8Array.of(byte)).codePointAt(0);
  if (sign !== undefined) WINDOWS_1252.set(sign, byte);
}

/** Letters with a stroke, which Unicode does not take apart. */
const WITHOUT_STROKE: Record<string, string> = {
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ħ: "h",
  Ħ: "H",
  ŧ: "t",
  Ŧ: "T",
  ı: "i",
};

const MOST_NAMED = 10;

/** Turns texts into bytes of one encoding and remembers which signs it has no place for. */
export interface TextEncoding {
  /** Comes before the text. */
  readonly mark: Buffer;
  encode(text: string): Buffer;
  /** A German sentence about the signs that did not fit, or undefined. */
  problem(): string | undefined;
}

export function textEncoding(
  name: "UTF-8" | "WINDOWS-1252" | "UTF-16",
  byteOrderMark: boolean,
): TextEncoding {
  const problem = () => undefined;
  if (name === "UTF-16")
    return {
      mark: Buffer.from([0xff, 0xfe]),
      encode: (text) => Buffer.from(text, "utf16le"),
      problem,
    };
  if (name === "UTF-8")
    return {
      mark: byteOrderMark ? Buffer.from([0xef, 0xbb, 0xbf]) : Buffer.alloc(0),
      encode: (text) => Buffer.from(text),
      problem,
    };
  return windows1252();
}

function windows1252(): TextEncoding {
  const replaced = new Map<string, string>();
  let count = 0;
  const byteOf = (sign: string): number => {
    const code = sign.codePointAt(0) ?? 0;
    const byte = code < 0x80 ? code : WINDOWS_1252.get(code);
    if (byte !== undefined) return byte;
    // ř becomes r; what has no letter below its accent becomes a question mark.
    const base = (WITHOUT_STROKE[sign] ?? sign).normalize("NFD").replace(/\p{M}/gu, "");
    const instead = /^[\x20-\x7e]$/.test(base) ? base : "?";
    count++;
    if (replaced.size < MOST_NAMED) replaced.set(sign, instead);
    return instead.charCodeAt(0);
  };
  return {
    mark: Buffer.alloc(0),
    encode: (text) => Buffer.from(Array.from(text.normalize("NFC"), byteOf)),
    problem() {
      if (count === 0) return undefined;
      const examples = [...replaced]
        .map(([sign, instead]) => `„${sign}“ als „${instead}“`)
        .join(", ");
      const what = count === 1 ? "Ein Zeichen gibt" : `${count.toLocaleString("de")} Zeichen gibt`;
      return `${what} es in Windows-1252 nicht; geschrieben wurde stattdessen: ${examples}. Mit UTF-8 bleibt alles, wie es ist.`;
    },
  };
}
