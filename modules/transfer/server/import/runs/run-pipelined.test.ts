import fc from "fast-check";
import { expect, test } from "vitest";
import { overlapping } from "./run-pipelined.ts";

/** Steps that note what happens; they take as many turns of the event loop as they are told. */
function noting(
  turns: (step: string, part: number) => number,
  failing?: { step: string; part: number },
) {
  const events: string[] = [];
  const step = async (name: string, part: number) => {
    events.push(`${name} ${part}`);
    for (let turn = turns(name, part); turn > 0; turn--) await Promise.resolve();
    if (failing?.step === name && failing.part === part) throw new Error(`${name} ${part}`);
    events.push(`${name} ${part} done`);
    return part;
  };
  return {
    events,
    steps: {
      read: (part: number) => step("read", part),
      prepare: (part: number) => step("prepare", part),
      write: async (part: number) => void (await step("write", part)),
    },
  };
}

const parts = fc
  .integer({ min: 0, max: 12 })
  .map((count) => Array.from({ length: count }, (_, index) => index));

test("every part is read, prepared and written once, in order, and never two written at a time", async () => {
  await fc.assert(
    fc.asyncProperty(parts, fc.infiniteStream(fc.nat({ max: 5 })), async (all, turns) => {
      const { events, steps } = noting(() => turns.next().value ?? 0);
      await overlapping(all, steps);
      for (const step of ["read", "prepare", "write"])
        expect(events.filter((event) => new RegExp(`^${step} \\d+$`).test(event))).toEqual(
          all.map((part) => `${step} ${part}`),
        );
      const writing = events.filter((event) => event.startsWith("write"));
      expect(writing).toEqual(all.flatMap((part) => [`write ${part}`, `write ${part} done`]));
    }),
  );
});

test("a part is prepared while the one before it is written", async () => {
  const { events, steps } = noting((step) => (step === "write" ? 50 : 0));
  await overlapping([0, 1, 2], steps);
  expect(events.indexOf("prepare 1 done")).toBeLessThan(events.indexOf("write 0 done"));
  expect(events.indexOf("prepare 2 done")).toBeLessThan(events.indexOf("write 1 done"));
});

test("the first failure ends it and is the one that is told, though later steps fail because of it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("read", "prepare", "write"),
      fc.nat({ max: 5 }),
      fc.nat({ max: 20 }),
      async (step, part, slow) => {
        const { events, steps } = noting((name) => (name === "write" ? slow : 0), { step, part });
        let broken = false;
        const afterwards = {
          ...steps,
          // As on a connection whose transaction is aborted.
          async read(one: number) {
            const read = await steps.read(one);
            if (broken) throw new Error("aborted");
            return read;
          },
          async write(one: number) {
            await steps.write(one).catch((error: unknown) => {
              broken = true;
              throw error;
            });
          },
        };
        await expect(overlapping([0, 1, 2, 3, 4, 5], afterwards)).rejects.toThrow(
          `${step} ${part}`,
        );
        expect(events).not.toContain(`write ${part + 1}`);
      },
    ),
  );
});
