import { parentPort, workerData } from "node:worker_threads";
import sharp from "sharp";
import { understood } from "../read-programme.ts";
import { MAX_PICTURE_PIXELS, pagesOf } from "./document-pages.ts";
import type { DocumentAnswer, DocumentRequest } from "./documents.ts";
import type { Page } from "./pages.ts";
import { startRecogniser, type Recogniser } from "./recognition.ts";

let recogniser: Recogniser | undefined;

async function recognise(picture: Uint8Array, number: number): Promise<Page> {
  parentPort?.postMessage({ stage: "RECOGNITION" } satisfies DocumentAnswer);
  recogniser ??= await startRecogniser();
  return {
    number,
    ...(await recogniser.read(sharp(picture, { limitInputPixels: MAX_PICTURE_PIXELS }))),
  };
}

async function read(request: DocumentRequest): Promise<DocumentAnswer> {
  const document = await pagesOf(request, recognise);
  if (typeof document === "string") return { refused: document };
  const { way, pageCount, isCut, pages, pictures } = document;
  return {
    way,
    pageCount,
    isCut,
    pictures,
    ...understood(pages, Temporal.PlainDate.from(request.today)),
  };
}

read(workerData as DocumentRequest).then(
  async (answer) => {
    await recogniser?.end();
    parentPort?.postMessage(answer);
  },
  () => parentPort?.postMessage({ refused: "BROKEN" } satisfies DocumentAnswer),
);
