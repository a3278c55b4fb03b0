import { drawFooter, textBlock } from "../pdf/page-frame.ts";
import type { Paper } from "../pdf/paper.ts";
import type { PrintedList } from "../printed-list.ts";
import { drawListHead } from "./list-head.ts";
import { measuredList } from "./measures.ts";
import { countPages, placements } from "./placement.ts";
import { TableDrawing } from "./table-drawing.ts";

/** Draws a list: measured first, so that each page can say how many there are. */
export function drawList(paper: Paper, list: PrintedList): void {
  const sections = list.sections.filter(({ rows }) => rows.length > 0);
  const firstTop = drawListHead(paper, list);
  if (sections.length === 0) {
    textBlock(paper, "P", list.empty, firstTop, { size: 10, color: "#666666" });
    drawFooter(paper, list.footer, 1, 1);
  } else drawTables(paper, { ...list, sections }, firstTop);
}

function drawTables(paper: Paper, list: PrintedList, firstTop: number): void {
  const measures = measuredList(paper, list, firstTop);
  const pages = countPages(measures.heights);
  const tables = new TableDrawing(paper, list, measures);
  let page = 1;
  for (const placed of placements(measures.heights)) {
    if (placed.kind !== "page") {
      tables.draw(placed);
      continue;
    }
    tables.endPage();
    drawFooter(paper, list.footer, page, pages);
    paper.nextPage();
    page++;
  }
  tables.endPage();
  tables.end();
  drawFooter(paper, list.footer, page, pages);
}
