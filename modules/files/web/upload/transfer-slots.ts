/**
 * Specification: 3 chunks in parallel; over all files together, so that pages keep connections for
 * themselves.
 */
const SLOTS = 3;

let free = SLOTS;
const waiting: (() => void)[] = [];

/** Runs one transfer as soon as one of the three slots is free, in the order of asking. */
export async function inTransferSlot<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1;
  // Who ends hands the slot on; the number of free ones stays.
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}
