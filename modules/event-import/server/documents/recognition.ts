import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createWorker, OEM, PSM, type Page as RecognisedPage } from "tesseract.js";
import type { Sharp } from "sharp";
import { evenLight } from "./picture-preparation.ts";
import type { RecognisedLine } from "./recognised-words.ts";

/** What was recognised in the two pictures that are made of a page, in their pixels. */
export interface Recognition {
  readings: readonly [readonly RecognisedLine[], readonly RecognisedLine[]];
  width: number;
  height: number;
}

export interface Recogniser {
  /** Reads one upright picture. */
  read(picture: Sharp): Promise<Recognition>;
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
  async function linesIn(image: Buffer): Promise<RecognisedLine[]> {
    const { data } = await tesseract.recognize(
      image,
      { rotateAuto: true },
      { blocks: true, text: false },
    );
    return linesOf(data);
  }
  async function scatteredLinesIn(image: Buffer): Promise<RecognisedLine[]> {
    await tesseract.setParameters({ tessedit_pageseg_mode: PSM.SPARSE_TEXT });
    const lines = await linesIn(image);
    await tesseract.setParameters({ tessedit_pageseg_mode: PSM.AUTO });
    return lines;
  }
  return {
    async read(picture) {
      const { dark, light, width, height, ruled } = await evenLight(picture);
      // In the cells of a table words stand apart, and whole columns may be passed over; light
      // letters are a poster's.
      const first = await linesIn(dark);
      const second = ruled ? await scatteredLinesIn(dark) : await linesIn(light);
      return { readings: [first, second], width, height };
    },
    end: async () => {
      await tesseract.terminate();
    },
  };
}

function linesOf(page: RecognisedPage): RecognisedLine[] {
  return (page.blocks ?? [])
    .flatMap((block) => block.paragraphs)
    .flatMap((paragraph) => paragraph.lines)
    .map(({ bbox, rowAttributes, words }) => ({
      height: rowAttributes?.rowHeight ?? bbox.y1 - bbox.y0,
      words: words.map((word) => ({
        text: word.text,
        confidence: word.confidence,
        box: word.bbox,
      })),
    }));
}
