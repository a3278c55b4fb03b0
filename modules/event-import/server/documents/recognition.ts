import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { createWorker, OEM, PSM, type Page as RecognisedPage } from "tesseract.js";
import { evenLight } from "./picture-preparation.ts";
import { recognisedWords, type RecognisedLine } from "./recognised-words.ts";
import { PageReader, type ReadPage } from "./text-lines/read-page.ts";

export interface Recogniser {
  /** Reads the picture of a page, whichever way up it is. */
  read(picture: Sharp): Promise<ReadPage>;
  end(): Promise<void>;
}

/**
 * German text recognition without the network: programs, models and language data come from
 * packages. Tesseract knows German and runs in a thread of its own.
 */
export async function startRecogniser(): Promise<Recogniser> {
  const language = dirname(
    createRequire(import.meta.url).resolve("@tesseract.js-data/deu/package.json"),
  );
  const tesseract = await createWorker("deu", OEM.LSTM_ONLY, {
    langPath: join(language, "4.0.0_best_int"),
    cacheMethod: "none",
    gzip: true,
  });
  await tesseract.setParameters({ preserve_interword_spaces: "1", user_defined_dpi: "200" });
  async function linesIn(image: Buffer, mode: PSM): Promise<RecognisedLine[]> {
    await tesseract.setParameters({ tessedit_pageseg_mode: mode });
    const { data } = await tesseract.recognize(image, {}, { blocks: true, text: false });
    return linesOf(data);
  }
  const reader = await PageReader.load({
    async page({ data, width, height }) {
      const { dark, ruled } = await evenLight(sharp(data, { raw: { width, height, channels: 3 } }));
      // In the cells of a table words stand apart, and whole columns may be passed over.
      return recognisedWords(await linesIn(dark, ruled ? PSM.SPARSE_TEXT : PSM.AUTO));
    },
    async lines({ png, pitch }, count) {
      const texts = Array.from({ length: count }, () => "");
      for (const { words } of await linesIn(png, PSM.SINGLE_COLUMN)) {
        const [word] = words;
        if (word === undefined) continue;
        const index = Math.floor((word.box.y0 + word.box.y1) / 2 / pitch);
        if (index < count)
          texts[index] = `${texts[index] ?? ""} ${words.map(({ text }) => text).join(" ")}`.trim();
      }
      return texts;
    },
  });
  return {
    read: (picture) => reader.read(picture),
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
