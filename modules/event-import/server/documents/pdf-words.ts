import type { getDocumentProxy } from "unpdf";
import type { Word } from "./pages.ts";
import { PDF_TEXT } from "../tuning.ts";

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>["getPage"]>>;

/** More pieces of text than any page of paper holds. */
const MAX_PIECES = 20_000;

interface Piece {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  bold: boolean;
}

/** The words of a page's own text layer; none when it is a scan. */
export async function wordsOfPdfPage(page: PdfPage): Promise<Word[]> {
  const viewport = page.getViewport({ scale: 1 });
  const content = await page.getTextContent();
  const pieces: (Omit<Piece, "bold"> & { fontName: string })[] = [];
  for (const item of content.items) {
    if (!("str" in item) || item.str === "") continue;
    if (pieces.length >= MAX_PIECES) break;
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
  return wordsOf(pieces.map((piece) => ({ ...piece, bold: isUnusual(piece.fontName) })));
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
