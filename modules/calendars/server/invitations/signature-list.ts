import { createRequire } from "node:module";
import { AppError } from "#platform/server/app-error.ts";
import type pdfmake from "pdfmake";
import type { Content, TableCell } from "pdfmake";

const require = createRequire(import.meta.url);

/** What the paper shows; texts are German already. */
export interface SignatureList {
  clubName: string;
  /** `#rrggbb` */
  accentColor: string;
  title: string;
  when: string;
  location: string | null;
  printed: string;
  people: readonly { name: string; guest: boolean; answer: string; companions: number }[];
}

/** Longer lists are not for signing, and laying them out would keep everybody else waiting. */
const MOST_PEOPLE = 1_000;
const ROW_POINTS = 15;

let program: typeof pdfmake | undefined;

/** Loaded at the first list: the library and its fonts take a moment and memory. */
function pdf(): typeof pdfmake {
  if (program === undefined) {
    program = require("pdfmake") as typeof pdfmake;
    program.setFonts(require("pdfmake/fonts/Roboto.js") as Parameters<typeof pdfmake.setFonts>[0]);
    // Nothing in a document is an address: no fetches, and no files but the fonts.
    program.setUrlAccessPolicy(() => false);
    program.setLocalAccessPolicy((path) => path.includes("pdfmake") && path.endsWith(".ttf"));
  }
  return program;
}

/** A list on A4 with a line for each signature; the heading of the table comes again on every page. */
export async function signatureList(list: SignatureList): Promise<Buffer> {
  if (list.people.length > MOST_PEOPLE) {
    throw new AppError("UNPROCESSABLE", {
      code: "TOO_MANY_PEOPLE",
      detail: `Für eine Unterschriftenliste sind das zu viele Personen (höchstens ${MOST_PEOPLE.toLocaleString("de")}). Bitte schränken Sie die Liste auf eine Antwort ein oder laden Sie sie als CSV.`,
    });
  }
  const withCompanions = list.people.some(({ companions }) => companions > 0);
  const headings = ["Nr.", "Name", "Antwort", ...(withCompanions ? ["Begleitung"] : []), "Unterschrift"];
  const rows = list.people.map((person, index): TableCell[] => [
    { text: String(index + 1), color: "#666666" },
    { text: person.guest ? `${person.name} (Gast)` : person.name },
    { text: person.answer, color: "#444444" },
    ...(withCompanions ? [{ text: person.companions === 0 ? "" : `+ ${person.companions}` }] : []),
    // Room to write.
    { text: "", margin: [0, ROW_POINTS, 0, 0] as [number, number, number, number] },
  ]);
  const content: Content[] = [
    { text: list.clubName, color: "#666666", fontSize: 10 },
    { text: list.title, fontSize: 18, bold: true, margin: [0, 2, 0, 6] },
    { canvas: [{ type: "line", x1: 0, y1: 0, x2: 515, y2: 0, lineWidth: 2, lineColor: list.accentColor }] },
    { text: list.location === null ? list.when : `${list.when}\n${list.location}`, margin: [0, 8, 0, 12] },
    rows.length === 0
      ? { text: "Es ist noch niemand eingeladen.", color: "#666666" }
      : {
          table: {
            headerRows: 1,
            dontBreakRows: true,
            widths: [24, "*", 80, ...(withCompanions ? [56] : []), 170],
            body: [headings.map((text): TableCell => ({ text, bold: true })), ...rows],
          },
          layout: {
            hLineWidth: (line) => (line === 0 ? 0 : line === 1 ? 1 : 0.5),
            vLineWidth: () => 0,
            hLineColor: (line) => (line === 1 ? "#222222" : "#bbbbbb"),
            paddingTop: () => 5,
            paddingBottom: () => 4,
          },
        },
  ];
  return pdf()
    .createPdf({
      pageSize: "A4",
      pageMargins: [40, 40, 40, 50],
      info: { title: list.title, author: list.clubName, creator: "Vereinsheim", producer: "Vereinsheim" },
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
