/** What a fault harness found: each demand with what was seen, and whether it held. */
export interface Report {
  holds(what: string, seen: string, held: boolean): void;
  /** What can't be tried on this machine, and why. */
  leftOut(what: string, why: string): void;
  /** Number of demands that did not hold. */
  failures(): number;
}

export function printedReport(): Report {
  let failures = 0;
  return {
    holds(what, seen, held) {
      if (!held) failures += 1;
      console.log(`${held ? "ok    " : "FAILED"} ${what}: ${seen}`);
    },
    leftOut: (what, why) => console.log(`–      ${what}: left out, ${why}`),
    failures: () => failures,
  };
}
