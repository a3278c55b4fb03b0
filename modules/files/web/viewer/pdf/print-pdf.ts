import type { PDFDocumentProxy } from "pdfjs-dist";

/** Sharp enough for text on paper, and a long document still fits into memory. */
const DOTS_PER_INCH = 150;

/** Draws pages for paper and opens the browser's print dialog. Pages count from 1. */
export async function printPdf(
  pdf: PDFDocumentProxy,
  from: number,
  to: number,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const sheet = document.createElement("div");
  sheet.dataset["printSheet"] = "";
  const addresses: string[] = [];
  try {
    for (let number = from; number <= to; number += 1) {
      signal.throwIfAborted();
      const address = URL.createObjectURL(await pictureOf(pdf, number));
      addresses.push(address);
      const image = document.createElement("img");
      image.src = address;
      image.alt = `Seite ${number}`;
      await image.decode();
      sheet.append(image);
      onProgress(number - from + 1);
    }
    signal.throwIfAborted();
    document.body.append(sheet);
    document.documentElement.dataset["printing"] = "pdf";
    // The dialog blocks the page in all browsers but on phones; afterprint comes everywhere.
    const printed = new Promise<void>((resolve) =>
      window.addEventListener("afterprint", () => resolve(), { once: true }),
    );
    window.print();
    await printed;
  } finally {
    delete document.documentElement.dataset["printing"];
    sheet.remove();
    for (const address of addresses) URL.revokeObjectURL(address);
  }
}

async function pictureOf(pdf: PDFDocumentProxy, number: number): Promise<Blob> {
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: DOTS_PER_INCH / 72 });
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport, intent: "print" }).promise;
  const picture = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", 0.9),
  );
  if (!picture) throw new Error(`Page ${number} could not be drawn for paper`);
  return picture;
}
