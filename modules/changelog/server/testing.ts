import { expect } from "vitest";
import { type TestAnswer, type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { type User, type UserUpdate, usersContract as users } from "#modules/members/contract.ts";
import { formOf } from "#modules/members/testing.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { type Change, changelogContract } from "../contract.ts";

/** The id of nothing. */
export const STRANGER = "019a0000-0000-7000-8000-000000000000";

interface ClubWithHistory {
  app: TestApp;
  alpha: TenantRow;
  admin: TestUser;
  /** Changes members and groups and takes back. */
  office: TestUser;
  /** Reads the history and nothing else. */
  auditor: TestUser;
  search(query: object, as?: TestUser): Promise<{ content: Change[]; totalElements: number }>;
  /** The first entry of a search. */
  newest(query: object, as?: TestUser): Promise<Change>;
  revert(
    change: Change,
    fields?: string[],
    as?: TestUser,
  ): Promise<TestAnswer<typeof changelogContract.revertChange>>;
  readUser(id: string): Promise<User>;
  createUser(more?: object): Promise<User>;
  /** Saves a member with these values changed. */
  change(id: string, values: Partial<UserUpdate>, as?: TestUser): Promise<User>;
}

/** A club whose office works on its members. */
export async function clubWithHistory(): Promise<ClubWithHistory> {
  const app = await testApp();
  const alpha = await app.tenant("alpha");
  const admin = await app.user(alpha, { firstname: "Ada", lastname: "Admin", isAdmin: true });
  const office = await app.user(alpha, {
    firstname: "Otto",
    lastname: "Büro",
    permissions: [
      "QUERY_USER",
      "MANAGE_USER",
      "QUERY_GROUP",
      "MANAGE_GROUP",
      "QUERY_USER_CHANGELOG",
    ],
  });
  const auditor = await app.user(alpha, {
    firstname: "Rita",
    lastname: "Revision",
    permissions: ["QUERY_USER_CHANGELOG"],
  });

  const search = async (query: object, as = office) =>
    (await app.call(changelogContract.searchChanges, { query }, as)).body;
  const readUser = async (id: string) =>
    (await app.call(users.getUser, { params: { id } }, admin)).body;
  return {
    app,
    alpha,
    admin,
    office,
    auditor,
    search,
    readUser,
    async newest(query, as = office) {
      const [first] = (await search(query, as)).content;
      if (first === undefined) throw new Error("the history has no such entry");
      return first;
    },
    revert: (change, fields, as = office) =>
      app.call(
        changelogContract.revertChange,
        { params: { id: change.id }, ...(fields && { body: { fields } }) },
        as,
      ),
    async createUser(more = {}) {
      const { status, body } = await app.call(
        users.createUser,
        { body: { firstname: "Erika", lastname: "Mustermann", ...more } },
        office,
      );
      expect(status).toBe(201);
      return body;
    },
    async change(id, values, as = office) {
      const now = await readUser(id);
      const { status, body } = await app.call(
        users.updateUser,
        { params: { id }, body: { ...formOf(now), ...values } },
        as,
      );
      expect([status, body]).toEqual([200, expect.anything()]);
      return body;
    },
  };
}
