import { MARGIN, roomOf, textBlock } from "../pdf/page-frame.ts";
import type { Paper } from "../pdf/paper.ts";
import type { PrintedList } from "../printed-list.ts";

/** Draws the club, the title and the lines below it on the first page; returns where they end. */
export function drawListHead(
  paper: Paper,
  { clubName, title, lead, accentColor }: PrintedList,
): number {
  let y = textBlock(paper, "P", clubName, MARGIN.top, { size: 10, color: "#666666" }) + 2;
  y = textBlock(paper, "H1", title, y, { size: 18, bold: true }) + 6;
  paper.artifact("Layout", () =>
    paper.rule(MARGIN.side, y, roomOf(paper), { width: 2, color: accentColor }),
  );
  y += 8;
  for (const line of lead) y = textBlock(paper, "P", line, y, { size: 10, color: "#333333" });
  return y + 12;
}
