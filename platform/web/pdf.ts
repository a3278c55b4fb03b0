import {
  getDocument,
  GlobalWorkerOptions,
  version,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
} from "pdfjs-dist";
// oxlint-disable-next-line import/default -- Vite gives the address of the file, which is served by us
import worker from "pdfjs-dist/build/pdf.worker.min.mjs?url";

type PdfSource = Exclude<
  NonNullable<Parameters<typeof getDocument>[0]>,
  string | URL | ArrayBuffer | ArrayBufferView
>;

GlobalWorkerOptions.workerSrc = worker;
/** Made by vite.config.ts. */
const RESOURCES = `/assets/pdfjs-${version}`;

/**
 * Opens a PDF with what the page's policy allows. `destroy()` the task in the end. Heavy: import it
 * only where a PDF is shown.
 */
export function openPdfSource(source: PdfSource): PDFDocumentLoadingTask {
  return getDocument({
    ...source,
    // The page's policy allows neither; scripts inside of PDFs are never run.
    isEvalSupported: false,
    useWasm: false,
    enableXfa: false,
    cMapUrl: `${RESOURCES}/cmaps/`,
    standardFontDataUrl: `${RESOURCES}/standard_fonts/`,
    wasmUrl: `${RESOURCES}/wasm/`,
  });
}

/** Opens a PDF that is on this machine; `destroy()` the task in the end. */
export async function openLocalPdf(file: Blob): Promise<PDFDocumentLoadingTask> {
  return openPdfSource({ data: new Uint8Array(await file.arrayBuffer()) });
}

/** Draws a page, from 1, as wide as `width` device pixels. */
export async function drawPage(
  document: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  width: number,
): Promise<void> {
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport }).promise;
}
