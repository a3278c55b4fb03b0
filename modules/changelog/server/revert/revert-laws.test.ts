import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clubWithHistory } from "../testing.ts";
import { runs } from "#platform/testing/properties.ts";

let club: Awaited<ReturnType<typeof clubWithHistory>>;

beforeAll(async () => {
  club = await clubWithHistory();
});
afterAll(() => club?.app.close());

const FIELDS = ["city", "street", "notes", "title"] as const;
type Values = Partial<Record<(typeof FIELDS)[number], string | null>>;

const values: fc.Arbitrary<Values> = fc.dictionary(
  fc.constantFrom(...FIELDS),
  fc.constantFrom(null, "a", "b", "ß„“", "'; --"),
  { minKeys: 1 },
);
const edits = fc.array(values, { minLength: 1, maxLength: 5 });

function picked(user: Values): Values {
  return Object.fromEntries(FIELDS.map((field) => [field, user[field] ?? null]));
}

test("taking back every change, newest first, leads back to the beginning", async () => {
  const { createUser, change, search, revert, readUser } = club;
  await fc.assert(
    fc.asyncProperty(values, edits, async (first, later) => {
      const user = await createUser(first);
      for (const edit of later) await change(user.id, edit);
      const changes = (await search({ user: user.id, way: "UI" })).content.filter(
        ({ operation }) => operation === "UPDATE",
      );
      for (const entry of changes) expect((await revert(entry)).body.conflicts).toEqual([]);
      expect(picked(await readUser(user.id))).toEqual(picked(user));
    }),
    runs(4),
  );
});

test("taking any one change back sets exactly the fields nobody changed since, and taking that back undoes it", async () => {
  const { createUser, change, search, revert, readUser } = club;
  await fc.assert(
    fc.asyncProperty(values, edits, fc.nat(), async (first, later, seed) => {
      const user = await createUser(first);
      for (const edit of later) await change(user.id, edit);
      const before = picked(await readUser(user.id));
      const changes = (await search({ user: user.id, way: "UI" })).content.filter(
        ({ operation }) => operation === "UPDATE",
      );
      const entry = changes[seed % Math.max(changes.length, 1)];
      fc.pre(entry !== undefined);

      const still = entry.changes.filter(
        ({ field, newValue }) => before[field as keyof Values] === newValue,
      );
      const { body } = await revert(entry);
      expect(body.reverted.toSorted()).toEqual(still.map(({ field }) => field).toSorted());
      expect(picked(await readUser(user.id))).toEqual({
        ...before,
        ...Object.fromEntries(still.map(({ field, oldValue }) => [field, oldValue])),
      });

      if (body.change !== null) await revert(body.change);
      expect(picked(await readUser(user.id))).toEqual(before);
    }),
    runs(5),
  );
});
