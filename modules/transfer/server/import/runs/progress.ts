/** People follow a bar, not every row of it. */
const EVERY_MS = 400;

/**
 * Shows how far a long work is, beside the work and not for every part of it. A failure to show
 * ends the work at the next part.
 */
export function throttledProgress(show: (done: number) => Promise<void>): {
  note(done: number): Promise<void>;
  shown(): Promise<void>;
} {
  let last = performance.now();
  let showing = Promise.resolve();
  return {
    async note(done) {
      if (performance.now() - last < EVERY_MS) return;
      await showing;
      last = performance.now();
      showing = show(done);
      showing.catch(() => {});
    },
    shown: () => showing,
  };
}
