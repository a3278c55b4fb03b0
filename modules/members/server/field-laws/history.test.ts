import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Change, changelogContract } from "#modules/changelog/contract.ts";
import {
  FIELD_KEYS,
  fieldOf,
  type MemberField,
  type User,
  usersContract as users,
} from "../../contract.ts";
import { formOf } from "../../testing.ts";
import type { TestUser } from "#apps/server/testing.ts";
import { type FieldClub, fieldClub, someValue } from "./testing.ts";

let club: FieldClub;
beforeAll(async () => {
  club = await fieldClub();
});
afterAll(() => club?.app.close());

/** Two values of a field that differ; days are put where they fit any life. */
function twoValues(key: MemberField): [string, string] {
  if (key === "memberNumber") return ["A-1", "B-2"];
  const [one, other] =
    fc.sample(fc.uniqueArray(someValue(key), { minLength: 2, maxLength: 2 }), {
      numRuns: 1,
      seed: 12,
    })[0] ?? [];
  if (one === undefined || other === undefined) throw new Error(`${key} has one value only`);
  return [one, other];
}

async function entriesOf(user: User, field: string, as?: TestUser): Promise<Change[]> {
  const query = { user: user.id, field, size: 50 };
  const answer = await club.app.call(changelogContract.searchChanges, { query }, as ?? club.admin);
  expect(answer.status).toBe(200);
  return answer.body.content;
}

async function set(user: User, key: MemberField, value: string | null): Promise<User> {
  const body = { ...formOf(user), [key]: value };
  const answer = await club.app.call(
    users.updateUser,
    { params: { id: user.id }, body },
    club.admin,
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

describe.each(FIELD_KEYS)("the history of %s", (key) => {
  const { label, access, nullable } = fieldOf(key);
  const [first, second] = twoValues(key);
  let user: User;

  beforeAll(async () => {
    const { body } = await club.app.call(
      users.createUser,
      { body: { lastname: "Geschichte", [key]: first } },
      club.admin,
    );
    user = await set(body, key, second);
  });

  test("says what it was and what it became, under its German name", async () => {
    const [changed, made] = await entriesOf(user, key);
    const said = { field: key, label, masked: false };
    expect(changed?.operation).toBe("UPDATE");
    expect(changed?.changes).toEqual([{ ...said, oldValue: first, newValue: second }]);
    expect(made?.operation).toBe("CREATE");
    expect(made?.changes).toContainEqual({ ...said, oldValue: null, newValue: first });
  });

  test("shows its values to those alone who may read it", async () => {
    const [changed] = await entriesOf(user, key, club.reader);
    const hidden = access === "protected";
    const values = hidden
      ? { oldValue: null, newValue: null }
      : { oldValue: first, newValue: second };
    expect(changed?.changes).toEqual([{ field: key, label, masked: hidden, ...values }]);
  });

  test("is among the fields that the history can be narrowed to", async () => {
    const { body } = await club.app.call(changelogContract.listChangeFields, {}, club.admin);
    expect(body).toContainEqual({ field: key, label, recordType: "USER" });
  });

  test("takes the change back", async () => {
    const [changed] = await entriesOf(user, key);
    const params = { id: changed?.id ?? "" };
    const reverted = await club.app.call(
      changelogContract.revertChange,
      { params, body: { fields: [key] } },
      club.admin,
    );
    expect(reverted).toMatchObject({ status: 200, body: { reverted: [key], conflicts: [] } });
    const now = await club.read(user.id);
    expect(formOf(now)[key]).toBe(first);
    const [latest] = await entriesOf(user, key);
    expect(latest).toMatchObject({
      way: "REVERT",
      changes: [{ field: key, oldValue: second, newValue: first }],
    });
  });

  test("says that it was emptied, where it may be", async () => {
    const next = nullable ? null : second;
    await set(await club.read(user.id), key, next);
    const [latest] = await entriesOf(user, key);
    expect(latest?.changes).toMatchObject([{ field: key, oldValue: first, newValue: next }]);
  });

  test("says nothing where nothing changed", async () => {
    const before = await entriesOf(user, key);
    await set(await club.read(user.id), "notes", `Vermerk zu ${key}`);
    const after = await entriesOf(user, key);
    expect(after.length - before.length).toBe(key === "notes" ? 1 : 0);
  });
});
