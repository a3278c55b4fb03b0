import { parentPort, workerData } from "node:worker_threads";
import sharp from "sharp";
import { getDocumentProxy, renderPageAsImage } from "unpdf";
import { MAX_PROGRAMME_PAGES } from "../../contract.ts";
import type { DocumentAnswer, DocumentRequest } from "./documents.ts";
import type { Page } from "./pages.ts";
import { wordsOfPdfPage } from "./pdf-words.ts";
import { pageText, readProgramme } from "../read-programme.ts";
import { startRecogniser, type Recogniser } from "./recognition.ts";

/** Fewer letters than this are a scan's stamp, not its text. */
const LEAST_LETTERS = 25;
/** Long side of a page drawn for the recognition. */
const DRAWN_SIDE = 2_400;
const MAX_PICTURE_PIXELS = 60_000_000;

sharp.concurrency(1);
sharp.cache(false);

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

let recogniser: Recogniser | undefined;

async function recognise(picture: Uint8Array, number: number): Promise<Page> {
  parentPort?.postMessage({ stage: "RECOGNITION" } satisfies DocumentAnswer);
  recogniser ??= await startRecogniser();
  return {
    number,
    ...(await recogniser.read(sharp(picture, { limitInputPixels: MAX_PICTURE_PIXELS }))),
  };
}

async function read({ bytes, type, today, drawPages }: DocumentRequest): Promise<DocumentAnswer> {
  const day = Temporal.PlainDate.from(today);
  if (type === "PICTURE") {
    const page = await recognise(bytes, 1);
    return {
      way: "LOCAL_OCR",
      pageCount: 1,
      texts: [pageText(page)],
      pictures: [],
      events: readProgramme([page], day),
    };
  }
  const pdf = await openPdf(bytes);
  if (pdf === "LOCKED" || pdf === "BROKEN") return { refused: pdf };
  const pages: Page[] = [];
  const pictures: Uint8Array[] = [];
  let way: "LOCAL_TEXT" | "LOCAL_OCR" = "LOCAL_TEXT";
  for (let number = 1; number <= Math.min(pdf.numPages, MAX_PROGRAMME_PAGES); number++) {
    const proxy = await pdf.getPage(number);
    const { width, height } = proxy.getViewport({ scale: 1 });
    const words = await wordsOfPdfPage(proxy);
    const letters = words.reduce((sum, word) => sum + word.text.length, 0);
    if (letters >= LEAST_LETTERS) pages.push({ number, width, height, words });
    else {
      const drawn = await drawPage(pdf, number, width, height);
      if (drawPages) pictures.push(await sharp(drawn).webp({ quality: 80 }).toBuffer());
      const page = await recognise(drawn, number);
      if (page.words.length > 0) way = "LOCAL_OCR";
      pages.push(page);
    }
  }
  return {
    way,
    pageCount: pdf.numPages,
    texts: pages.map(pageText),
    pictures,
    events: readProgramme(pages, day),
  };
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

async function drawPage(
  pdf: Pdf,
  number: number,
  width: number,
  height: number,
): Promise<Uint8Array> {
  const scale = Math.min(4, DRAWN_SIDE / Math.max(width, height, 1));
  return new Uint8Array(
    await renderPageAsImage(pdf, number, { canvasImport: () => import("@napi-rs/canvas"), scale }),
  );
}

read(workerData as DocumentRequest).then(
  async (answer) => {
    await recogniser?.end();
    parentPort?.postMessage(answer);
  },
  () => parentPort?.postMessage({ refused: "BROKEN" } satisfies DocumentAnswer),
);
