/** After a space, and after a hyphen within a name: in "Hans-Joachim", not in "C-Jugend". */
const BREAKS = /(?<= )(?! )|(?<=\p{L}{2}-)(?=\p{L}{2})/u;
/** Where a word that is wider than its line is broken first: addresses of mail and web. */
const SIGNS = /[@._/\\:;,&=?+-]/;
// oxlint-disable-next-line no-control-regex
const INVISIBLE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b\ufeff]/g;

export interface Wrapped {
  /** A line that ends at a space ends with it, so that its last word stays a word of its own. */
  lines: string[];
  /** Whether a word goes on in the next line, after its hyphen or anywhere. */
  isBroken: boolean;
}

/** Returns the text as it can be printed: composed letters, no signs without a picture. */
export function printable(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(INVISIBLE, (sign) => (sign === "\t" ? " " : ""));
}

/** Returns the parts of a text that stay in one line where they can. */
export function wordsOf(text: string): string[] {
  return text.split("\n").flatMap((line) => line.split(BREAKS));
}

/** Returns a printable text in lines that are no wider than `room`: nothing of it is lost. */
export function wrapped(text: string, room: number, widthOf: (text: string) => number): Wrapped {
  const isShort = !text.includes("\n") && widthOf(text) <= room;
  if (isShort) return { lines: [text], isBroken: false };
  const lines: string[] = [];
  let isBroken = false;
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(BREAKS)) {
      if (widthOf(line + word.trimEnd()) <= room) {
        line += word;
        continue;
      }
      if (line !== "") {
        lines.push(line);
        isBroken ||= !line.endsWith(" ");
      }
      line = word;
      while (widthOf(line.trimEnd()) > room) {
        const end = fitting(line, room, widthOf);
        if (end >= line.length) break;
        lines.push(line.slice(0, end));
        line = line.slice(end);
        isBroken = true;
      }
    }
    lines.push(line);
  }
  return { lines, isBroken };
}

/**
 * Returns how much of a word fits: up to its last sign if that is not too early, else to the last
 * letter, at least one; accents stay with their letter.
 */
function fitting(word: string, room: number, widthOf: (text: string) => number): number {
  let end = 0;
  let afterSign = 0;
  let width = 0;
  for (const [letter] of word.matchAll(/\P{M}\p{M}*|\p{M}+/gsu)) {
    width += widthOf(letter);
    if (width > room && end > 0) break;
    end += letter.length;
    if (SIGNS.test(letter)) afterSign = end;
  }
  return afterSign * 3 >= end ? afterSign : end;
}
