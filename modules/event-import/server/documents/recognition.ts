import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createWorker, OEM, PSM, type Page as RecognisedPage } from "tesseract.js";
import type { Sharp } from "sharp";
import { evenLight } from "./picture-preparation.ts";
import type { Word } from "./pages.ts";

/**
 * Words below are noise: wood grain, shadows, the pattern of a curtain. Numbers and dashes are
 * short, and seldom sure.
 */
const LEAST_CONFIDENCE = 35;
const LEAST_CONFIDENCE_OF_NUMBERS = 12;

export interface Recogniser {
  /** The words of one upright picture, in its pixels after preparation. */
  read(picture: Sharp): Promise<{ words: Word[]; width: number; height: number }>;
  end(): Promise<void>;
}

/** German text recognition without the network: program and language data come from packages. */
export async function startRecogniser(): Promise<Recogniser> {
  const language = dirname(
    createRequire(import.meta.url).resolve("@tesseract.js-data/deu/package.json"),
  );
  const tesseract = await createWorker("deu", OEM.LSTM_ONLY, {
    langPath: join(language, "4.0.0_best_int"),
    cacheMethod: "none",
    gzip: true,
  });
  await tesseract.setParameters({
    tessedit_pageseg_mode: PSM.AUTO,
    preserve_interword_spaces: "1",
    user_defined_dpi: "200",
  });
  async function wordsOf(image: Buffer): Promise<Word[]> {
    const { data } = await tesseract.recognize(
      image,
      { rotateAuto: true },
      { blocks: true, text: false },
    );
    return recognisedWords(data);
  }
  async function scatteredWordsOf(image: Buffer): Promise<Word[]> {
    await tesseract.setParameters({ tessedit_pageseg_mode: PSM.SPARSE_TEXT });
    const words = await wordsOf(image);
    await tesseract.setParameters({ tessedit_pageseg_mode: PSM.AUTO });
    return words;
  }
  return {
    async read(picture) {
      const { dark, light, width, height, ruled } = await evenLight(picture);
      // In the cells of a table words stand apart, and whole columns may be passed over; light
      // letters are a poster's.
      const words = mergeReadings(
        await wordsOf(dark),
        ruled ? await scatteredWordsOf(dark) : await wordsOf(light),
      );
      return { words, width, height };
    },
    end: async () => {
      await tesseract.terminate();
    },
  };
}

function recognisedWords(page: RecognisedPage): Word[] {
  const words: Word[] = [];
  for (const block of page.blocks ?? []) {
    for (const paragraph of block.paragraphs) {
      for (const line of paragraph.lines) {
        const size = line.rowAttributes?.rowHeight ?? line.bbox.y1 - line.bbox.y0;
        for (const word of line.words) {
          // The dots above a capital are the first to be lost; hardly a German word begins with
          // "Ub". Lines of a table's frame are read as strokes.
          const text = word.text
            .trim()
            .replace(/^[|¦[\]]+|[|¦[\]]+$/g, "")
            .replace(/^Ub(?=[eu])/, "Üb");
          if (
            text === "" ||
            word.confidence <
              (/^[\d.,:/&–—-]+$/.test(text) ? LEAST_CONFIDENCE_OF_NUMBERS : LEAST_CONFIDENCE)
          )
            continue;
          words.push({
            text,
            x0: word.bbox.x0,
            y0: word.bbox.y0,
            x1: word.bbox.x1,
            y1: word.bbox.y1,
            size,
            bold: false,
            confidence: word.confidence,
          });
        }
      }
    }
  }
  return words;
}

/** Where both readings see something, the surer one is right. */
function mergeReadings(dark: readonly Word[], light: readonly Word[]): Word[] {
  return [
    ...dark.filter((word) => !light.some((other) => beats(other, word))),
    ...light.filter(
      (word) =>
        !dark.some((other) =>
          other.confidence === word.confidence ? overlap(other, word) : beats(other, word),
        ),
    ),
  ];
}

function beats(other: Word, word: Word): boolean {
  return other.confidence > word.confidence && overlap(other, word);
}

function overlap(a: Word, b: Word): boolean {
  const width = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
  const height = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  return (
    width > 0 &&
    height > 0 &&
    width * height > 0.2 * Math.min((a.x1 - a.x0) * (a.y1 - a.y0), (b.x1 - b.x0) * (b.y1 - b.y0))
  );
}
