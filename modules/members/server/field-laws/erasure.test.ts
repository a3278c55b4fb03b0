import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withClient } from "#platform/server/database/migrate.ts";
import {
  FIELD_KEYS,
  fieldOf,
  type MemberField,
  type User,
  usersContract as users,
} from "../../contract.ts";
import { formOf } from "../../testing.ts";
import { type FieldClub, fieldClub, sampleOfMembers, type Values } from "./testing.ts";

/** Stand in nobody else's record, in whichever field may hold a text. */
const FIRST = "Zwetschgenmus";
const SECOND = "Quittengelee";

let club: FieldClub;
let erased: User;
/** What was entered last. */
let last: Values;
/** What the database holds of them by columns, after they went for good. */
let left: Record<string, unknown>;
let bystander: User;

function marked(values: Values, mark: string): Values {
  const texts = FIELD_KEYS.filter((key) => ["TEXT", "MULTILINE"].includes(fieldOf(key).kind));
  const marks = texts.map((key) => [key, mark.slice(0, fieldOf(key).maxLength)]);
  return {
    ...values,
    ...(Object.fromEntries(marks) as Partial<Values>),
    memberNumber: values.memberNumber,
    email: `${mark.toLowerCase()}@example.org`,
    birthday: "1961-07-19",
    joinedOn: "1990-03-04",
    leftOn: "2015-12-31",
    deceasedOn: "2016-06-05",
    terminatedOn: "2015-09-30",
  };
}

beforeAll(async () => {
  club = await fieldClub();
  const [values, others] = sampleOfMembers(2);
  if (values === undefined || others === undefined) throw new Error("no members");
  bystander = await club.create(others);
  erased = await club.create(marked(values, FIRST));
  last = marked(values, SECOND);
  await club.replace(erased, last);
  const params = { id: erased.id };
  await club.app.call(users.deleteUser, { params }, club.admin);
  const { status } = await club.app.call(users.anonymiseUser, { params }, club.admin);
  expect(status).toBe(204);
  await club.app.runJobs();
  left = await inDatabase("SELECT to_jsonb(m) AS row FROM member m WHERE id = $1", erased.id);
});
afterAll(() => club?.app.close());

function inDatabase(query: string, ...values: unknown[]): Promise<Record<string, unknown>> {
  return withClient(club.app.services.environment.databaseUrl ?? "", async (client) => {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(query, values);
    return rows[0]?.row ?? {};
  });
}

/** What erasure leaves of a field, as its row says. */
function leftOf(key: MemberField): unknown {
  const { erase } = fieldOf(key);
  if (typeof erase === "object") return erase.to;
  if (erase === "keep") return last[key];
  return erase === "year" ? `${last[key]?.slice(0, 4)}-01-01` : null;
}

test.each(FIELD_KEYS)("of %s erasure leaves what its row says", (key) => {
  expect(left[fieldOf(key).column]).toBe(leftOf(key));
});

test.each([FIRST, SECOND])("no table holds %s any more, the history included", async (mark) => {
  const { hits } = await inDatabase(
    `SELECT jsonb_build_object('hits', (
       SELECT count(*) FROM (
         SELECT m::text AS line FROM member m UNION ALL SELECT c::text FROM change c
       ) lines WHERE line ILIKE '%' || $1 || '%')) AS row`,
    mark,
  );
  expect(hits).toBe(0);
});

test("the history keeps that there were changes, without their values", async () => {
  const { fields } = await inDatabase(
    "SELECT jsonb_build_object('fields', jsonb_agg(fields)) AS row FROM change WHERE member_id = $1",
    erased.id,
  );
  const erasedKeys = FIELD_KEYS.filter((key) => fieldOf(key).erase === "null");
  const values = erasedKeys.flatMap((key) => last[key] ?? []).filter(({ length }) => length > 3);
  const text = JSON.stringify(fields);
  expect(text).toContain("lastname");
  expect(values.filter((value) => text.includes(value))).toEqual([]);
});

test("who was not meant keeps everything", async () => {
  expect(await club.read(bystander.id)).toEqual(bystander);
});

describe("who is gone", () => {
  const answers = () => ({ params: { id: erased.id } });

  test("is found in no list, no trash and under no address", async () => {
    expect((await club.list()).map(({ id }) => id)).not.toContain(erased.id);
    const trash = await club.app.call(users.searchTrash, {}, club.admin);
    expect(trash.body.content.map(({ id }) => id)).not.toContain(erased.id);
    expect((await club.app.call(users.getUser, answers(), club.admin)).status).toBe(404);
    expect((await club.app.call(users.exportUserData, answers(), club.admin)).status).toBe(404);
  });

  test("can't be changed, taken back or erased once more", async () => {
    const body = { ...formOf(bystander), memberNumber: "neu" };
    for (const { status } of [
      await club.app.call(users.updateUser, { ...answers(), body }, club.admin),
      await club.app.call(users.deleteUser, answers(), club.admin),
      await club.app.call(users.restoreUser, answers(), club.admin),
      await club.app.call(users.anonymiseUser, answers(), club.admin),
    ])
      expect(status).toBe(404);
  });

  test("keeps the member number, so that nobody else is taken for them", async () => {
    const { memberNumber } = last;
    const body = { lastname: "Neu", memberNumber };
    const { status } = await club.app.call(users.createUser, { body }, club.admin);
    expect(status).toBe(409);
  });
});
