import fc from "fast-check";
import { expect, test } from "vitest";
import { Freshness } from "./freshness.ts";

/** Who is shown what a replica has; moments in milliseconds. */

function measured(at: number, written: bigint, replayed = written): Freshness {
  const freshness = new Freshness();
  freshness.written(at, written);
  freshness.replayed(replayed);
  return freshness;
}

test("a replica that was never measured serves nobody", () => {
  expect(new Freshness().mayServe("club", 0)).toBe(false);
});

test("one that has replayed what was written serves, for as long as that is no five seconds ago", () => {
  const freshness = measured(1_000, 10n);
  expect(freshness.mayServe("club", 1_001)).toBe(true);
  expect(freshness.mayServe("club", 6_000)).toBe(true);
  expect(freshness.mayServe("club", 6_001)).toBe(false);
});

test("one that is behind serves once it has caught up, as of the moment it was measured at", () => {
  const freshness = measured(1_000, 10n, 9n);
  expect(freshness.mayServe("club", 1_100)).toBe(false);
  freshness.written(2_000, 20n);
  freshness.replayed(15n);
  expect(freshness.mayServe("club", 6_000)).toBe(true);
  expect(freshness.mayServe("club", 6_500)).toBe(false);
  freshness.replayed(20n);
  expect(freshness.mayServe("club", 6_500)).toBe(true);
});

test("after a change of a club it serves the others only, until it was measured anew", () => {
  const freshness = measured(1_000, 10n);
  freshness.changed("club", 1_500);
  expect(freshness.mayServe("club", 1_600)).toBe(false);
  expect(freshness.mayServe("other", 1_600)).toBe(true);
  // Asked before the change was heard of: it may not be in there.
  freshness.written(1_400, 11n);
  freshness.replayed(11n);
  expect(freshness.mayServe("club", 1_600)).toBe(false);
  freshness.written(2_000, 12n);
  freshness.replayed(12n);
  expect(freshness.mayServe("club", 2_100)).toBe(true);
});

test("after a change of which nobody knows whose it was it serves nobody", () => {
  const freshness = measured(1_000, 10n);
  freshness.changed("*", 1_500);
  expect(freshness.mayServe("club", 1_600)).toBe(false);
});

test("one that is away or was promoted serves nobody until it is measured again", () => {
  const freshness = measured(1_000, 10n);
  freshness.lost();
  expect(freshness.mayServe("club", 1_001)).toBe(false);
});

test("a new primary whose log is shorter than the former one's is followed all the same", () => {
  const freshness = measured(1_000, 100n, 90n);
  freshness.written(2_000, 80n);
  freshness.replayed(80n);
  expect(freshness.mayServe("club", 2_100)).toBe(true);
});

test("whatever happens in which order: nobody is shown less than was heard of", () => {
  const step = fc.record({
    kind: fc.constantFrom("commit", "measure", "replay"),
    club: fc.constantFrom("one", "two"),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const freshness = new Freshness();
      let now = 0;
      let written = 0n;
      let replayed = 0n;
      const last = new Map<string, bigint>();
      for (const { kind, club, part } of steps) {
        now += 100;
        if (kind === "commit") {
          written += 1n;
          last.set(club, written);
          freshness.changed(club, now);
        } else if (kind === "measure") freshness.written(now, written);
        else {
          replayed += BigInt(Math.round(Number(written - replayed) * part));
          freshness.replayed(replayed);
        }
        for (const one of ["one", "two"])
          if (freshness.mayServe(one, now))
            expect(replayed).toBeGreaterThanOrEqual(last.get(one) ?? 0n);
      }
    }),
  );
});
