import { setImmediate as soon } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "#platform/testing/properties.ts";
import { FairQueue, type FairQueueOptions } from "./fair-queue.ts";

const REFUSALS = {
  busy: { code: "BUSY", detail: "Alle Plätze sind besetzt." },
  busyWithOwn: { code: "BUSY_WITH_OWN", detail: "Ihre Plätze sind besetzt." },
};
const queueOf = (options: Partial<FairQueueOptions> = {}) =>
  new FairQueue({
    ...{ atOnce: 1, most: 100, mostOfOne: 100, longestWaitMs: 60_000, refusals: REFUSALS },
    ...options,
  });

const STAYS = new AbortController().signal;

/** Work that lasts until it is told to end. */
function heldWork() {
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  return {
    begun: begun.promise,
    end: () => held.resolve(),
    work: () => {
      begun.resolve();
      return held.promise;
    },
  };
}

const visitOf = (queue: FairQueue, name: string, work: () => Promise<void>, signal = STAYS) =>
  queue.visit(name, signal, (takeTurn) => takeTurn(work));

const refusalOf = (visit: Promise<unknown>) =>
  visit.then(
    () => "let in",
    ({ code, status, retryAfterSeconds }: Record<string, unknown>) => [
      status,
      code,
      retryAfterSeconds,
    ],
  );

const FULL = [503, "BUSY", 120];
const FULL_OF_OWN = [429, "BUSY_WITH_OWN", 60];

async function pauses(count: number): Promise<void> {
  for (let pause = 0; pause < count; pause++) await soon();
}

/** Who waits, and whether turns are given as they should be. */
class WaitingLine {
  #line: { name: string }[] = [];
  /** Names that wait, each with those that had a turn since it came or had its own. */
  readonly #served = new Map<string, Set<string>>();

  join(name: string): { name: string } {
    const me = { name };
    this.#line.push(me);
    if (!this.#served.has(name)) this.#served.set(name, new Set());
    return me;
  }

  serve(me: { name: string }): void {
    expect(this.#line.find(({ name }) => name === me.name)).toBe(me);
    this.leave(me);
    if (this.#served.has(me.name)) this.#served.set(me.name, new Set());
    for (const [name, served] of this.#served) {
      if (name === me.name) continue;
      expect(served.has(me.name)).toBe(false);
      served.add(me.name);
    }
  }

  leave(me: { name: string }): void {
    this.#line = this.#line.filter((other) => other !== me);
    if (!this.#line.some(({ name }) => name === me.name)) this.#served.delete(me.name);
  }
}

describe("turns", () => {
  const visits = fc.array(
    fc.record({
      name: fc.constantFrom("a", "b", "c", "d"),
      arrives: fc.nat(12),
      turns: fc.integer({ min: 1, max: 3 }),
      length: fc.nat(3),
      fails: fc.boolean(),
      goesAway: fc.option(fc.nat(20)),
    }),
    { maxLength: 14 },
  );

  test("never more than allowed, a club's own in order, and no club twice while another waits", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3 }), visits, async (atOnce, given) => {
        const queue = queueOf({ atOnce });
        const line = new WaitingLine();
        let running = 0;
        const results = await Promise.allSettled(
          given.map(async ({ name, arrives, turns, length, fails, goesAway }) => {
            await pauses(arrives);
            const caller = new AbortController();
            if (goesAway !== null) void pauses(goesAway).then(() => caller.abort());
            await queue.visit(name, caller.signal, async (takeTurn) => {
              for (let turn = 0; turn < turns; turn++) {
                const me = line.join(name);
                try {
                  await takeTurn(async () => {
                    line.serve(me);
                    expect(++running).toBeLessThanOrEqual(atOnce);
                    await pauses(length);
                    running--;
                    if (fails) throw new Error("as told");
                  });
                } finally {
                  line.leave(me);
                }
              }
            });
          }),
        );
        for (const [index, { status }] of results.entries())
          if (given[index]?.goesAway === null)
            expect(status).toBe(given[index].fails ? "rejected" : "fulfilled");
        expect(running).toBe(0);
        expect(queue.inside).toBe(0);
        expect(await refusalOf(visitOf(queue, "late", async () => {}))).toBe("let in");
      }),
      runs(60),
    );
  });

