import type { PDFDocumentLoadingTask, PDFDocumentProxy } from "pdfjs-dist";
import { openPdfSource } from "#platform/web/pdf.ts";

/** Opens a PDF that is on this machine; `destroy()` the task in the end. */
export async function openLocalPdf(file: Blob): Promise<PDFDocumentLoadingTask> {
  return openPdfSource({ data: new Uint8Array(await file.arrayBuffer()) });
}

/** Draws a page, from 1, as wide as `width` device pixels. */
export async function drawPage(document: PDFDocumentProxy, number: number, canvas: HTMLCanvasElement, width: number): Promise<void> {
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport }).promise;
}
