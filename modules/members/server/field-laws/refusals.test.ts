import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Field,
  FIELD_KEYS,
  type FieldKind,
  fieldOf,
  type User,
  usersContract as users,
} from "../../contract.ts";
import { formOf } from "../../testing.ts";
import { type FieldClub, fieldClub, sampleOfMembers } from "./testing.ts";

let club: FieldClub;
let member: User;
beforeAll(async () => {
  club = await fieldClub();
  const [values] = sampleOfMembers(1);
  if (values === undefined) throw new Error("no member");
  member = await club.create(values);
});
afterAll(() => club?.app.close());

const DAYS = [
  "31.12.2026",
  "2026-02-30",
  "2026-1-1",
  "gestern",
  "0000-01-01",
  "1799-12-31",
  20260101,
];
const MALFORMED: Partial<Record<FieldKind, readonly unknown[]>> = {
  EMAIL: ["keine", "a@b", "a b@example.org", "@example.org", "eva@", "eva@example..org"],
  PHONE: ["keine Nummer", "12", "+"],
  COUNTRY: ["Deutschland", "de", "XX", "D", "DEU"],
  DATE: DAYS,
  CHOICE: ["", "FORMER", "female", null, 1],
  IBAN: ["DE60 0000 0000 0000 0077 17", "DE", "Kontonummer 12345", "XX02120300000000202051"],
  BIC: ["XX", "MARKDEF", "1234DEF1100", "MARKDEF11000"],
};
const NO_TEXTS: readonly unknown[] = [5, true, {}, ["x"]];
const UNPRINTABLE = ["a\u0000b", "a\u0007b", "a\u007fb", "a\ud800b"];

/** What nobody can have in a field. */
function refusedValues(field: Field): { why: string; value: unknown; status: number }[] {
  const { kind, maxLength, nullable, input } = field;
  const isFree = ["TEXT", "MULTILINE", "PHONE", "POSTAL_CODE"].includes(kind);
  const takesNothing = nullable || input.safeParse(null).success;
  const values: { why: string; value: unknown }[] = [
    ...(MALFORMED[kind] ?? []).map((value) => ({ why: `malformed: ${String(value)}`, value })),
    ...NO_TEXTS.map((value) => ({ why: `no text: ${JSON.stringify(value)}`, value })),
    ...(maxLength === undefined
      ? []
      : [{ why: "one sign too long", value: "1".repeat(maxLength + 1) }]),
    ...(isFree ? UNPRINTABLE.map((value) => ({ why: "signs that nobody sees", value })) : []),
    ...(isFree && kind !== "MULTILINE" ? [{ why: "a second line", value: "123\n456" }] : []),
    ...(takesNothing ? [] : [{ why: "nothing but blanks", value: " " }]),
  ];
  return values.map((one) => ({ ...one, status: fitsDocument(field, one.value) ? 422 : 400 }));
}

/** What the document's schema takes is refused as impossible, not as malformed: the year 0 is. */
function fitsDocument({ input }: Field, value: unknown): boolean {
  const { error } = input.safeParse(value);
  const isStorable = typeof value !== "string" || value.isWellFormed();
  return isStorable && (error?.issues ?? []).every(({ code }) => code === "custom");
}

/** A German sentence: no word of the library that found the mistake. */
const GERMAN = /^(?!.*\b(invalid|expected|received|input|string|too|must|should)\b)[A-ZÄÖÜ].*\.$/i;

/** A problem document, where the test has none of the route's answers. */
interface Refusal {
  code: string;
  errors: { path: string; message: string }[];
}

describe.each(FIELD_KEYS)("%s", (key) => {
  const field = fieldOf(key);

  test.each(refusedValues(field))("is refused in a new member: $why", async ({ value, status }) => {
    const body = { lastname: "Neu", [key]: value } as { lastname: string };
    const answer = await club.app.call(users.createUser, { body }, club.admin);
    expect(answer.status).toBe(status);
    const { code, errors } = answer.body as unknown as Refusal;
    expect(code).toBe("VALIDATION_FAILED");
    expect([...new Set(errors.map(({ path }) => path))]).toEqual([key]);
    for (const { message } of errors) expect(message).toMatch(GERMAN);
  });

  test("refused values leave a member as it was", async () => {
    for (const { why, value, status } of refusedValues(field)) {
      const body = { ...formOf(member), [key]: value };
      const params = { id: member.id };
      const answer = await club.app.call(users.updateUser, { params, body }, club.admin);
      expect(answer.status, why).toBe(status);
      const { errors } = answer.body as unknown as Refusal;
      expect([...new Set(errors.map(({ path }) => path))], why).toEqual([key]);
    }
    expect(await club.read(member.id)).toEqual(member);
  });

  test("may be missing from an import's or a form's body only where it may be empty", async () => {
    const { [key]: _left, ...body } = formOf(member);
    const params = { id: member.id };
    const required = !field.input.safeParse(undefined).success;
    const { status } = await club.app.call(
      users.updateUser,
      {
        params,
        body: {
          ...(body as typeof body & { memberNumber: string; lastname: string }),
          version: 999,
        },
      },
      club.admin,
    );
    // The stale version keeps the record as it is.
    expect(status).toBe(required ? 400 : 412);
  });
});

test.each(FIELD_KEYS.filter((key) => ["TEXT", "MULTILINE"].includes(fieldOf(key).kind)))(
  "%s takes a text of its full length, umlauts and all",
  async (key) => {
    const longest = "ä".repeat(fieldOf(key).maxLength ?? 0);
    const body = { lastname: "Lang", [key]: longest };
    const answer = await club.app.call(users.createUser, { body }, club.admin);
    expect(answer.status).toBe(201);
    expect(answer.body[key]).toBe(longest);
  },
);

test("several wrong values are told at once, each at its field", async () => {
  const body = { lastname: "", email: "keine", country: "Deutschland", birthday: "gestern" };
  const answer = await club.app.call(users.createUser, { body }, club.admin);
  expect(answer.status).toBe(400);
  expect((answer.body as unknown as Refusal).errors.map(({ path }) => path).toSorted()).toEqual([
    "birthday",
    "country",
    "email",
    "lastname",
  ]);
});

test("what the club's rules refuse is told at once as well", async () => {
  const body = { lastname: "Regel", phone: "x", mobile: "y", iban: "DE00", bic: "?" };
  const answer = await club.app.call(users.createUser, { body }, club.admin);
  expect((answer.body as unknown as Refusal).errors.map(({ path }) => path).toSorted()).toEqual([
    "bic",
    "iban",
    "mobile",
    "phone",
  ]);
});
