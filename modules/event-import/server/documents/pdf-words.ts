import type { getDocumentProxy } from "unpdf";
import type { Word } from "./pages.ts";
import { PDF_TEXT } from "../tuning.ts";

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>["getPage"]>>;
type TextContent = Awaited<ReturnType<PdfPage["getTextContent"]>>;
type TextItem = Extract<TextContent["items"][number], { str: string }>;

interface Piece {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  bold: boolean;
}

export interface PageText {
  words: Word[];
  /** Pieces of text that were looked at. */
  pieceCount: number;
  /** There are more. */
  isCut: boolean;
}

/** The words of a page's own text layer, of at most so many pieces; none when it is a scan. */
export async function wordsOfPdfPage(page: PdfPage, mostPieces: number): Promise<PageText> {
  const viewport = page.getViewport({ scale: 1 });
  let pieceCount = 0;
  let isCut = false;
  const pieces: (Omit<Piece, "bold"> & { fontName: string })[] = [];
  for await (const item of textItems(page)) {
    if (pieceCount >= mostPieces) {
      isCut = true;
      break;
    }
    pieceCount++;
    if (item.str === "") continue;
    const [a = 0, b = 0, , , e = 0, f = 0] = item.transform as number[];
    // Text that runs up or down the margin is no programme, and would tear the rows apart.
    if (Math.abs(b) > Math.abs(a)) continue;
    const [x = 0, y = 0] = viewport.convertToViewportPoint(e, f) as number[];
    pieces.push({
      text: item.str.normalize("NFKC"),
      x,
      y,
      width: item.width,
      size: Math.hypot(a, b),
      fontName: item.fontName,
    });
  }
  const isUnusual = unusualFonts(pieces);
  const words = wordsOf(pieces.map((piece) => ({ ...piece, bold: isUnusual(piece.fontName) })));
  return { words, pieceCount, isCut };
}

/** The items of a page as they are found; who stops reading stops the search. */
async function* textItems(page: PdfPage): AsyncGenerator<TextItem> {
  const stream = page.streamTextContent() as ReadableStream<TextContent>;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const item of value.items) if ("str" in item) yield item;
    }
  } finally {
    // The library wants to know why, also when nothing is left to be read.
    await reader.cancel(new Error("nobody reads on"));
  }
}

/**
 * The fonts that a page uses beside its usual one: bold, most often. Names and weights of fonts
 * would be known only after drawing the page.
 */
function unusualFonts(
  items: readonly { fontName: string; text: string }[],
): (fontName: string) => boolean {
  const letters = new Map<string, number>();
  for (const { fontName, text } of items)
    letters.set(fontName, (letters.get(fontName) ?? 0) + text.trim().length);
  const usual = [...letters].reduce((best, next) => (next[1] > best[1] ? next : best), ["", 0])[0];
  return (fontName) => fontName !== usual;
}

/**
 * PDF programs break text anywhere (ligatures, kerning); pieces that touch are one word, blanks
 * divide.
 */
function wordsOf(pieces: readonly Piece[]): Word[] {
  const words: Word[] = [];
  let isOpen = false;
  let end = 0;
  for (const piece of pieces) {
    const characters = [...piece.text];
    const step = piece.width / Math.max(1, characters.length);
    const last = words.at(-1);
    isOpen &&=
      last !== undefined &&
      last.size === piece.size &&
      Math.abs(last.y1 - piece.y) < piece.size * PDF_TEXT.sameLine &&
      Math.abs(piece.x - end) < piece.size * PDF_TEXT.touching;
    characters.forEach((character, index) => {
      const x = piece.x + index * step;
      const word = words.at(-1);
      if (/\s/.test(character)) isOpen = false;
      else if (isOpen && word !== undefined) {
        word.text += character;
        word.x1 = x + step;
      } else {
        words.push({
          text: character,
          x0: x,
          y0: piece.y - piece.size * PDF_TEXT.ascent,
          x1: x + step,
          y1: piece.y,
          size: piece.size,
          bold: piece.bold,
          confidence: 100,
        });
        isOpen = true;
      }
    });
    end = piece.x + piece.width;
  }
  return words;
}
