import type { Letters } from "../letters.ts";
import { type Element, lineHeight, type Paper, type TextStyle } from "../pdf/paper.ts";
import { printable, wrapped } from "../pdf/wrapped.ts";

/** Points of a millimetre. */
const MM = 72 / 25.4;

/**
 * DIN 5008, form B: a window of a DIN lang envelope shows the address field, whose six lines stand
 * below the sender's.
 */
const LAYOUT = {
  left: 25 * MM,
  right: 20 * MM,
  clubTop: 17 * MM,
  senderTop: 57.7 * MM,
  addressTop: 62.7 * MM,
  addressLine: (27.3 / 6) * MM,
  addressWidth: 80 * MM,
  dateTop: 92 * MM,
  subjectTop: 103.5 * MM,
  nextTop: 25 * MM,
  bottom: 25 * MM,
  folds: [105 * MM, 210 * MM],
  hole: 148.5 * MM,
};
const MOST_ADDRESS_LINES = 6;
const GREY = "#666666";
const CLUB: TextStyle = { size: 15, bold: true };
const SENDER: TextStyle = { size: 7.5, color: GREY };
const ADDRESS: TextStyle = { size: 10.5 };
const TEXT: TextStyle = { size: 11 };
const SUBJECT: TextStyle = { size: 11, bold: true };
/** Room for a signature above the club's name. */
const SIGNATURE = 16 * MM;

/** Draws each letter from the top of a page on. */
export function drawLetters(paper: Paper, { letters, ...head }: Letters): void {
  for (const [index, letter] of letters.entries()) {
    if (index > 0) paper.nextPage();
    const section = paper.element("Sect");
    drawHead(paper, section, head, letter.address);
    const text = new FlowingText(paper, section, LAYOUT.subjectTop);
    text.paragraph("H1", letter.subject, SUBJECT);
    text.skip(lineHeight(TEXT.size) * 1.5);
    for (const line of letter.text.split("\n")) {
      if (line.trim() === "") text.skip(lineHeight(TEXT.size));
      else text.paragraph("P", line, TEXT);
    }
    text.skip(SIGNATURE);
    text.paragraph("P", head.clubName, TEXT);
    section.end();
  }
}

function drawHead(
  paper: Paper,
  section: Element,
  { clubName, accentColor, date }: Omit<Letters, "letters">,
  address: readonly string[],
): void {
  const { left } = LAYOUT;
  const room = paper.width - left - LAYOUT.right;
  drawMarks(paper);
  block(paper, section, fitting(paper, clubName, room, CLUB), LAYOUT.clubTop, CLUB);
  paper.artifact("Layout", () =>
    paper.rule(left, LAYOUT.clubTop + 8 * MM, room, { width: 2, color: accentColor }),
  );
  const sender = fitting(paper, clubName, LAYOUT.addressWidth, SENDER);
  paper.artifact("Layout", () => {
    paper.text(sender, left, LAYOUT.senderTop, SENDER);
    paper.rule(left, LAYOUT.senderTop + 3.6 * MM, LAYOUT.addressWidth, { width: 0.5, color: GREY });
  });
  for (const [index, line] of address.slice(0, MOST_ADDRESS_LINES).entries()) {
    const shown = fitting(paper, line, LAYOUT.addressWidth, ADDRESS);
    block(paper, section, shown, LAYOUT.addressTop + index * LAYOUT.addressLine, ADDRESS);
  }
  const x = paper.width - LAYOUT.right - paper.widthOf(date, TEXT);
  block(paper, section, date, LAYOUT.dateTop, TEXT, x);
}

/** Where the sheet is folded for the envelope and punched for the file. */
function drawMarks(paper: Paper): void {
  paper.artifact("Layout", () => {
    for (const y of LAYOUT.folds) paper.rule(4 * MM, y, 4 * MM, { width: 0.4, color: GREY });
    paper.rule(4 * MM, LAYOUT.hole, 6 * MM, { width: 0.4, color: GREY });
  });
}

/** One line as an element of its own. */
function block(
  paper: Paper,
  section: Element,
  line: string,
  y: number,
  style: TextStyle,
  x = LAYOUT.left,
): void {
  const element = paper.element("P", section);
  paper.content(element, "P", () => paper.text(line, x, y, style));
  element.end();
}

/** Returns a line as far as it fits: a window shows no more. */
function fitting(paper: Paper, text: string, room: number, style: TextStyle): string {
  const line = printable(text).replaceAll("\n", " ");
  const { lines } = wrapped(line, room, (part) => paper.widthOf(part, style));
  return (lines[0] ?? "").trimEnd();
}

/** Text that goes on on the next page where one is full. */
class FlowingText {
  readonly #paper: Paper;
  readonly #section: Element;
  #y: number;

  constructor(paper: Paper, section: Element, top: number) {
    this.#paper = paper;
    this.#section = section;
    this.#y = top;
  }

  skip(height: number): void {
    this.#y += height;
  }

  paragraph(tag: "H1" | "P", text: string, style: TextStyle): void {
    const paper = this.#paper;
    const room = paper.width - LAYOUT.left - LAYOUT.right;
    const { lines } = wrapped(printable(text), room, (part) => paper.widthOf(part, style));
    const element = paper.element(tag, this.#section);
    for (let begin = 0; begin < lines.length;) {
      if (this.#linesLeft(style) < 1) this.#nextPage();
      const part = lines.slice(begin, begin + this.#linesLeft(style));
      paper.content(element, tag, () => {
        for (const [index, line] of part.entries())
          paper.text(line, LAYOUT.left, this.#y + index * lineOf(style), style);
      });
      this.#y += part.length * lineOf(style);
      begin += part.length;
    }
    element.end();
  }

  #linesLeft(style: TextStyle): number {
    return Math.floor((this.#paper.height - LAYOUT.bottom - this.#y) / lineOf(style));
  }

  #nextPage(): void {
    this.#paper.nextPage();
    this.#y = LAYOUT.nextTop;
  }
}

/** Letters are read at arm's length: lines stand wider than in lists. */
function lineOf({ size }: TextStyle): number {
  return lineHeight(size) * 1.15;
}
