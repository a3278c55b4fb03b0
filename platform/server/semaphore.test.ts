import { setImmediate as soon } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Semaphore } from "./semaphore.ts";

test("never more than allowed run at once, all of them run, in the order in which they came", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.record({ length: fc.nat(3), fails: fc.boolean() }), { maxLength: 15 }),
      async (atOnce, works) => {
        const turns = new Semaphore(atOnce);
        const begun: number[] = [];
        let running = 0;
        const results = await Promise.allSettled(
          works.map(({ length, fails }, index) =>
            turns.run(async () => {
              begun.push(index);
              expect(++running).toBeLessThanOrEqual(atOnce);
              for (let pause = 0; pause < length; pause++) await soon();
              running--;
              if (fails) throw new Error("as told");
              return index;
            }),
          ),
        );
        expect(begun).toEqual(works.map((_work, index) => index));
        expect(results.map(({ status }) => status === "rejected")).toEqual(
          works.map(({ fails }) => fails),
        );
        expect(turns.waiting).toBe(0);
      },
    ),
  );
});

test("a turn that is ended twice makes one place", async () => {
  const turns = new Semaphore(1);
  const end = await turns.take();
  const second = turns.take();
  const third = turns.take();
  expect(turns.waiting).toBe(2);
  end();
  end();
  (await second)();
  (await third)();
  expect(turns.waiting).toBe(0);
});
