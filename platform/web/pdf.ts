import { getDocument, GlobalWorkerOptions, version, type PDFDocumentLoadingTask } from "pdfjs-dist";
// oxlint-disable-next-line import/default -- Vite gives the address of the file, which is served by us
import worker from "pdfjs-dist/build/pdf.worker.min.mjs?url";

type PdfSource = Exclude<NonNullable<Parameters<typeof getDocument>[0]>, string | URL | ArrayBuffer | ArrayBufferView>;

GlobalWorkerOptions.workerSrc = worker;
/** Made by vite.config.ts. */
const RESOURCES = `/assets/pdfjs-${version}`;

/** Opens a PDF with what the page's policy allows. `destroy()` the task in the end. Heavy: import it only where a PDF is shown. */
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
