import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applicationLogin, migrate, withClient } from "#platform/server/database/migrate.ts";
import { rolesOf } from "#platform/server/database/schema/roles.ts";
import { checkInstallation } from "#modules/backup/server/check/check.ts";
import { emptyPlace, type EmptyPlace } from "./backup/testing.ts";

/** Two installations of different people in one PostgreSQL; neither owner is a superuser. */
let one: EmptyPlace;
let other: EmptyPlace;
beforeAll(async () => {
  [one, other] = [await emptyPlace({ modest: true }), await emptyPlace({ modest: true })];
  for (const place of [one, other]) await migrate(place.ownerUrl, place.secret);
});
afterAll(async () => {
  await one?.drop();
  await other?.drop();
});

const databaseOf = ({ ownerUrl }: EmptyPlace) => new URL(ownerUrl).pathname;

/** The application of one, on the other's database. */
function strangerUrl(): string {
  const url = new URL(applicationLogin(one.ownerUrl, one.secret).url);
  url.pathname = databaseOf(other);
  return url.toString();
}

describe("two installations in one PostgreSQL", () => {
  test("have roles of their own, and start again with them", async () => {
    const roles = await Promise.all(
      [one, other].map(({ ownerUrl }) => withClient(ownerUrl, rolesOf)),
    );
    expect(roles[0]?.app).toBe(`${databaseOf(one).slice(1)}_app`);
    expect(roles[1]?.app).toBe(`${databaseOf(other).slice(1)}_app`);
    for (const place of [one, other]) await migrate(place.ownerUrl, place.secret);
    expect(await withClient(one.ownerUrl, rolesOf)).toEqual(roles[0]);
  });

  test("see nothing of each other, in tables and in functions", async () => {
    await withClient(strangerUrl(), async (client) => {
      await client.query("SET app.tenant_id = '0198c0de-0000-7000-8000-000000000001'");
      for (const statement of [
        "SELECT * FROM tenant",
        "SELECT * FROM member",
        "SELECT * FROM all_tenants()",
        "SELECT orphaned_blob_keys(ARRAY['a'])",
      ])
        await expect(client.query(statement), statement).rejects.toThrow(/permission denied/);
    });
  });
});

test("functions that a restore left to somebody else are named by the check, and put right by the start", async () => {
  const { superuserUrl, ownerUrl, blobs, secret } = one;
  await withClient(superuserUrl, (client) =>
    client.query("ALTER FUNCTION orphaned_blob_keys(text[]) OWNER TO CURRENT_USER"),
  );
  // Only who may give a function away can mend it: here who restored.
  const faults = async () => {
    const found: string[] = [];
    await checkInstallation({
      ownerUrl,
      blobs,
      deep: false,
      found: (sentence) => void found.push(sentence),
    });
    return found;
  };
  expect(await faults()).toEqual([
    expect.stringMatching(
      /^Funktion orphaned_blob_keys\(text\[\]\): Sie gehört „\w+“ statt „test_\w+_lookup“/,
    ),
  ]);
  await migrate(superuserUrl, secret);
  expect(await faults()).toEqual([]);
});
