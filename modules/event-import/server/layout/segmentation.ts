import { mayBeginEntry } from "./anchors.ts";
import { monthHeading } from "../dates/date-starts.ts";
import { monthNumber } from "../dates/date-words.ts";
import type { YearOfDocument } from "../dates/year-resolution.ts";
import type { Page, Word } from "../documents/pages.ts";
import type { FoundEvent } from "../events/found-event.ts";
import { ProgrammeReader } from "../events/read-items.ts";
import { PARTS } from "../tuning.ts";
import {
  contentOf,
  FEATURES,
  featuresOf,
  headlineOf,
  scoreOf,
  SHAPES,
  type Features,
  type Shape,
} from "./explanation.ts";
import { gridOf, type Grid } from "./grid.ts";
import { itemsOf, type Item } from "./items.ts";
import { linesOf, type Line } from "./lines.ts";
import { cutsOf, type Part } from "./parts.ts";
import { piecesOf } from "./pieces.ts";
import { recordItems } from "./record-items.ts";
import { recordsOf } from "./records.ts";

/** A page, or a part of it, as it is understood best. */
export interface Reading {
  items: Item[];
  /** The words of its parts, each read for itself, in reading order. */
  parts: (readonly Word[])[];
  features: Features;
  score: number;
}

/** A part with all that was tried on it: what the weights are learned from. */
export type Watch = (
  alternatives: readonly (Reading & { events: readonly FoundEvent[] })[],
) => void;

/**
 * Searches how to cut a page into parts, and which shape the records of each part have, for the
 * reading that explains most of what is written.
 */
export class Segmentation {
  readonly #page: Page;
  readonly #year: YearOfDocument;
  readonly #watch: Watch | undefined;
  readonly #known = new Map<string, Reading>();
  readonly #numbers: Map<Word, number>;
  readonly #headline: number;
  #readings = 0;

  constructor(page: Page, year: YearOfDocument, watch?: Watch) {
    this.#page = page;
    this.#year = year;
    this.#watch = watch;
    this.#headline = headlineOf(page);
    this.#numbers = new Map(page.words.map((word, index) => [word, index]));
  }

  /** `month`: of the last heading before the page. */
  best(month: number | null): Reading {
    const { words } = this.#page;
    const left = words.reduce((least, { x0 }) => Math.min(least, x0), Infinity);
    const right = words.reduce((most, { x1 }) => Math.max(most, x1), this.#page.width - left);
    return this.#best({ words, left, right }, month, 0);
  }

  #best(part: Part, month: number | null, depth: number): Reading {
    const key = `${month} ${depth} ${part.words
      .map((word) => this.#numbers.get(word) ?? 0)
      .toSorted((a, b) => a - b)
      .join()}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const best = this.#search(part, month, depth);
    this.#known.set(key, best);
    return best;
  }

  #search(part: Part, month: number | null, depth: number): Reading {
    const lines = linesOf(part.words);
    const readings = this.#asOnePart(part, lines, month);
    if (
      depth < PARTS.mostDepth &&
      readings.length > 1 &&
      lines.length > 1 &&
      lines.length <= PARTS.mostLines
    ) {
      const dayAlone = month !== null || lastMonthIn(lines) !== null;
      for (const cut of cutsOf(part, lines, dayAlone)) {
        if (this.#readings > PARTS.mostReadings) break;
        readings.push(this.#inParts(cut, month, depth));
      }
      const grid = gridOf(part, lines, lastMonthIn(lines) ?? month);
      if (grid !== null) readings.push(this.#inCells(grid, month, depth));
    }
    this.#watch?.(
      readings.map((reading) => ({ ...reading, events: this.#eventsOf(reading.items, month) })),
    );
    const [first, ...others] = readings;
    if (first === undefined) throw new Error("a part has a reading");
    return others.reduce((best, next) => (next.score > best.score ? next : best), first);
  }

  #inParts(cut: readonly Part[], month: number | null, depth: number): Reading {
    let above = month;
    const items: Item[] = [];
    const parts: (readonly Word[])[] = [];
    const features = Object.fromEntries(FEATURES.map((name) => [name, 0])) as Features;
    for (const part of cut) {
      const best = this.#best(part, above, depth + 1);
      above = lastMonthIn(linesOf(part.words)) ?? above;
      items.push(...best.items);
      parts.push(...best.parts);
      for (const name of FEATURES) features[name] += best.features[name];
    }
    return { items, parts, features, score: scoreOf(features) };
  }

  /** The cells of a grid are one choice: it counts as one part, however many they are. */
  #inCells({ before, cells, after }: Grid, month: number | null, depth: number): Reading {
    const reading = this.#inParts([...before, ...cells, ...after], month, depth);
    const features = { ...reading.features };
    const outside = this.#inParts([...before, ...after], month, depth).features.part;
    features.part = outside + 1;
    return { ...reading, features, score: scoreOf(features) };
  }

  #asOnePart(part: Part, lines: readonly Line[], month: number | null): Reading[] {
    const hasMonth = month !== null;
    const content = contentOf(lines, { dayAlone: hasMonth, headline: this.#headline });
    const pieces = lines.length <= PARTS.mostLines ? piecesOf(lines, part) : [];
    // Nothing that a record could hang on.
    const isPlain =
      content.dates.length === 0 &&
      !pieces.some(({ text }) => mayBeginEntry(text, hasMonth || lastMonthIn(lines) !== null));
    const reading = (shape: Shape, items: Item[]): Reading => {
      this.#readings++;
      const features = featuresOf(shape, this.#eventsOf(items, month), { content, items });
      return { items, parts: [part.words], features, score: scoreOf(features) };
    };
    return SHAPES.flatMap((shape) => {
      if (shape === "LINES") return [reading(shape, itemsOf(this.#page, lines, hasMonth))];
      if (shape === "NOTHING")
        return isPlain
          ? []
          : [reading(shape, itemsOf(this.#page, lines, hasMonth).filter(isHeading))];
      if (pieces.length === 0 || isPlain || this.#readings > PARTS.mostReadings) return [];
      const found = recordsOf(pieces, shape, hasMonth);
      return found === null ? [] : [reading(shape, recordItems(found, this.#page))];
    });
  }

  #eventsOf(items: readonly Item[], month: number | null): FoundEvent[] {
    return new ProgrammeReader(items, this.#year, { month }).events;
  }
}

function isHeading(item: Item): boolean {
  return monthHeading(item.cells.join(" ")) !== null;
}

/** The number of the last month that is a heading; null: none is. */
export function lastMonthIn(lines: readonly Line[]): number | null {
  const month = lines
    .flatMap((line) => line.segments)
    .map((segment) => monthHeading(segment.text))
    .findLast((heading) => heading !== null);
  return month == null ? null : (monthNumber(month.month) ?? null);
}
