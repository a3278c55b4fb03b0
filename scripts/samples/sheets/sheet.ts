import type { Page, Word } from "#modules/event-import/server/documents/pages.ts";

/** How a text is set. */
export interface Type {
  size?: number;
  bold?: boolean;
  /** x is the left edge, the middle or the right edge. */
  align?: "LEFT" | "CENTRE" | "RIGHT";
  /** Wraps at this width. */
  width?: number;
}

/** A page of paper in points that text is set on, as the text layer of a PDF would give it. */
export class Sheet {
  readonly width: number;
  readonly height: number;
  readonly #words: Word[] = [];

  constructor(landscape = false) {
    this.width = landscape ? 842 : 595;
    this.height = landscape ? 595 : 842;
  }

  /** Sets a text with its first base line at y; returns the base line after its last line. */
  put(x: number, y: number, text: string, type: Type = {}): number {
    const { size = 11, bold = false, align = "LEFT", width = Infinity } = type;
    let base = y;
    for (const line of wrapped(text, size, width)) {
      const wide = widthOf(line, size);
      let at = align === "LEFT" ? x : align === "CENTRE" ? x - wide / 2 : x - wide;
      for (const word of line.split(" ")) {
        const end = at + widthOf(word, size);
        if (word !== "")
          this.#words.push({
            text: word,
            x0: at,
            y0: base - size * 0.8,
            x1: end,
            y1: base,
            size,
            bold,
            confidence: 100,
          });
        at = end + size * 0.28;
      }
      base += size * 1.25;
    }
    return base;
  }

  page(number = 1): Page {
    return { number, width: this.width, height: this.height, words: [...this.#words] };
  }
}

/** Returns the lines that a text takes at this width. */
export function wrapped(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const part of text.split("\n")) {
    let line = "";
    for (const word of part.split(" ")) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (line !== "" && widthOf(longer, size) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    lines.push(line);
  }
  return lines;
}

/** About the width that a sans-serif font has. */
export function widthOf(text: string, size: number): number {
  let width = 0;
  for (const letter of text)
    width += /[ijlftrI.,:;'|!() ]/.test(letter)
      ? 0.28
      : /[mwMW%]/.test(letter)
        ? 0.85
        : /[A-ZÄÖÜ]/.test(letter)
          ? 0.68
          : 0.54;
  return width * size;
}
