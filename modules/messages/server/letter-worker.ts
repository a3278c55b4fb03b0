import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type pdfmake from "pdfmake";
import type { Content, TableCell } from "pdfmake";
import type { LetterList } from "./letter-list.ts";

const require = createRequire(import.meta.url);

/** The library with its fonts. Nothing in a document is an address: no fetches, and no files but the fonts. */
function pdf(): typeof pdfmake {
  const program = require("pdfmake") as typeof pdfmake;
  program.setFonts(require("pdfmake/fonts/Roboto.js") as Parameters<typeof pdfmake.setFonts>[0]);
  program.setUrlAccessPolicy(() => false);
  program.setLocalAccessPolicy((path) => path.includes("pdfmake") && path.endsWith(".ttf"));
  return program;
}

/** Who gets a letter instead of a mail, on A4, with a box to tick for each. */
async function draw(list: LetterList): Promise<Buffer> {
  const rows = list.people.map(([name = "", ...address], index): TableCell[] => [
    { text: String(index + 1), color: "#666666" },
    { text: name },
    { text: address.join("\n"), color: "#222222" },
    { canvas: [{ type: "rect", x: 0, y: 1, w: 11, h: 11, lineWidth: 0.8, lineColor: "#444444" }] },
  ]);
  const count = list.people.length === 1 ? "Eine Person hat" : `${list.people.length.toLocaleString("de")} Personen haben`;
  const content: Content[] = [
    { text: list.clubName, color: "#666666", fontSize: 10 },
    { text: "Briefliste", fontSize: 18, bold: true, margin: [0, 2, 0, 6] },
    { canvas: [{ type: "line", x1: 0, y1: 0, x2: 515, y2: 0, lineWidth: 2, lineColor: list.accentColor }] },
    ...(list.subject === null ? [] : [{ text: `Nachricht: ${list.subject}`, margin: [0, 8, 0, 0] as [number, number, number, number] }]),
    list.people.length === 0
      ? { text: "Alle haben eine E-Mail-Adresse. Es ist kein Brief nötig.", color: "#666666", margin: [0, 8, 0, 0] }
      : { text: `${count} keine E-Mail-Adresse und ${list.people.length === 1 ? "bekommt" : "bekommen"} die Nachricht auf Papier.`, margin: [0, 8, 0, 12] },
    ...(rows.length === 0 ? [] : [table(rows)]),
  ];
  return pdf()
    .createPdf({
      pageSize: "A4",
      pageMargins: [40, 40, 40, 50],
      info: {
        title: list.subject === null ? "Briefliste" : `Briefliste: ${list.subject}`,
        author: list.clubName,
        creator: "Vereinsheim",
        producer: "Vereinsheim",
      },
      defaultStyle: { font: "Roboto", fontSize: 10 },
      content,
      footer: (page, pages) => ({
        text: `Stand ${list.printed} · Seite ${page} von ${pages}`,
        fontSize: 8,
        color: "#666666",
        alignment: "center",
        margin: [0, 18, 0, 0],
      }),
    })
    .getBuffer();
}

function table(rows: TableCell[][]): Content {
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [24, 170, "*", 50],
      body: [["Nr.", "Name", "Anschrift", "Erledigt"].map((text): TableCell => ({ text, bold: true })), ...rows],
    },
    layout: {
      hLineWidth: (line) => (line === 0 ? 0 : line === 1 ? 1 : 0.5),
      vLineWidth: () => 0,
      hLineColor: (line) => (line === 1 ? "#222222" : "#bbbbbb"),
      paddingTop: () => 5,
      paddingBottom: () => 5,
    },
  };
}

const bytes = await draw(workerData as LetterList);
parentPort?.postMessage(bytes);
