import sharp from "sharp";
import { TEXT_LINES } from "../../tuning.ts";
import type { Picture } from "./picture.ts";

/** Lines of a page below one another on white, dark letters, all of the same height. */
export interface Stack {
  png: Buffer;
  /** Distance from the top of one line to that of the next. */
  pitch: number;
  margin: number;
}

/** Returns a page that holds nothing but these lines: what a recogniser of pages reads best. */
export async function stackOf(lines: readonly Picture[]): Promise<Stack> {
  const height = TEXT_LINES.readHeight;
  const margin = TEXT_LINES.stackMargin;
  const pitch = height + TEXT_LINES.stackGap;
  const width = Math.max(...lines.map((line) => line.width)) + 2 * margin;
  const page = Buffer.alloc(width * (lines.length * pitch + TEXT_LINES.stackGap), 255);
  lines.forEach((line, index) => {
    const grey = darkOnLight(line);
    for (let y = 0; y < line.height; y++)
      grey.copy(
        page,
        (index * pitch + TEXT_LINES.stackGap + y) * width + margin,
        y * line.width,
        (y + 1) * line.width,
      );
  });
  const png = await sharp(page, {
    raw: { width, height: lines.length * pitch + TEXT_LINES.stackGap, channels: 1 },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { png, pitch, margin };
}

/** Grey, with the paper white and the ink black, whatever the light and whichever is darker. */
function darkOnLight({ data, width, height }: Picture): Buffer {
  const grey = Buffer.alloc(width * height);
  const counts = new Uint32Array(256);
  for (let i = 0; i < grey.length; i++) {
    const value = Math.round(
      0.3 * (data[i * 3] ?? 0) + 0.59 * (data[i * 3 + 1] ?? 0) + 0.11 * (data[i * 3 + 2] ?? 0),
    );
    grey[i] = value;
    counts[value] = (counts[value] ?? 0) + 1;
  }
  const low = percentile(counts, grey.length * TEXT_LINES.outliers);
  const high = percentile(counts, grey.length * (1 - TEXT_LINES.outliers));
  const middle = percentile(counts, grey.length / 2);
  // Letters cover less than half of their line.
  const isLightInk = middle - low < high - middle;
  const paper = middle;
  const ink = isLightInk ? high : low;
  const range = Math.max(TEXT_LINES.leastContrast, Math.abs(paper - ink));
  for (let i = 0; i < grey.length; i++) {
    const away = isLightInk ? (grey[i] ?? 0) - paper : paper - (grey[i] ?? 0);
    grey[i] = 255 - Math.min(255, Math.max(0, Math.round((away / range) * 255)));
  }
  return grey;
}

function percentile(counts: Uint32Array, wanted: number): number {
  let seen = 0;
  for (let value = 0; value < counts.length; value++) {
    seen += counts[value] ?? 0;
    if (seen >= wanted) return value;
  }
  return counts.length - 1;
}
