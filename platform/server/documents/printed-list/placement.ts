/** Heights of a list's parts. */
export interface Heights {
  /** Where tables begin and end on a page; the first page begins below the club's head. */
  firstTop: number;
  top: number;
  bottom: number;
  lineHeight: number;
  /** Above and below the lines of a row together. */
  padding: number;
  /** Below a table. */
  gap: number;
  sections: readonly {
    /** Title and headings, which come again on each page. */
    head: number;
    /** Lines of each row. */
    lines: Uint16Array;
    /** What a row takes at least beside its padding, for boxes and room to write. */
    least: number;
  }[];
}

export type Placed =
  | { kind: "page" }
  | { kind: "head"; section: number; y: number; isRepeated: boolean }
  /** Lines `from` to before `to` of a row: all, but for a row that is higher than a page. */
  | {
      kind: "row";
      section: number;
      row: number;
      y: number;
      height: number;
      from: number;
      to: number;
    };

/**
 * Yields what stands where, page by page: rows are whole, a table's head is never without a row
 * below it and comes again on each page.
 */
export function* placements(heights: Heights): Generator<Placed> {
  let y = heights.firstTop;
  for (const [section, { head, lines, least }] of heights.sections.entries()) {
    const heightOf = (count: number) =>
      heights.padding + Math.max(least, count * heights.lineHeight);
    const most = heights.bottom - heights.top - head;
    const first = Math.min(most, heightOf(lines[0] ?? 1));
    if (y > heights.top && y + head + first > heights.bottom) {
      yield { kind: "page" };
      y = heights.top;
    }
    yield { kind: "head", section, y, isRepeated: false };
    y += head;
    for (let row = 0; row < lines.length; row++) {
      const count = lines[row] ?? 1;
      for (let from = 0; from < count;) {
        const fits = y + heightOf(count - from) <= heights.bottom;
        if (!fits && y > heights.top + head) {
          yield { kind: "page" };
          yield { kind: "head", section, y: heights.top, isRepeated: true };
          y = heights.top + head;
        }
        const room = Math.floor((heights.bottom - y - heights.padding) / heights.lineHeight);
        const to = y + heightOf(count - from) <= heights.bottom ? count : from + Math.max(1, room);
        const height = heightOf(to - from);
        yield { kind: "row", section, row, y, height, from, to };
        y += height;
        from = to;
      }
    }
    y += heights.gap;
  }
}

/** Returns how many pages the list has. */
export function countPages(heights: Heights): number {
  let pages = 1;
  for (const { kind } of placements(heights)) if (kind === "page") pages++;
  return pages;
}
