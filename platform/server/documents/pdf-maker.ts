import { createRequire } from "node:module";
import type pdfmake from "pdfmake";

const require = createRequire(import.meta.url);
let program: typeof pdfmake | undefined;

/**
 * The PDF library with its fonts, loaded at first use: it takes a moment and memory, so long lists
 * get a worker.
 */
export function pdfMaker(): typeof pdfmake {
  if (program === undefined) {
    program = require("pdfmake") as typeof pdfmake;
    program.setFonts(require("pdfmake/fonts/Roboto.js") as Parameters<typeof pdfmake.setFonts>[0]);
    // Nothing in a document is an address: no fetches, and no files but the fonts.
    program.setUrlAccessPolicy(() => false);
    program.setLocalAccessPolicy((path) => path.includes("pdfmake") && path.endsWith(".ttf"));
  }
  return program;
}
