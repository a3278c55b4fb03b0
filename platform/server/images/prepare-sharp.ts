let prepared: Promise<void> | undefined;

/**
 * Loads the decoder of pictures and sets what counts for the whole process, its workers included.
 * Awaited before any worker starts that decodes: a library that a worker has loaded first goes with
 * that worker, and what one worker sets while another one decodes breaks or stops that picture.
 */
export function prepareSharp(): Promise<void> {
  return (prepared ??= prepare());
}

async function prepare(): Promise<void> {
  const { default: sharp } = await import("sharp");
  // Pictures are decoded beside each other already, and none comes twice.
  sharp.concurrency(1);
  sharp.cache(false);
  // Only what a photo is made of; a disguised SVG or PDF never reaches a parser.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: [
      "VipsForeignLoadJpeg",
      "VipsForeignLoadPng",
      "VipsForeignLoadWebp",
      "VipsForeignLoadNsgif",
    ],
  });
}
