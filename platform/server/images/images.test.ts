import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Prints what could be read of an SVG and how many pictures came out, step by step. */
const STEPS = `
import sharp from "sharp";
import { developPicture } from "#platform/server/images/images.ts";

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';
const readSvg = () =>
  sharp(Buffer.from(svg)).metadata().then(({ format }) => format, () => "refused");
const photo = { width: 300, height: 200, channels: 3, background: "#197" };
const bytes = await sharp({ create: photo }).jpeg().toBuffer();
const develop = async () => {
  const { pictures } = await developPicture({ bytes, sizes: [64], square: false });
  return pictures.length;
};

const steps = [await readSvg(), await develop(), await readSvg()];
sharp.unblock({ operation: ["VipsForeignLoadSvg"] });
steps.push(await Promise.all([develop(), develop(), develop()]), await readSvg());
console.log(JSON.stringify(steps));
`;

// The list counts for a whole process, so these steps have one of their own: a second picture that
// set it anew would have the one beside it refused as broken.
test("what may be read is settled before the first picture and left alone by those after it", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--eval", STEPS]);
  expect(JSON.parse(stdout)).toEqual(["svg", 1, "refused", [1, 1, 1], "svg"]);
});
