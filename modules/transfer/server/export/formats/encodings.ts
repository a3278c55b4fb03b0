import iconv from "iconv-lite";

const WINDOWS_1252 = "windows-1252";

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
  /** Excel reads it by a double click; UTF-8 without a mark it would misread. */
  readonly forExcel: boolean;
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
      forExcel: true,
      encode: (text) => Buffer.from(text, "utf16le"),
      problem,
    };
  if (name === "UTF-8")
    return {
      mark: byteOrderMark ? Buffer.from([0xef, 0xbb, 0xbf]) : Buffer.alloc(0),
      forExcel: byteOrderMark,
      encode: (text) => Buffer.from(text),
      problem,
    };
  return windows1252();
}

function windows1252(): TextEncoding {
  const instead = new Map<string, string>();
  const examples = new Map<string, string>();
  let count = 0;
  const fitting = (sign: string): string => {
    const written = instead.get(sign) ?? (fits(sign) ? sign : similar(sign));
    instead.set(sign, written);
    if (written !== sign) {
      count++;
      if (examples.size < MOST_NAMED) examples.set(sign, written);
    }
    return written;
  };
  return {
    mark: Buffer.alloc(0),
    forExcel: true,
    encode(text) {
      const normal = text.normalize("NFC");
      return iconv.encode(
        fits(normal) ? normal : normal.replace(/\P{ASCII}/gu, fitting),
        WINDOWS_1252,
      );
    },
    problem() {
      if (count === 0) return undefined;
      const named = [...examples].map(([sign, written]) => `„${sign}“ als „${written}“`).join(", ");
      const what = count === 1 ? "Ein Zeichen gibt" : `${count.toLocaleString("de")} Zeichen gibt`;
      return `${what} es in Windows-1252 nicht; geschrieben wurde stattdessen: ${named}. Mit UTF-8 bleibt alles, wie es ist.`;
    },
  };
}

function fits(text: string): boolean {
  return iconv.decode(iconv.encode(text, WINDOWS_1252), WINDOWS_1252) === text;
}

/** Returns the letter below the accent: ř becomes r; what has none becomes a question mark. */
function similar(sign: string): string {
  const base = (WITHOUT_STROKE[sign] ?? sign).normalize("NFD").replace(/\p{M}/gu, "");
  return /^[\x20-\x7e]$/.test(base) ? base : "?";
}
