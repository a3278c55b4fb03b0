import type { PDFDocumentProxy } from "pdfjs-dist";

export interface PageSize {
  /** Points at 100 %. */
  width: number;
  height: number;
}

/**
 * At most so many pages are asked for their size before the document shows; the others are taken to
 * be like the first.
 */
const ASKED_AT_FIRST = 40;

/**
 * Sizes of all pages. Long documents are uniform as a rule; `correct` mends a page that is not when
 * it is drawn.
 */
export async function pageSizes(pdf: PDFDocumentProxy): Promise<PageSize[]> {
  const asked = await Promise.all(
    Array.from({ length: Math.min(pdf.numPages, ASKED_AT_FIRST) }, (_, index) =>
      sizeOf(pdf, index + 1),
    ),
  );
  const first = asked[0] ?? { width: 595, height: 842 };
  return Array.from({ length: pdf.numPages }, (_, index) => asked[index] ?? first);
}

async function sizeOf(pdf: PDFDocumentProxy, number: number): Promise<PageSize> {
  const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 });
  return { width, height };
}
