import sharp from "sharp";
import { getDocumentProxy, renderPageAsImage } from "unpdf";
import { MAX_PROGRAMME_PAGES } from "../../contract.ts";
import { PDF_TEXT, PICTURES } from "../tuning.ts";
import type { DocumentRequest, ReadDocument, Refusal } from "./documents.ts";
import type { Page } from "./pages.ts";
import { wordsOfPdfPage } from "./pdf-words.ts";

export const MAX_PICTURE_PIXELS = 60_000_000;
/** More pages than a book has; walking through them takes time, though few are read. */
const MOST_PAGES = 5_000;
/** More pieces of text than any page of paper holds. */
const MOST_PIECES_OF_PAGE = 20_000;
const MOST_PIECES = 60_000;
/** Longest side of a page that is drawn, seven metres. */
const MOST_POINTS = 20_000;
/** Pictures of pages that are given along, and their long side. */
const MOST_PICTURES = 8;
const SHOWN_SIDE = 1_600;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Reads the picture of a page, by its number. */
export type Recognise = (picture: Uint8Array, number: number) => Promise<Page>;

export interface DocumentPages extends Pick<
  ReadDocument,
  "way" | "pageCount" | "isCut" | "pictures"
> {
  pages: Page[];
}

/**
 * Returns the words of a document page by page: those that a PDF holds, else what is recognised in
 * the picture of the page.
 */
export async function pagesOf(
  { bytes, type, drawPages }: Pick<DocumentRequest, "bytes" | "type" | "drawPages">,
  recognise: Recognise,
): Promise<DocumentPages | Refusal> {
  if (type === "PICTURE") {
    const pages = [await recognise(bytes, 1)];
    return { way: "LOCAL_OCR", pageCount: 1, isCut: false, pictures: [], pages };
  }
  const pdf = await openPdf(bytes);
  if (typeof pdf === "string") return pdf;
  if (pdf.numPages > MOST_PAGES) return "TOO_BIG";
  let room = MOST_PIECES;
  let isCut = false;
  const pages: Page[] = [];
  const pictures: Uint8Array[] = [];
  let way: ReadDocument["way"] = "LOCAL_TEXT";
  for (let number = 1; number <= Math.min(pdf.numPages, MAX_PROGRAMME_PAGES); number++) {
    const proxy = await pdf.getPage(number);
    const { width, height } = proxy.getViewport({ scale: 1 });
    const text = await wordsOfPdfPage(proxy, Math.min(room, MOST_PIECES_OF_PAGE));
    const { words } = text;
    room -= text.pieceCount;
    isCut ||= text.isCut;
    const letters = words.reduce((sum, word) => sum + word.text.length, 0);
    if (letters >= PDF_TEXT.leastLetters || text.isCut) {
      pages.push({ number, width, height, words });
      if (drawPages && pictures.length < MOST_PICTURES && Math.max(width, height) <= MOST_POINTS)
        pictures.push(
          await shown(await drawPage(pdf, number, { width, height, side: SHOWN_SIDE })),
        );
    } else {
      if (!(Math.max(width, height) <= MOST_POINTS)) return "TOO_BIG";
      const drawn = await drawPage(pdf, number, { width, height, side: PICTURES.drawnSide });
      if (drawPages && pictures.length < MOST_PICTURES) pictures.push(await shown(drawn));
      const page = await recognise(drawn, number);
      if (page.words.length > 0) way = "LOCAL_OCR";
      pages.push(page);
    }
  }
  return { way, pageCount: pdf.numPages, isCut, pages, pictures };
}

async function openPdf(bytes: Uint8Array): Promise<Pdf | "LOCKED" | "BROKEN"> {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      maxImageSize: MAX_PICTURE_PIXELS,
      isEvalSupported: false,
      stopAtErrors: false,
      useSystemFonts: false,
    });
  } catch (error) {
    return error instanceof Error && error.name === "PasswordException" ? "LOCKED" : "BROKEN";
  }
}

function shown(picture: Uint8Array): Promise<Uint8Array> {
  return sharp(picture)
    .resize(SHOWN_SIDE, SHOWN_SIDE, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
}

async function drawPage(
  pdf: Pdf,
  number: number,
  { width, height, side }: { width: number; height: number; side: number },
): Promise<Uint8Array> {
  const scale = Math.min(4, side / Math.max(width, height, 1));
  return new Uint8Array(
    await renderPageAsImage(pdf, number, { canvasImport: () => import("@napi-rs/canvas"), scale }),
  );
}
