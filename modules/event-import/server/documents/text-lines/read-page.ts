import type { Sharp } from "sharp";
import { TEXT_LINES } from "../../tuning.ts";
import type { Word } from "../pages.ts";
import { LineFinder } from "./find-lines.ts";
import { joinReadings, type JoinedLetter } from "./join-readings.ts";
import { cutOut, pictureOf, turned, type Box, type Picture } from "./picture.ts";
import { LineReader, type ReadLetter } from "./read-lines.ts";
import { stackOf, type Stack } from "./stacked-lines.ts";

/** What knows the language: reads whole pages, and single lines below one another. */
export interface LanguageReader {
  /** The words of an upright page in its points, without noise. */
  page(picture: Picture): Promise<Word[]>;
  /** The texts of so many lines, in their order; "" where nothing is read. */
  lines(stack: Stack, count: number): Promise<string[]>;
}

export interface ReadPage {
  words: Word[];
  width: number;
  height: number;
  /** Quarters to the right by which the page was turned before it was read. */
  turned: number;
}

/**
 * Reads pictures of pages. A network finds the lines, by which the page is turned and straightened;
 * what the reader of the language sees surely stays, and the other lines are read by a second
 * network, whose letters both readings settle together.
 */
export class PageReader {
  readonly #finder: LineFinder;
  readonly #reader: LineReader;
  readonly #language: LanguageReader;

  private constructor(finder: LineFinder, reader: LineReader, language: LanguageReader) {
    this.#finder = finder;
    this.#reader = reader;
    this.#language = language;
  }

  static async load(language: LanguageReader): Promise<PageReader> {
    return new PageReader(await LineFinder.load(), await LineReader.load(), language);
  }

  async read(source: Sharp): Promise<ReadPage> {
    const upright = await this.#upright(await pictureOf(source));
    const { picture, boxes } = straightened(upright.picture, upright.boxes);
    const { width, height } = picture;
    const words = await this.#language.page(picture);
    const doubtful = boxes
      .slice(0, TEXT_LINES.mostLines)
      .map((box) => ({ box, own: words.filter((word) => isIn(word, box)) }))
      .filter(({ box, own }) => !isSure(own, box));
    const again = await this.#again(picture, doubtful);
    const replaced = new Set(
      doubtful.flatMap(({ own }, index) => (again[index]?.length ? own : [])),
    );
    return {
      words: [...words.filter((word) => !replaced.has(word)), ...again.flat()],
      width,
      height,
      turned: upright.turned,
    };
  }

