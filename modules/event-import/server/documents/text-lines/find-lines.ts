import sharp from "sharp";
import { TEXT_LINES } from "../../tuning.ts";
import { network, NETWORKS, type Network } from "./network.ts";
import type { Box, Picture } from "./picture.ts";

const MEANS = [0.485, 0.456, 0.406];
const SPREADS = [0.229, 0.224, 0.225];
/** The network halves a picture so often that its sides have to be multiples of this. */
const UNIT = 32;

/** Finds where text stands in a picture. */
export class LineFinder {
  readonly #network: Network;

  private constructor(network: Network) {
    this.#network = network;
  }

  static async load(): Promise<LineFinder> {
    return new LineFinder(await network(NETWORKS.finding));
  }

  /** Boxes around stretches of text, each about one line of a column. */
  async find(picture: Picture): Promise<Box[]> {
    const scale = Math.min(1, TEXT_LINES.seenSide / Math.max(picture.width, picture.height));
    const width = Math.max(UNIT, Math.round((picture.width * scale) / UNIT) * UNIT);
    const height = Math.max(UNIT, Math.round((picture.height * scale) / UNIT) * UNIT);
    const { data } = await sharp(picture.data, {
      raw: { width: picture.width, height: picture.height, channels: 3 },
    })
      .resize(width, height, { fit: "fill" })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const points = width * height;
    const input = new Float32Array(3 * points);
    for (let i = 0; i < points; i++)
      for (let c = 0; c < 3; c++)
        // The network learned from pictures whose colours are in the order blue, green, red.
        input[c * points + i] =
          ((data[i * 3 + 2 - c] ?? 0) / 255 - (MEANS[c] ?? 0)) / (SPREADS[c] ?? 1);
    const { data: shares } = await this.#network.run(input, [1, 3, height, width]);
    const toX = picture.width / width;
    const toY = picture.height / height;
    return boxesIn(shares, width, height).map((box) => ({
      x: box.x * toX,
      y: box.y * toY,
      width: box.width * toX,
      height: box.height * toY,
      angle: box.angle,
    }));
  }
}

/** Boxes around the places that are text by the network's opinion. */
function boxesIn(shares: Float32Array, width: number, height: number): Box[] {
  const seen = new Uint8Array(shares.length);
  const boxes: Box[] = [];
  for (let start = 0; start < shares.length; start++) {
    if (seen[start] === 1 || (shares[start] ?? 0) <= TEXT_LINES.isText) continue;
    const blob = blobAt(start, { shares, seen, width, height });
    if (blob.points.length < TEXT_LINES.leastPoints) continue;
    if (blob.sum / blob.points.length < TEXT_LINES.leastShare) continue;
    const box = boxAround(blob.points, width);
    if (Math.min(box.width, box.height) < TEXT_LINES.leastHeight) continue;
    // The network marks the core of the letters only.
    const more = (box.width * box.height * TEXT_LINES.growth) / (2 * (box.width + box.height));
    boxes.push({ ...box, width: box.width + 2 * more, height: box.height + 2 * more });
  }
  return boxes;
}

function blobAt(
  start: number,
  {
    shares,
    seen,
    width,
    height,
  }: { shares: Float32Array; seen: Uint8Array; width: number; height: number },
): { points: number[]; sum: number } {
  const points = [start];
  let sum = 0;
  seen[start] = 1;
  for (let index = 0; index < points.length; index++) {
    const at = points[index] ?? 0;
    sum += shares[at] ?? 0;
    const x = at % width;
    const y = (at - x) / width;
    for (const [nx, ny] of [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ] as const) {
      const next = ny * width + nx;
      if (nx < 0 || ny < 0 || nx >= width || ny >= height || seen[next] === 1) continue;
      if ((shares[next] ?? 0) <= TEXT_LINES.isText) continue;
      seen[next] = 1;
      points.push(next);
    }
  }
  return { points, sum };
}

/** The box along the direction in which the points spread most. */
function boxAround(points: readonly number[], width: number): Box {
  let mx = 0;
  let my = 0;
  for (const at of points) {
    mx += at % width;
    my += Math.floor(at / width);
  }
  mx /= points.length;
  my /= points.length;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (const at of points) {
    const dx = (at % width) - mx;
    const dy = Math.floor(at / width) - my;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  let angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  // A short word is about as high as wide: its direction is chance.
  const spread = Math.hypot(xx - yy, 2 * xy) / Math.max(1, xx + yy);
  if (spread < TEXT_LINES.leastSpread) angle = 0;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const at of points) {
    const dx = (at % width) - mx;
    const dy = Math.floor(at / width) - my;
    const u = dx * cos + dy * sin;
    const v = dy * cos - dx * sin;
    left = Math.min(left, u);
    right = Math.max(right, u);
    top = Math.min(top, v);
    bottom = Math.max(bottom, v);
  }
  const cu = (left + right) / 2;
  const cv = (top + bottom) / 2;
  return {
    x: mx + cu * cos - cv * sin + 0.5,
    y: my + cu * sin + cv * cos + 0.5,
    width: right - left + 1,
    height: bottom - top + 1,
    angle,
  };
}
