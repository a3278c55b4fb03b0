import { parentPort, workerData } from "node:worker_threads";
import sharp, { type Sharp } from "sharp";
import type { ImageRefusal, ImageRequest } from "./images.ts";
import { takenAt } from "./picture-date.ts";

/** 60 megapixels: more than any phone takes, less than a bomb needs. */
const MAX_PIXELS = 60_000_000;

class Refused extends Error {
  readonly reason: ImageRefusal;
  constructor(reason: ImageRefusal) {
    super(reason);
    this.reason = reason;
  }
}

async function convert({ bytes, sizes, square, gif = false }: ImageRequest): Promise<Uint8Array[]> {
  const content = Buffer.from(bytes);
  const open = await opener(content, gif);
  const pictures: Uint8Array[] = [];
  for (const size of sizes) {
    pictures.push(
      await open()
        .resize(size, size, square ? { fit: "cover" } : { fit: "inside", withoutEnlargement: true })
        .webp({ quality: 82, effort: 2 })
        .toBuffer(),
    );
  }
  return pictures;
}

async function opener(content: Buffer, gif: boolean): Promise<() => Sharp> {
  if (isHeic(content)) return heicOpener(content);
  if (!isJpeg(content) && !isPng(content) && !isWebp(content) && !(gif && isGif(content)))
    throw new Refused("TYPE");
  const options = {
    limitInputPixels: MAX_PIXELS,
    failOn: "truncated" as const,
    sequentialRead: true,
    pages: 1,
  };
  const { width, height } = await sharp(content, {
    ...options,
    limitInputPixels: false,
  }).metadata();
  if (width * height > MAX_PIXELS) throw new Refused("TOO_BIG");
  return () => sharp(content, options).autoOrient();
}

async function heicOpener(content: Buffer): Promise<() => Sharp> {
  const { default: libheif } = await import("libheif-js/wasm-bundle.js");
  const image = new libheif.HeifDecoder().decode(content)[0];
  if (image === undefined) throw new Refused("BROKEN");
  const width = image.get_width();
  const height = image.get_height();
  if (width * height > MAX_PIXELS) throw new Refused("TOO_BIG");
  const raw = await new Promise<Uint8ClampedArray>((resolve, reject) => {
    image.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, (result) =>
      result === null ? reject(new Refused("BROKEN")) : resolve(result.data),
    );
  });
  return () => sharp(raw, { raw: { width, height, channels: 4 } });
}

function isJpeg(content: Buffer): boolean {
  return content[0] === 0xff && content[1] === 0xd8 && content[2] === 0xff;
}

function isPng(content: Buffer): boolean {
  return content
    .subarray(0, 8)
    .equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
}

function isWebp(content: Buffer): boolean {
  return (
    content.toString("latin1", 0, 4) === "RIFF" && content.toString("latin1", 8, 12) === "WEBP"
  );
}

function isGif(content: Buffer): boolean {
  return /^GIF8[79]a/.test(content.toString("latin1", 0, 6));
}

function isHeic(content: Buffer): boolean {
  return (
    content.toString("latin1", 4, 8) === "ftyp" &&
    /^(heic|heix|hevc|hevx|mif1|msf1|heim|heis)/.test(content.toString("latin1", 8, 12))
  );
}

convert(workerData as ImageRequest).then(
  async (pictures) =>
    parentPort?.postMessage({
      pictures,
      takenAt: await takenAt((workerData as ImageRequest).bytes),
    }),
  (error: unknown) =>
    parentPort?.postMessage({ refused: error instanceof Refused ? error.reason : "BROKEN" }),
);
