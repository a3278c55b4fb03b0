import { parentPort, workerData } from "node:worker_threads";
import type { Content, TableCell } from "pdfmake";
import { pdfMaker } from "./pdf-maker.ts";
import type { PrintedCell, PrintedList } from "./printed-list.ts";

/** Points beside the margins of A4. */
const WIDTH = { portrait: 515, landscape: 762 };
const DENSE_PADDING = 6;
/** Rows by which the widths of columns are judged. */
const JUDGED = 300;

/** Room for each column by what nine of ten of its rows need. */
function judgedWidths({ headings, sections }: PrintedList, room: number): number[] {
  const judged = sections.flatMap(({ rows }) => rows).slice(0, JUDGED);
  const weights = headings.map((heading, column) => {
    const lengths = judged.map((row) => textOf(row[column] ?? "").length).sort((a, b) => a - b);
    return Math.min(
      36,
      Math.max(4, heading.length, lengths[Math.floor(lengths.length * 0.9)] ?? 0),
    );
  });
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => ((room - headings.length * DENSE_PADDING) * weight) / sum);
}

function textOf(cell: PrintedCell): string {
  if (typeof cell === "string") return cell;
  return "quiet" in cell ? cell.quiet : "";
}

function drawn(cell: PrintedCell): TableCell {
  if (typeof cell === "string") return { text: cell };
  if ("box" in cell)
    return {
      canvas: [{ type: "rect", x: 0, y: 1, w: 11, h: 11, lineWidth: 0.8, lineColor: "#444444" }],
    };
  return "quiet" in cell
    ? { text: cell.quiet, color: "#555555" }
    : { text: "", margin: [0, cell.room, 0, 0] };
}

/** A table of its own for each section. */
function sectionTable(
  list: PrintedList,
  widths: (number | "*")[],
  { title, rows }: PrintedList["sections"][number],
): Content {
  const dense = list.dense === true;
  const head = [list.headings.map((text): TableCell => ({ text, bold: true }))];
  if (title !== "") {
    const text = `${title} (${rows.length.toLocaleString("de")})`;
    head.unshift([
      { text, bold: true, fontSize: 11, colSpan: list.headings.length, color: list.accentColor },
      ...list.headings.slice(1).map(() => ({ text: "" })),
    ]);
  }
  const padding = dense ? 2 : 5;
  return {
    table: {
      headerRows: head.length,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths,
      body: [...head, ...rows.map((row) => row.map(drawn))],
    },
    layout: {
      hLineWidth: (line) =>
        line < head.length ? 0 : line === head.length ? 1 : dense ? 0.25 : 0.5,
      vLineWidth: () => 0,
      hLineColor: (line) => (line === head.length ? "#222222" : "#bbbbbb"),
      paddingLeft: () => 0,
      paddingRight: () => DENSE_PADDING,
      paddingTop: () => padding,
      paddingBottom: () => padding,
    },
    margin: [0, 0, 0, 10],
  };
}

function layOut(list: PrintedList): Promise<Buffer> {
  const orientation = list.landscape === true ? "landscape" : "portrait";
  const room = WIDTH[orientation];
  const widths = list.widths === null ? judgedWidths(list, room) : [...list.widths];
  const isEmpty = list.sections.every(({ rows }) => rows.length === 0);
  return pdfMaker()
    .createPdf({
      pageSize: "A4",
      pageOrientation: orientation,
      pageMargins: [40, 40, 40, 50],
      info: {
        title: list.title,
        author: list.clubName,
        creator: "Vereinsheim",
        producer: "Vereinsheim",
      },
      defaultStyle: { font: "Roboto", fontSize: list.dense === true ? 8.5 : 10 },
      content: [
        { text: list.clubName, color: "#666666", fontSize: 10 },
        { text: list.title, fontSize: 18, bold: true, margin: [0, 2, 0, 6] },
        {
          canvas: [
            {
              type: "line",
              x1: 0,
              y1: 0,
              x2: room,
              y2: 0,
              lineWidth: 2,
              lineColor: list.accentColor,
            },
          ],
        },
        { text: list.lead.join("\n"), fontSize: 10, color: "#333333", margin: [0, 8, 0, 12] },
        ...(isEmpty
          ? [{ text: list.empty, color: "#666666" }]
          : list.sections.map((section) => sectionTable(list, widths, section))),
      ],
      footer: (page, pages) => ({
        text: `${list.footer} · Seite ${page} von ${pages}`,
        fontSize: 8,
        color: "#666666",
        alignment: "center",
        margin: [0, 18, 0, 0],
      }),
    })
    .getBuffer();
}

parentPort?.postMessage(new Uint8Array(await layOut(workerData as PrintedList)));
