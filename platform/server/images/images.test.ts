import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { developPicture } from "./images.ts";

const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>',
);
const SVG_LOADER = { operation: ["VipsForeignLoadSvg"] };

afterAll(() => sharp.block(SVG_LOADER));

async function develop(): Promise<number> {
  const bytes = await sharp({
    create: { width: 300, height: 200, channels: 3, background: "#197" },
  })
    .jpeg()
    .toBuffer();
  const { pictures } = await developPicture({ bytes, sizes: [64], square: false });
  return pictures.length;
}

const readSvg = () =>
  sharp(SVG)
    .metadata()
    .then(({ format }) => format);

// The list counts for the whole process: a second picture that set it anew would have the one
// beside it refused as broken.
test("what may be read is settled before the first picture and left alone by those after it", async () => {
  expect(await readSvg()).toBe("svg");
  expect(await develop()).toBe(1);
  await expect(readSvg()).rejects.toThrow(/blocked|unsupported/);
  sharp.unblock(SVG_LOADER);
  expect(await Promise.all([develop(), develop(), develop()])).toEqual([1, 1, 1]);
  expect(await readSvg()).toBe("svg");
});
