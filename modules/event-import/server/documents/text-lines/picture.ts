import type { Sharp } from "sharp";
import { PICTURES } from "../../tuning.ts";

/** A picture in memory, three bytes a point: red, green, blue. */
export interface Picture {
  data: Buffer;
  width: number;
  height: number;
}

/** Returns a page as large as it is read, on white where it is transparent. */
export async function pictureOf(picture: Sharp): Promise<Picture> {
  const side = PICTURES.longSide;
  const { width, height } = await picture.metadata();
  const { data, info } = await picture
    .flatten({ background: "#fff" })
    .toColourspace("srgb")
    .removeAlpha()
    .resize(side, side, {
      fit: "inside",
      withoutEnlargement: Math.min(width, height) >= PICTURES.enlargedBelow,
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error("a picture has three colours");
  return { data, width: info.width, height: info.height };
}

/** Turned by so many quarters to the right. */
export function turned({ data, width, height }: Picture, quarters: number): Picture {
  if (quarters % 4 === 0) return { data, width, height };
  const isSideways = quarters % 2 === 1;
  const wide = isSideways ? height : width;
  const high = isSideways ? width : height;
  const result = Buffer.alloc(data.length);
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const [fromX, fromY] =
        quarters === 1
          ? [y, height - 1 - x]
          : quarters === 2
            ? [width - 1 - x, height - 1 - y]
            : [width - 1 - y, x];
      const from = (fromY * width + fromX) * 3;
      const to = (y * wide + x) * 3;
      result[to] = data[from] ?? 0;
      result[to + 1] = data[from + 1] ?? 0;
      result[to + 2] = data[from + 2] ?? 0;
    }
  }
  return { data: result, width: wide, height: high };
}

/** A stretch of text in a picture: where its middle is, its size, and how far it is turned. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Radians, clockwise as y grows downwards. */
  angle: number;
}

/** Returns what a box holds, straight and so many points high. */
export function cutOut(picture: Picture, box: Box, height: number): Picture {
  const width = Math.max(8, Math.round((box.width * height) / box.height));
  const data = Buffer.alloc(width * height * 3);
  const step = box.height / height;
  const cos = Math.cos(box.angle) * step;
  const sin = Math.sin(box.angle) * step;
  for (let v = 0; v < height; v++) {
    for (let u = 0; u < width; u++) {
      const du = u - (width - 1) / 2;
      const dv = v - (height - 1) / 2;
      sample(
        picture,
        box.x + du * cos - dv * sin,
        box.y + du * sin + dv * cos,
        data,
        (v * width + u) * 3,
      );
    }
  }
  return { data, width, height };
}

/** Between four points; outside of the picture its edge goes on. */
function sample(
  { data, width, height }: Picture,
  x: number,
  y: number,
  to: Buffer,
  at: number,
): void {
  const px = Math.min(Math.max(x, 0), width - 1.001);
  const py = Math.min(Math.max(y, 0), height - 1.001);
  const x0 = Math.floor(px);
  const y0 = Math.floor(py);
  const fx = px - x0;
  const fy = py - y0;
  const from = (y0 * width + x0) * 3;
  const below = from + width * 3;
  for (let c = 0; c < 3; c++) {
    const upper = (data[from + c] ?? 0) * (1 - fx) + (data[from + 3 + c] ?? 0) * fx;
    const lower = (data[below + c] ?? 0) * (1 - fx) + (data[below + 3 + c] ?? 0) * fx;
    to[at + c] = upper * (1 - fy) + lower * fy;
  }
}
