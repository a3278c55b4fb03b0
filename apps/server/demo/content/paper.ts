import { pdfMaker } from "#platform/server/documents/pdf-maker.ts";
import { DEMO_CLUB } from "../club.ts";

/** A page or more of text as PDF, with the club's name on top. */
export async function pdfOf(title: string, paragraphs: readonly string[]): Promise<Buffer> {
  const made = pdfMaker().createPdf({
    info: { title },
    pageMargins: [70, 70, 70, 70],
    defaultStyle: { fontSize: 11, lineHeight: 1.3 },
    content: [
      { text: DEMO_CLUB.name, color: DEMO_CLUB.accentColor, bold: true, margin: [0, 0, 0, 18] },
      { text: title, fontSize: 20, bold: true, margin: [0, 0, 0, 14] },
      ...paragraphs.map((paragraph) => ({
        text: paragraph,
        bold: paragraph.startsWith("§"),
        margin: [0, 0, 0, 9] as [number, number, number, number],
      })),
    ],
  });
  return made.getBuffer();
}
