import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runs } from "#platform/testing/properties.ts";
import { FIELD_KEYS, fieldOf, usersContract as users } from "../../contract.ts";
import { type FieldClub, fieldClub, someMember, valuesOf } from "./testing.ts";

let club: FieldClub;
beforeAll(async () => {
  club = await fieldClub();
});
afterAll(() => club?.app.close());

test("what is entered is stored, replaced as a whole and listed: every field, in any combination", async () => {
  await fc.assert(
    fc.asyncProperty(someMember, someMember, async (first, second) => {
      const made = await club.create(first);
      expect(valuesOf(made)).toEqual(first);
      expect(valuesOf(await club.read(made.id))).toEqual(first);

      const saved = await club.replace(made, second);
      expect(valuesOf(saved)).toEqual(second);
      expect(valuesOf(await club.read(made.id))).toEqual(second);

      const rows = await club.list({ q: second.memberNumber });
      const row = rows.find(({ id }) => id === made.id);
      expect(row && valuesOf(row)).toEqual(second);
    }),
    runs(25),
  );
});

test("what is left out of a new member is empty, and has its default where it can't be", async () => {
  const { body } = await club.app.call(
    users.createUser,
    { body: { lastname: "Nur das Nötigste" } },
    club.admin,
  );
  for (const key of FIELD_KEYS) {
    if (key === "memberNumber" || key === "lastname") continue;
    const { nullable, kind, input } = fieldOf(key);
    const expected = nullable ? null : kind === "CHOICE" ? input.parse(undefined) : "";
    expect(body[key], key).toBe(expected);
  }
});

test("what is left out of a changed member is emptied: a PUT replaces the record", async () => {
  const [first] = fc.sample(someMember, 1);
  if (first === undefined) throw new Error("no member");
  const { id, version, memberNumber } = await club.create(first);
  const { body } = await club.app.call(
    users.updateUser,
    { params: { id }, body: { memberNumber, lastname: "Übrig", version } },
    club.admin,
  );
  const left = FIELD_KEYS.filter((key) => fieldOf(key).nullable && body[key] !== null);
  expect(left).toEqual([]);
});

/** Kinds whose values are typed as any text, so that an empty input sends an empty one. */
const TYPED = ["TEXT", "MULTILINE", "PHONE", "POSTAL_CODE", "IBAN", "BIC"];

test.each(FIELD_KEYS.filter((key) => fieldOf(key).nullable && TYPED.includes(fieldOf(key).kind)))(
  "an emptied %s is no value, and no text of length 0",
  async (key) => {
    const body = { lastname: "Leer", [key]: "" };
    const answer = await club.app.call(users.createUser, { body }, club.admin);
    expect(answer).toMatchObject({ status: 201, body: { [key]: null } });
  },
);
