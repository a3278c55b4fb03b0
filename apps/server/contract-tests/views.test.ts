import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { testApp, type TestApp, type TestUser } from "../testing.ts";
import { modules } from "../modules.ts";

/** The views that modules offer to one another. */
const views = modules.flatMap(({ offers = [] }) => offers);

let app: TestApp;
let alpha: TestUser;
let beta: TestUser;

beforeAll(async () => {
  app = await testApp();
  alpha = await administrator("alpha");
  beta = await administrator("beta");
});
afterAll(() => app?.close());

/** Somebody with a club, and a group in it. */
async function administrator(name: string): Promise<TestUser> {
  const admin = await app.user(await app.tenant(name), { isAdmin: true });
  const { body } = await app.call(groupsContract.createGroup, { body: { name } }, admin);
  const params = { id: body.id, userId: admin.id };
  const { status } = await app.call(groupsContract.putGroupMember, { params, body: {} }, admin);
  expect(status).toBeLessThan(300);
  return admin;
}

function read<T>({ tenant }: TestUser, work: (tx: ReadTx) => Promise<T>): Promise<T> {
  return app.services.database.read(tenant.id, work);
}

describe.each(views)("%s", (view) => {
  test("shows the rows of one club, whoever is asked about", async () => {
    for (const [reader, other] of [
      [alpha, beta],
      [beta, alpha],
    ] as const) {
      const found = await read(reader, (tx) =>
        sql<{ tenant_id: string }>`SELECT DISTINCT tenant_id FROM ${sql.table(view)}`.execute(
          sqlOf(tx),
        ),
      );
      // Nobody has logged in here, so that there is no log-in to be seen.
      if (view !== "member_login") expect(found.rows).toEqual([{ tenant_id: reader.tenant.id }]);
      const { rows } = await read(reader, (tx) =>
        sql`SELECT FROM ${sql.table(view)} WHERE tenant_id = ${other.tenant.id}`.execute(sqlOf(tx)),
      );
      expect(rows).toEqual([]);
    }
  });

  test("is put into the statement, so that indexes serve as on its table", async () => {
    const plan = await read(alpha, async (tx) => {
      const { rows } = await sql<{ "QUERY PLAN": string }>`
        EXPLAIN SELECT * FROM custom_field f
        LEFT JOIN ${sql.table(view)} v ON v.tenant_id = f.tenant_id`.execute(sqlOf(tx));
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    });
    expect(plan).not.toMatch(/Subquery Scan|CTE Scan|belongs_to_club/);
  });
});
