import type { PDFDocumentProxy } from "pdfjs-dist";

/** A hit: page from 1, and where in the page's text (as `pageText` joins it) it begins and ends. */
export interface Hit {
  page: number;
  start: number;
  end: number;
}

/** More hits than these are not counted. */
const MOST_HITS = 1000;

/** Lower case without accents, as long as the original: places in it are places in the text. */
export function foldForSearch(text: string): string {
  let result = "";
  for (const character of text) {
    const plain = character.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    result +=
      plain.length === character.length
        ? plain
        : character.toLowerCase().length === character.length
          ? character.toLowerCase()
          : character;
  }
  return result;
}

/**
 * All places of `words` in a text, without regard to case and accents; line breaks count as spaces.
 */
export function placesIn(text: string, words: string): { start: number; end: number }[] {
  const wanted = foldForSearch(words.normalize("NFC").trim()).replaceAll(/\s+/g, " ");
  if (wanted === "") return [];
  const haystack = foldForSearch(text).replaceAll(/\s/g, " ");
  const places: { start: number; end: number }[] = [];
  for (
    let at = haystack.indexOf(wanted);
    at >= 0;
    at = haystack.indexOf(wanted, at + wanted.length)
  )
    places.push({ start: at, end: at + wanted.length });
  return places;
}

const texts = new WeakMap<PDFDocumentProxy, Map<number, Promise<string>>>();

/**
 * The words of a page in reading order; items as the text layer has them, lines separated by a line
 * break.
 */
export function pageText(pdf: PDFDocumentProxy, page: number): Promise<string> {
  const known = texts.get(pdf) ?? new Map<number, Promise<string>>();
  texts.set(pdf, known);
  const text = known.get(page) ?? readText(pdf, page);
  known.set(page, text);
  return text;
}

async function readText(pdf: PDFDocumentProxy, page: number): Promise<string> {
  const content = await (await pdf.getPage(page)).getTextContent();
  return content.items
    .map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""))
    .join("");
}

/** Searches page by page and tells after each, so that hits show at once in long documents. */
export async function searchPdf(
  pdf: PDFDocumentProxy,
  words: string,
  tell: (hits: Hit[], pagesDone: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const hits: Hit[] = [];
  for (let page = 1; page <= pdf.numPages && hits.length < MOST_HITS; page += 1) {
    const text = await pageText(pdf, page);
    if (signal.aborted) return;
    hits.push(...placesIn(text, words).map((place) => ({ page, ...place })));
    if (page % 10 === 0 || page === pdf.numPages) tell([...hits], page);
  }
}