  test("the club that brought one comes before the second of the club that brought four", async () => {
    const queue = queueOf();
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(name);
      await soon();
    };
    const visits = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"].map((name) =>
      visitOf(queue, name.slice(0, 1), work(name)),
    );
    await Promise.all(visits);
    expect(order).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  });

  test("going out and coming in again is no way to the front", async () => {
    const queue = queueOf();
    const order: string[] = [];
    const first = heldWork();
    const note = (name: string) => async () => void order.push(name);
    const visits = [
      visitOf(queue, "a", first.work).then(() => visitOf(queue, "a", note("a again"))),
      visitOf(queue, "b", note("b1")),
      visitOf(queue, "b", note("b2")),
      visitOf(queue, "c", note("c1")),
    ];
    first.end();
    await Promise.all(visits);
    expect(order.indexOf("c1")).toBeLessThan(order.indexOf("a again"));
    expect(order.indexOf("b1")).toBeLessThan(order.indexOf("a again"));
  });
});

describe("places", () => {
  test("a club's own are limited, others still come in; whoever ends makes room", async () => {
    const queue = queueOf({ mostOfOne: 2 });
    const [one, two] = [heldWork(), heldWork()];
    const visits = [visitOf(queue, "a", one.work), visitOf(queue, "a", two.work)];
    expect(await refusalOf(visitOf(queue, "a", async () => {}))).toEqual(FULL_OF_OWN);
    const other = visitOf(queue, "b", async () => {});
    one.end();
    await visits[0];
    const third = visitOf(queue, "a", async () => {});
    two.end();
    await Promise.all([...visits, other, third]);
    expect(queue.inside).toBe(0);
  });

  test("all together are limited as well", async () => {
    const queue = queueOf({ most: 2 });
    const held = heldWork();
    const visits = [visitOf(queue, "a", held.work), visitOf(queue, "b", async () => {})];
    expect(await refusalOf(visitOf(queue, "c", async () => {}))).toEqual(FULL);
    held.end();
    await Promise.all(visits);
  });

  test("are taken before the first turn and kept after the last", async () => {
    const queue = queueOf({ mostOfOne: 1 });
    const [before, after] = [heldWork(), heldWork()];
    const visit = queue.visit("a", STAYS, async (takeTurn) => {
      await before.work();
      await takeTurn(async () => {});
      await after.work();
    });
    expect(await refusalOf(visitOf(queue, "a", async () => {}))).toEqual(FULL_OF_OWN);
    before.end();
    await after.begun;
    expect(await refusalOf(visitOf(queue, "a", async () => {}))).toEqual(FULL_OF_OWN);
    after.end();
    await visit;
    expect(await refusalOf(visitOf(queue, "a", async () => {}))).toBe("let in");
  });

  test("who goes away while waiting leaves at once", async () => {
    const queue = queueOf({ mostOfOne: 2 });
    const held = heldWork();
    const running = visitOf(queue, "a", held.work);
    const caller = new AbortController();
    const waiting = refusalOf(visitOf(queue, "a", async () => {}, caller.signal));
    caller.abort();
    expect(await waiting).toEqual(FULL);
    expect(queue.inside).toBe(1);
    const next = visitOf(queue, "a", async () => {});
    held.end();
    await Promise.all([running, next]);
  });

  test("who went away before their turn takes none", async () => {
    const queue = queueOf();
    const gone = AbortSignal.abort();
    expect(await refusalOf(visitOf(queue, "a", async () => {}, gone))).toEqual(FULL);
    expect(await refusalOf(visitOf(queue, "a", async () => {}))).toBe("let in");
  });

  test("a turn that does not come in time is no longer waited for", async () => {
    const queue = queueOf({ longestWaitMs: 20 });
    const held = heldWork();
    const running = visitOf(queue, "a", held.work);
    expect(await refusalOf(visitOf(queue, "b", async () => {}))).toEqual(FULL);
    held.end();
    await running;
    expect(queue.inside).toBe(0);
  });
});