  async #again(
    picture: Picture,
    lines: readonly { box: Box; own: readonly Word[] }[],
  ): Promise<Word[][]> {
    if (lines.length === 0) return [];
    const pictures = lines.map(({ box }) => cutOut(picture, box, TEXT_LINES.readHeight));
    const told = this.#language.lines(await stackOf(pictures), pictures.length);
    const seen: ReadLetter[][] = [];
    for (const line of pictures) seen.push(await this.#reader.read(line));
    const texts = await told;
    return lines.map(({ box, own }, index) => {
      const before = own.map(({ text }) => text).join(" ");
      const letters = seen[index] ?? [];
      // Whichever says more of what the network sees.
      const first = joinReadings(letters, texts[index] ?? "");
      const second = joinReadings(letters, before);
      return wordsOf(agreement(first) >= agreement(second) ? first : second, box);
    });
  }

  /** Turns a page that lies on its side or stands on its head. */
  async #upright(source: Picture): Promise<{ picture: Picture; boxes: Box[]; turned: number }> {
    let picture = source;
    let quarters = 0;
    let boxes = await this.#finder.find(picture);
    const long = boxes.filter((box) => longSide(box) > TEXT_LINES.tall * shortSide(box));
    if (long.length >= 2 && long.filter(isUpright).length * 2 < long.length) {
      quarters = 1;
      picture = turned(source, quarters);
      boxes = await this.#finder.find(picture);
    }
    const longest = boxes.toSorted((a, b) => b.width - a.width).slice(0, TEXT_LINES.linesTried);
    let asItIs = 0;
    let turnedRound = 0;
    for (const box of longest) {
      const line = cutOut(picture, box, TEXT_LINES.readHeight);
      asItIs += sureness(await this.#reader.read(line));
      turnedRound += sureness(await this.#reader.read(turned(line, 2)));
    }
    if (turnedRound > asItIs * TEXT_LINES.turnedRound) {
      quarters += 2;
      picture = turned(picture, 2);
      boxes = await this.#finder.find(picture);
    }
    return { picture, boxes: boxes.filter(isUpright), turned: quarters };
  }
}

const longSide = ({ width, height }: Box) => Math.max(width, height);
const shortSide = ({ width, height }: Box) => Math.min(width, height);

/** Runs from left to right. */
function isUpright({ angle, width, height }: Box): boolean {
  return Math.abs(angle) < Math.PI / 4 ? height < TEXT_LINES.tall * width : false;
}

function sureness(letters: readonly { share: number }[]): number {
  return letters.reduce((sum, { share }) => sum + share, 0) / Math.max(1, letters.length);
}

function agreement(letters: readonly JoinedLetter[]): number {
  return letters.filter(({ isAgreed }) => isAgreed).length;
}

function isIn(word: Word, box: Box): boolean {
  const x = (word.x0 + word.x1) / 2;
  const y = (word.y0 + word.y1) / 2;
  return (
    Math.abs(x - box.x) < box.width / 2 &&
    Math.abs(y - (box.y + (x - box.x) * Math.tan(box.angle))) < box.height / 2
  );
}

/** The words fill their line from end to end, and none of them is doubted. */
function isSure(words: readonly Word[], box: Box): boolean {
  const left = Math.min(...words.map(({ x0 }) => x0)) - (box.x - box.width / 2);
  const right = box.x + box.width / 2 - Math.max(...words.map(({ x1 }) => x1));
  if (Math.max(left, right) > box.height * TEXT_LINES.end) return false;
  const filled = words.reduce((sum, word) => sum + word.x1 - word.x0, 0);
  return (
    filled > box.width * TEXT_LINES.filled &&
    words.every(({ confidence }) => confidence >= TEXT_LINES.sure)
  );
}

/** Takes out that a page lies crooked. */
function straightened(picture: Picture, boxes: Box[]): { picture: Picture; boxes: Box[] } {
  const long = boxes.filter((box) => box.width > TEXT_LINES.longLine * box.height);
  const weight = long.reduce((sum, box) => sum + box.width, 0);
  const angle = long.reduce((sum, box) => sum + box.angle * box.width, 0) / weight;
  if (long.length < 2 || Math.abs(angle) < TEXT_LINES.leastAngle) return { picture, boxes };
  const { width, height } = picture;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return {
    picture: cutOut(picture, { x: width / 2, y: height / 2, width, height, angle }, height),
    boxes: boxes.map((box) => {
      const dx = box.x - width / 2;
      const dy = box.y - height / 2;
      return {
        ...box,
        x: width / 2 + dx * cos + dy * sin,
        y: height / 2 + dy * cos - dx * sin,
        angle: box.angle - angle,
      };
    }),
  };
}

function wordsOf(letters: readonly JoinedLetter[], box: Box): Word[] {
  const words: JoinedLetter[][] = [];
  for (const letter of letters) {
    const last = words.at(-1);
    if (last === undefined || letter.begins) words.push([letter]);
    else last.push(letter);
  }
  const step = letters.length < 2 ? 1 : box.width / letters.length;
  const left = box.x - box.width / 2;
  // The box stands a little off the letters.
  const size = box.height * TEXT_LINES.letters;
  return words.flatMap((own): Word[] => {
    const [first] = own;
    const last = own.at(-1);
    if (first === undefined || last === undefined) return [];
    const share = own.reduce((sum, letter) => sum + letter.share, 0) / own.length;
    if (share * 100 < TEXT_LINES.leastConfidence) return [];
    return [
      {
        text: own.map(({ text }) => text).join(""),
        x0: left + first.at * box.width - step * 0.4,
        x1: left + last.at * box.width + step * 0.4,
        y0: box.y - size / 2,
        y1: box.y + size / 2,
        size,
        bold: false,
        confidence: Math.round(share * 100),
      },
    ];
  });
}
