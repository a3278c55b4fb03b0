import fc from "fast-check";
import { expect } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import type { BodyInput } from "#platform/contract/route.ts";
import { systemActor } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import {
  type Field,
  FIELD_KEYS,
  type FieldKind,
  fieldOf,
  type MemberField,
  type User,
  type UserCreate,
  type UserRow,
  userRow,
  usersContract as users,
} from "../../contract.ts";
import { createMembers } from "../people/create-members.ts";

/** What a member may have in each field, made from the rows of the table of fields. */
export type Values = Record<MemberField, string | null>;

const LETTERS = [..."abcdefghijklmnopqrstuvwxyzäöüßABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜéñ0123456789"];
const word = (maxLength: number) =>
  fc
    .array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: Math.min(12, maxLength) })
    .map((letters) => letters.join(""));
const words = (maxLength: number) =>
  fc
    .array(word(8), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join(" ").slice(0, maxLength).trim());

/** A day, none of them in the future. */
const day = fc
  .integer({ min: 0, max: 44_000 })
  .map((days) => new Date(Date.UTC(1900, 0, 1 + days)).toISOString().slice(0, 10));

const OF_KIND: Record<FieldKind, (field: Field) => fc.Arbitrary<string>> = {
  TEXT: ({ maxLength = 0 }) => words(maxLength),
  MULTILINE: ({ maxLength = 0 }) =>
    fc
      .array(words(60), { minLength: 1, maxLength: 3 })
      .map((lines) => lines.join("\n").slice(0, maxLength)),
  EMAIL: () => fc.stringMatching(/^[a-z][a-zA-Z0-9_+-]{0,9}@[a-z]{2,9}\.(de|org|example)$/),
  PHONE: () => fc.stringMatching(/^\+49171[1-9]\d{6}$/),
  POSTAL_CODE: () => fc.stringMatching(/^[1-9][0-9]{4}$/),
  COUNTRY: () => fc.constantFrom("DE", "AT", "CH", "FR", "NL"),
  DATE: () => day,
  CHOICE: ({ choices = [] }) => fc.constantFrom(...choices.map(({ value }) => value)),
  IBAN: () =>
    fc.constantFrom(
      "DE02120300000000202051",
      "DE60000000000000007716",
      "AT611904300234573201",
      "CH9300762011623852957",
    ),
  BIC: () => fc.constantFrom("MARKDEF1100", "COBADEFF", "GENODEF1S02"),
};

/** Returns values that a field may hold. */
export function someValue(key: MemberField): fc.Arbitrary<string> {
  const field = fieldOf(key);
  return OF_KIND[field.kind](field);
}

/** Returns values that a field may hold, and nothing where that is allowed. */
function someOrNone(key: MemberField): fc.Arbitrary<string | null> {
  return fieldOf(key).nullable ? fc.option(someValue(key)) : someValue(key);
}

let number = 0;

/** Returns what a member may have in all fields at once; each has a number of its own. */
export const someMember: fc.Arbitrary<Values> = fc
  .record(Object.fromEntries(FIELD_KEYS.map((key) => [key, someOrNone(key)])))
  .map((values) => inPlace(inOrder(values as Values)))
  .map((values) => ({ ...values, memberNumber: `M${(number += 1)}` }));

/** Nobody leaves before they join, or dies before they are born. */
function inOrder(values: Values): Values {
  return { ...values, ...sorted(values, "joinedOn", "leftOn"), ...born(values) };
}

/** Returns the values with a postal code that their country has. */
export function inPlace(values: Values): Values {
  const code = values.postalCode;
  if (code === null) return values;
  const [four, country] = [code.slice(0, 4), values.country ?? ""];
  return { ...values, postalCode: { AT: four, CH: four, NL: `${four} AB` }[country] ?? code };
}

function born(values: Values): Partial<Values> {
  return sorted(values, "birthday", "deceasedOn");
}

function sorted(values: Values, first: MemberField, then: MemberField): Partial<Values> {
  const [a, b] = [values[first], values[then]];
  return a !== null && b !== null && b < a ? { [first]: b, [then]: a } : {};
}

/** Returns the same members in each check. */
export function sampleOfMembers(count: number): Values[] {
  return fc.sample(someMember, { numRuns: count, seed: 35 });
}

type Body = BodyInput<typeof users.createUser>;

/** A club with an office, and calls whose success is expected. */
export interface FieldClub {
  app: TestApp;
  tenant: TenantRow;
  admin: TestUser;
  /** Sees members, but neither bank data nor notes. */
  reader: TestUser;
  create(values: Values): Promise<User>;
  createMany(many: readonly Values[]): Promise<void>;
  read(id: string, as?: TestUser): Promise<User>;
  replace(user: User, values: Values): Promise<User>;
  /** All that the list shows for a query. */
  list(query?: object, as?: TestUser): Promise<UserRow[]>;
}

export async function fieldClub(): Promise<FieldClub> {
  const app = await testApp();
  const tenant = await app.tenant("alpha");
  const admin = await app.user(tenant, { firstname: "Ada", lastname: "Admin", isAdmin: true });
  const permissions = ["QUERY_USER" as const, "QUERY_USER_CHANGELOG" as const];
  const reader = await app.user(tenant, { firstname: "Rita", lastname: "Reader", permissions });
  return {
    app,
    tenant,
    admin,
    reader,
    async create(values) {
      const { status, body } = await app.call(users.createUser, { body: values as Body }, admin);
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    },
    async createMany(many) {
      const people = many as unknown as readonly UserCreate[];
      await app.services.database.write(tenant.id, systemActor(), async (tx) => {
        await createMembers(tx, people);
      });
    },
    async read(id, as = admin) {
      const { status, body } = await app.call(users.getUser, { params: { id } }, as);
      expect(status).toBe(200);
      return body;
    },
    async replace({ id, version }, values) {
      const body = { ...(values as Body), memberNumber: values.memberNumber ?? "", version };
      const answer = await app.call(users.updateUser, { params: { id }, body }, admin);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body;
    },
    async list(query = {}, as = admin) {
      const all = { size: 200, ...query };
      const { status, body } = await app.call(users.searchUsers, { query: all }, as);
      expect(status, JSON.stringify(body)).toBe(200);
      return userRow.array().parse(body.content);
    },
  };
}

/** Returns what a record holds in the fields, as they were entered. */
export function valuesOf(record: User | UserRow): Values {
  const entered = { ...record, status: record.enteredStatus };
  return Object.fromEntries(FIELD_KEYS.map((key) => [key, entered[key]])) as Values;
}
