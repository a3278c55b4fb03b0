import fc from "fast-check";
import { expect, test } from "vitest";
import { adjusted } from "./remembered-lists.ts";

const MOST = 12;
const place = fc.integer({ min: 0, max: 60 });
/** A list by the places of people in it, and the new places of some of them; null: they left it. */
const club = fc
  .record({
    people: fc.uniqueArray(place, { maxLength: 30 }),
    moves: fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 34 }), fc.option(place)), {
      selector: ([index]) => index,
      maxLength: 8,
    }),
  })
  .map(({ people, moves }) => {
    const before = new Map(people.map((value, index) => [`person ${index}`, value + index / 100]));
    const after = new Map(before);
    for (const [index, value] of moves) {
      if (value === null) after.delete(`person ${index}`);
      else after.set(`person ${index}`, value + index / 100);
    }
    return { before, after, changed: moves.map(([index]) => `person ${index}`) };
  });

function inOrder(places: ReadonlyMap<string, number>): string[] {
  return [...places].sort(([, a], [, b]) => a - b).map(([id]) => id);
}

test("what is made of a beginning and of who has changed is the beginning of the list as it is", () => {
  let tried = 0;
  fc.assert(
    fc.property(club, ({ before, after, changed }) => {
      const all = inOrder(before);
      const [ids, whole] = [all.slice(0, MOST), all.length < MOST];
      const among = new Set([...ids, ...changed]);
      const now = inOrder(after);
      const found = adjusted(
        now.filter((id) => among.has(id)),
        { whole, changed, most: MOST },
      );
      if (found === undefined) return;
      tried++;
      expect(found.ids).toEqual(now.slice(0, found.ids?.length));
      if (found.whole) expect(found.ids).toEqual(now);
      else expect(found.ids?.length).toBeGreaterThanOrEqual(MOST / 2);
    }),
  );
  expect(tried).toBeGreaterThan(20);
});
