import { createRequire } from "node:module";
import type pdfmake from "pdfmake";
import { DEMO_CLUB } from "./club.ts";

const require = createRequire(import.meta.url);

/** A page or more of text as PDF, with the club's name on top. */
export async function pdfOf(title: string, paragraphs: readonly string[]): Promise<Buffer> {
  // Loaded here only: the library and its fonts take a moment, and the demo is made once.
  const program = require("pdfmake") as typeof pdfmake;
  program.setFonts(require("pdfmake/fonts/Roboto.js") as Parameters<typeof pdfmake.setFonts>[0]);
  program.setUrlAccessPolicy(() => false);
  program.setLocalAccessPolicy((path) => path.includes("pdfmake") && path.endsWith(".ttf"));
  const made = program.createPdf({
    info: { title },
    pageMargins: [70, 70, 70, 70],
    defaultStyle: { fontSize: 11, lineHeight: 1.3 },
    content: [
      { text: DEMO_CLUB.name, color: DEMO_CLUB.accentColor, bold: true, margin: [0, 0, 0, 18] },
      { text: title, fontSize: 20, bold: true, margin: [0, 0, 0, 14] },
      ...paragraphs.map((paragraph) => ({ text: paragraph, bold: paragraph.startsWith("§"), margin: [0, 0, 0, 9] as [number, number, number, number] })),
    ],
  });
  return made.getBuffer();
}
