import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type pdfmake from "pdfmake";
import type { Content, TableCell } from "pdfmake";
import type { PdfList } from "./pdf.ts";

/** Lays a list out and ends; loaded in a worker of its own, because it takes its time and memory. */
const require = createRequire(import.meta.url);
const program = require("pdfmake") as typeof pdfmake;
program.setFonts(require("pdfmake/fonts/Roboto.js") as Parameters<typeof pdfmake.setFonts>[0]);
// Nothing in a list is an address: no fetches, and no files but the fonts.
program.setUrlAccessPolicy(() => false);
program.setLocalAccessPolicy((path) => path.includes("pdfmake") && path.endsWith(".ttf"));

/** Points beside the margins of A4. */
const WIDTH = { portrait: 515, landscape: 762 };
const PADDING = 6;
/** Rows by which the widths of columns are judged. */
const JUDGED = 300;

function widths({ headings, sections, landscape }: PdfList): number[] {
  const judged = sections.flatMap(({ rows }) => rows).slice(0, JUDGED);
  const weights = headings.map((heading, column) => {
    const lengths = judged.map((row) => row[column]?.length ?? 0).sort((a, b) => a - b);
    return Math.min(36, Math.max(4, heading.length, lengths[Math.floor(lengths.length * 0.9)] ?? 0));
  });
  const room = (landscape ? WIDTH.landscape : WIDTH.portrait) - headings.length * PADDING;
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => (room * weight) / sum);
}

/** A table of its own for each section: its heading and the columns' come again on every page. */
function sectionTable({ headings, accentColor }: PdfList, columns: number[], { title, rows }: PdfList["sections"][number]): Content {
  const head = [headings.map((text): TableCell => ({ text, bold: true }))];
  if (title !== "") {
    const text = `${title} (${rows.length.toLocaleString("de")})`;
    head.unshift([{ text, bold: true, fontSize: 11, colSpan: headings.length, color: accentColor }, ...headings.slice(1).map(() => ({ text: "" }))]);
  }
  return {
    table: {
      headerRows: head.length,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: columns,
      body: [...head, ...rows.map((row) => row.map((text): TableCell => ({ text })))],
    },
    layout: {
      hLineWidth: (line) => (line < head.length ? 0 : line === head.length ? 1 : 0.25),
      vLineWidth: () => 0,
      hLineColor: (line) => (line === head.length ? "#222222" : "#cccccc"),
      paddingLeft: () => 0,
      paddingRight: () => PADDING,
      paddingTop: () => 2,
      paddingBottom: () => 2,
    },
    margin: [0, 0, 0, 10],
  };
}

const list = workerData as PdfList;
const columns = widths(list);
const bytes = await program
  .createPdf({
    pageSize: "A4",
    pageOrientation: list.landscape ? "landscape" : "portrait",
    pageMargins: [40, 40, 40, 50],
    info: { title: list.title, author: list.clubName, creator: "Vereinsheim", producer: "Vereinsheim" },
    defaultStyle: { font: "Roboto", fontSize: 8.5 },
    content: [
      { text: list.clubName, color: "#666666", fontSize: 10 },
      { text: list.title, fontSize: 18, bold: true, margin: [0, 2, 0, 2] },
      { text: list.subtitle, color: "#444444", fontSize: 10, margin: [0, 0, 0, 6] },
      {
        canvas: [{ type: "line", x1: 0, y1: 0, x2: list.landscape ? WIDTH.landscape : WIDTH.portrait, y2: 0, lineWidth: 2, lineColor: list.accentColor }],
        margin: [0, 0, 0, 8],
      },
      ...(list.sections.length === 0
        ? [{ text: "Kein Mitglied entspricht der Auswahl.", color: "#666666" }]
        : list.sections.map((section) => sectionTable(list, columns, section))),
    ],
    footer: (page, pages) => ({
      text: `${list.title} · Seite ${page} von ${pages}`,
      fontSize: 8,
      color: "#666666",
      alignment: "center",
      margin: [0, 18, 0, 0],
    }),
  })
  .getBuffer();
parentPort?.postMessage(new Uint8Array(bytes));
