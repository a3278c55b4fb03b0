import { lineHeight, type Paper, type TextStyle } from "./paper.ts";
import { printable, wrapped } from "./wrapped.ts";

/** Points around what stands on a page; the footer stands within the lower one. */
export const MARGIN = { side: 40, top: 40, bottom: 50 };

const FOOTER: TextStyle = { size: 8, color: "#666666" };
/** Of the footer's last line, from the lower edge. */
const FOOTER_ROOM = 22;

/** Draws a text between the margins as an element's content, and returns where it ends. */
export function textBlock(
  paper: Paper,
  tag: string,
  text: string,
  y: number,
  style: TextStyle,
  side = MARGIN.side,
): number {
  const lines = blockLines(paper, text, style, side);
  const element = paper.element(tag);
  paper.content(element, tag, () => {
    for (const [index, line] of lines.entries())
      paper.text(line, side, y + index * lineHeight(style.size), style);
  });
  element.end();
  return y + lines.length * lineHeight(style.size);
}

/** Returns the height that such a text takes. */
export function textHeight(paper: Paper, text: string, style: TextStyle, side: number): number {
  return blockLines(paper, text, style, side).length * lineHeight(style.size);
}

function blockLines(paper: Paper, text: string, style: TextStyle, side: number): string[] {
  const room = paper.width - 2 * side;
  return wrapped(printable(text), room, (part) => paper.widthOf(part, style)).lines;
}

/** Draws a page's last line: its number and how many there are. */
export function drawFooter(paper: Paper, text: string, page: number, pages: number): void {
  const { lines } = wrapped(
    printable(`${text}${text === "" ? "" : " · "}Seite ${page} von ${pages}`),
    roomOf(paper),
    (part) => paper.widthOf(part, FOOTER),
  );
  paper.artifact("Pagination", () => {
    for (const [index, line] of lines.entries()) {
      const x = (paper.width - paper.widthOf(line.trimEnd(), FOOTER)) / 2;
      const above = (lines.length - 1 - index) * lineHeight(FOOTER.size);
      paper.text(line, x, paper.height - FOOTER_ROOM - lineHeight(FOOTER.size) - above, FOOTER);
    }
  });
}

/** Returns the points between the margins. */
export function roomOf(paper: Paper): number {
  return paper.width - 2 * MARGIN.side;
}
