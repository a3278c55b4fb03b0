import PDFDocument from "pdfkit";
import { Paper } from "./paper.ts";
import { escapedInfo } from "./pdf-info.ts";

interface PdfHead {
  title: string;
  author: string;
  landscape?: boolean;
}

const CHUNK_BYTES = 1024 * 1024;

/**
 * Returns a tagged PDF in German: `draw` puts everything on its paper as an element of the structure
 * or as an artifact. The one place where the product makes PDFs. Long lists belong into a worker.
 */
export async function makePdf(
  { title, author, landscape = false }: PdfHead,
  draw: (paper: Paper) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = new PDFDocument({
    size: "A4",
    layout: landscape ? "landscape" : "portrait",
    margin: 0,
    autoFirstPage: false,
    pdfVersion: "1.7",
    tagged: true,
    lang: "de-DE",
    displayTitle: true,
    info: { Title: title, Author: author, Creator: "Vereinsheim", Producer: "Vereinsheim" },
  });
  escapedInfo(pdf);
  const bytes = collected(pdf);
  // The stream flows from the next turn on; before it, all it is given would wait in memory.
  await new Promise((resolve) => setImmediate(resolve));
  const paper = new Paper(pdf);
  draw(paper);
  paper.end();
  return bytes;
}

/**
 * Returns what the stream gives, in large pieces: a list's structure comes as millions of small
 * ones.
 */
function collected(pdf: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  const full: Buffer[] = [];
  let open = Buffer.allocUnsafe(CHUNK_BYTES);
  let used = 0;
  pdf.on("data", (piece: Buffer) => {
    if (used + piece.length > open.length) {
      full.push(open.subarray(0, used));
      open = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, piece.length));
      used = 0;
    }
    used += piece.copy(open, used);
  });
  return new Promise((resolve, reject) => {
    pdf.once("end", () => resolve(joined([...full, open.subarray(0, used)])));
    pdf.once("error", reject);
  });
}

/** Returns the pieces in memory of their own, which a worker can hand over. */
function joined(pieces: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let used = 0;
  for (const piece of pieces) {
    bytes.set(piece, used);
    used += piece.length;
  }
  return bytes;
}
