import fc from "fast-check";

/** How many times as many values each law is tried with; `npm run test:nightly` sets it. */
const times = Math.max(1, Math.trunc(Number(process.env["PROPERTY_RUNS"] ?? 1)) || 1);
const RUNS_IN_CHECK = 100;

/** Returns the number of runs of a law whose runs are dear, or cheap, with its number in the check. */
export function runs(inCheck: number): { numRuns: number } {
  return { numRuns: inCheck * times };
}

/**
 * Configures all laws. The check says the same about the same state each time, so its values are
 * always the same ones; at night they are new ones.
 */
export function configureProperties(): void {
  fc.configureGlobal({ ...runs(RUNS_IN_CHECK), ...(times === 1 && { seed: 20_261_122 }) });
}
