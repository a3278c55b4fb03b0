import { MARGIN, roomOf } from "../pdf/page-frame.ts";
import { type Element, lineHeight, type Paper, type TextStyle } from "../pdf/paper.ts";
import type { PrintedCell, PrintedList } from "../printed-list.ts";
import type { Measures } from "./measures.ts";
import type { Placed } from "./placement.ts";
import { printable, type Wrapped } from "../pdf/wrapped.ts";
import { textOf } from "./wanted-widths.ts";

type Head = Extract<Placed, { kind: "head" }>;
type Row = Extract<Placed, { kind: "row" }>;

/**
 * A table that is longer begins anew with the next page: readers look at a whole table for each of
 * its pages.
 */
const MOST_ROWS = 500;
const BOX = { side: 11, width: 0.8, color: "#444444" };
const QUIET = "#555555";
const HEAD_LINE = { width: 1, color: "#222222" };
const LINE = { width: 0.5, color: "#bbbbbb" };
const THIN = { width: 0.25, color: "#bbbbbb" };

interface OpenRow {
  row: Element;
  cells: Element[];
}

/** Draws heads and rows of tables where they were placed, each as an element of the structure. */
export class TableDrawing {
  readonly #paper: Paper;
  readonly #list: PrintedList;
  readonly #measures: Measures;
  #table: Element | null = null;
  #body: Element | null = null;
  /** Rows of the table so far. */
  #rows = 0;
  /** The row that is drawn: one that is higher than a page goes on on the next. */
  #open: OpenRow | null = null;
  /** Lines and boxes of the page, drawn together: no part of the structure. */
  #marks: (() => void)[] = [];

  constructor(paper: Paper, list: PrintedList, measures: Measures) {
    this.#paper = paper;
    this.#list = list;
    this.#measures = measures;
  }

  draw(placed: Head | Row): void {
    if (placed.kind === "row") this.#row(placed);
    else this.#head(placed);
  }

  endPage(): void {
    const marks = this.#marks;
    this.#marks = [];
    this.#paper.artifact("Layout", () => {
      for (const mark of marks) mark();
    });
  }

  /** Ends what is open, so that a finished table is written out. */
  end(): void {
    this.#table?.end();
    this.#table = null;
  }

  #head(head: Head): void {
    const goesOn = head.isRepeated && (this.#open !== null || this.#rows < MOST_ROWS);
    if (goesOn) {
      this.#paper.artifact("Pagination", () => {
        this.#title(head);
        for (const column of this.#measures.headings.keys()) this.#heading(head, column);
      });
    } else {
      this.#titleElement(head);
      this.#begin(head);
    }
    this.#rule(head.y + this.#headHeight(head), HEAD_LINE);
  }

  #titleElement(head: Head): void {
    if (this.#titleOf(head).length === 0) return;
    if (head.isRepeated) {
      this.#paper.artifact("Pagination", () => this.#title(head));
      return;
    }
    this.end();
    const element = this.#paper.element("H2");
    this.#paper.content(element, "H2", () => this.#title(head));
    element.end();
  }

  #begin(head: Head): void {
    this.end();
    this.#rows = 0;
    this.#table = this.#paper.element("Table");
    const row = this.#paper.element("TR", this.#paper.element("THead", this.#table));
    for (const column of this.#measures.headings.keys()) {
      const cell = this.#paper.element("TH", row, { scope: "Column" });
      this.#paper.content(cell, "TH", () => this.#heading(head, column));
    }
    this.#body = this.#paper.element("TBody", this.#table);
  }

  #title(head: Head): void {
    const { titleSize: size, padding } = this.#measures;
    const style = { size, bold: true, color: this.#list.accentColor };
    for (const [index, line] of this.#titleOf(head).entries())
      this.#paper.text(line, MARGIN.side, head.y + padding + index * lineHeight(size), style);
  }

  #heading(head: Head, column: number): void {
    const { headings, padding, size } = this.#measures;
    const most = Math.max(...headings.map((heading) => heading.length));
    const y = head.y + this.#headHeight(head) - padding - most * lineHeight(size);
    this.#lines(headings[column] ?? [], column, y, { bold: true });
  }

  #titleOf({ section }: Head): readonly string[] {
    return this.#measures.titles[section] ?? [];
  }

  #headHeight({ section }: Head): number {
    return this.#measures.heights.sections[section]?.head ?? 0;
  }

  #row({ section, row, y, height, from, to }: Row): void {
    const { linesOf, heights } = this.#measures;
    const cells = this.#list.sections[section]?.rows[row] ?? [];
    const texts = cells.map((cell, column) => linesOf(cell, column));
    if (from === 0) {
      this.#open = this.#rowElements(cells, texts);
      this.#rows++;
    }
    for (const [column, cell] of cells.entries()) {
      const lines = texts[column]?.lines.slice(from, to) ?? [];
      const element = this.#open?.cells[column];
      if ("box" in Object(cell)) this.#box(column, y);
      else if (element !== undefined && lines.some((line) => line !== ""))
        this.#paper.content(element, "TD", () =>
          this.#lines(lines, column, y + this.#measures.padding, quietStyle(cell)),
        );
    }
    this.#rule(y + height, this.#list.dense === true ? THIN : LINE);
    if (to < (heights.sections[section]?.lines[row] ?? 1)) return;
    this.#open?.row.end();
    this.#open = null;
  }

  #rowElements(cells: readonly PrintedCell[], texts: readonly Wrapped[]): OpenRow | null {
    if (this.#body === null) return null;
    const row = this.#paper.element("TR", this.#body);
    const elements = cells.map((cell, column) =>
      // Else a reader would say two words.
      this.#paper.element(
        "TD",
        row,
        texts[column]?.isBroken === true ? { actual: printable(textOf(cell)) } : {},
      ),
    );
    return { row, cells: elements };
  }

  #lines(lines: readonly string[], column: number, y: number, style: Partial<TextStyle>): void {
    const { size, columns } = this.#measures;
    for (const [index, line] of lines.entries())
      if (line !== "")
        this.#paper.text(line, columns[column]?.x ?? 0, y + index * lineHeight(size), {
          size,
          ...style,
        });
  }

  #box(column: number, y: number): void {
    const { columns, padding } = this.#measures;
    this.#marks.push(() =>
      this.#paper.square(columns[column]?.x ?? 0, y + padding + 1, BOX.side, BOX),
    );
  }

  #rule(y: number, style: { width: number; color: string }): void {
    this.#marks.push(() => this.#paper.rule(MARGIN.side, y, roomOf(this.#paper), style));
  }
}

function quietStyle(cell: PrintedCell): Partial<TextStyle> {
  return typeof cell === "string" ? {} : { color: QUIET };
}
