import sharp, { type Sharp } from "sharp";
import { PICTURES } from "../tuning.ts";

/**
 * A page with even light, dark letters on white, as PNG. `ruled`: it holds a table with lines around
 * its cells.
 */
export async function evenLight(picture: Sharp): Promise<{ dark: Buffer; ruled: boolean }> {
  const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const grey = channelOne(data, info.channels);
  const around = await blurred(grey, width, height);
  const contrast = contrastAround(grey, around);
  const dark = Buffer.alloc(grey.length);
  for (let i = 0; i < grey.length; i++) {
    const difference = (((grey[i] ?? 0) - (around[i] ?? 0)) / contrast) * PICTURES.spread;
    dark[i] = 255 - clamp(-difference - PICTURES.paper);
  }
  const ruled = withoutRules(dark, width, height);
  return { ruled, dark: await png(dark, width, height) };
}

/**
 * Takes the thin long lines of tables out: cells framed by them are often not recognised at all.
 * True where there were many.
 */
function withoutRules(grey: Buffer, width: number, height: number): boolean {
  const isInk = Uint8Array.from(grey, (value) => (value < PICTURES.ink ? 1 : 0));
  // A page lies a little crooked: its lines climb a point every so often, which widening them by
  // one makes up for.
  const across = runs(widened(isInk, width), height, width, width, 1);
  const down = runs(widened(isInk, 1), width, height, 1, width);
  const thickness = {
    across: runs(isInk, height, width, width, 1),
    down: runs(isInk, width, height, 1, width),
  };
  let removed = 0;
  for (let i = 0; i < grey.length; i++) {
    if (isInk[i] === 0) continue;
    const lies =
      (across[i] ?? 0) >= PICTURES.ruleLength && (thickness.down[i] ?? 0) <= PICTURES.ruleWidth;
    const stands =
      (down[i] ?? 0) >= PICTURES.ruleLength && (thickness.across[i] ?? 0) <= PICTURES.ruleWidth;
    if (lies || stands) {
      grey[i] = 255;
      removed++;
    }
  }
  return removed > PICTURES.ruled * (width + height);
}

/** The ink and its neighbours at this distance on either side. */
function widened(ink: Uint8Array, step: number): Uint8Array {
  return ink.map((value, i) => (value === 1 || ink[i - step] === 1 || ink[i + step] === 1 ? 1 : 0));
}

/**
 * For each point of ink how long the unbroken line of ink through it is, in one
 * direction.
 */
function runs(
  ink: Uint8Array,
  lines: number,
  length: number,
  lineStep: number,
  step: number,
): Uint16Array {
  const found = new Uint16Array(ink.length);
  for (let line = 0; line < lines; line++) {
    let from = 0;
    for (let at = 0; at <= length; at++) {
      if (at < length && ink[line * lineStep + at * step] === 1) continue;
      for (let i = from; i < at; i++) found[line * lineStep + i * step] = at - from;
      from = at + 1;
    }
  }
  return found;
}

function channelOne(data: Buffer, channels: number): Buffer {
  if (channels === 1) return data;
  const grey = Buffer.alloc(data.length / channels);
  for (let i = 0; i < grey.length; i++) grey[i] = data[i * channels] ?? 0;
  return grey;
}

/** What lies around each point: a wide blur, made small first because only its shape counts. */
async function blurred(grey: Buffer, width: number, height: number): Promise<Buffer> {
  const small = await sharp(grey, { raw: { width, height, channels: 1 } })
    .resize(
      Math.max(1, Math.round(width / PICTURES.lightShrink)),
      Math.max(1, Math.round(height / PICTURES.lightShrink)),
      {
        fit: "fill",
        kernel: "linear",
      },
    )
    .blur(PICTURES.lightBlur)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const large = await sharp(small.data, {
    raw: { width: small.info.width, height: small.info.height, channels: small.info.channels },
  })
    .resize(width, height, { fit: "fill", kernel: "linear" })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return channelOne(large.data, large.info.channels);
}

/**
 * How far letters stand out from what is around them: the 99th percentile, so that single points
 * don't count.
 */
function contrastAround(grey: Buffer, around: Buffer): number {
  const counts = new Uint32Array(256);
  for (let i = 0; i < grey.length; i++) {
    const distance = Math.abs((grey[i] ?? 0) - (around[i] ?? 0));
    counts[distance] = (counts[distance] ?? 0) + 1;
  }
  let rest = grey.length * PICTURES.outliers;
  for (let distance = 255; distance > 0; distance--) {
    rest -= counts[distance] ?? 0;
    if (rest <= 0) return Math.max(PICTURES.leastContrast, distance);
  }
  return PICTURES.leastContrast;
}

function clamp(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}

function png(data: Buffer, width: number, height: number): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
