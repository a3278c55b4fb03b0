import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGroup, putMembership } from "#modules/members/server/public.ts";
import {
  groupCreate,
  groupsContract as groups,
  membershipPut,
} from "#modules/members/groups-contract.ts";
import { identityAdmin } from "#modules/identity/server/public.ts";
import {
  createMembers,
  OPERATOR,
  selectMember,
  selectToday,
  updateMember,
} from "#modules/members/server/public.ts";
import { userUpdate, usersContract as users } from "#modules/members/contract.ts";
import type { Actor, WriteTx } from "#platform/server/database/database.ts";
import { revertImportRun } from "../public.ts";
import { clubWithHistory } from "../testing.ts";

let club: Awaited<ReturnType<typeof clubWithHistory>>;

beforeAll(async () => {
  club = await clubWithHistory();
});
afterAll(() => club?.app.close());

const actor = (way: Actor["way"], importRunId?: string): Actor => ({
  userId: club.office.id,
  name: "Otto Büro",
  kind: "IMPORT",
  way,
  ...(importRunId && { importRunId }),
});

async function moveTo(tx: WriteTx, id: string, city: string): Promise<void> {
  const now = await selectMember(tx, id, await selectToday(tx));
  if (now === undefined) throw new Error("the member is gone");
  const form = userUpdate.parse({
    memberNumber: now.member_number,
    firstname: now.first_name,
    lastname: now.last_name,
    city,
    version: now.version,
  });
  await updateMember(tx, id, form, { actor: OPERATOR });
}

test("a whole import goes back: new members to the trash, groups and memberships away, changes to their old values; later edits stay", async () => {
  const { app, alpha, office, createUser, change, readUser, search } = club;
  const { database } = app.services;
  const [known, edited] = [await createUser({ city: "Bonn" }), await createUser({ city: "Bonn" })];
  const run = uuidv7();
  const made = await database.bulk(alpha.id, actor("IMPORT", run), async (tx) => {
    const ids = await createMembers(tx, [
      { firstname: "Neu", lastname: "Eins" },
      { firstname: "Neu", lastname: "Zwei" },
    ]);
    const top = await createGroup(tx, OPERATOR, groupCreate.parse({ name: "Importiert" }));
    const below = await createGroup(
      tx,
      OPERATOR,
      groupCreate.parse({ name: "Darunter", parentId: top }),
    );
    for (const id of [...ids, known.id])
      await putMembership(tx, OPERATOR, below, id, membershipPut.parse({}));
    for (const { id } of [known, edited]) await moveTo(tx, id, "Köln");
    return { ids, groups: [top, below] };
  });
  expect((await search({ importRunId: run })).totalElements).toBe(9);
  await change(edited.id, { city: "Trier" });

  const revertAll = () =>
    database.bulk(alpha.id, actor("REVERT"), (tx) =>
      revertImportRun(tx, { actor: OPERATOR, identity: identityAdmin(app.services) }, run),
    );
  expect(await revertAll()).toMatchObject({
    reverted: 8,
    conflicts: [
      {
        recordType: "USER",
        recordId: edited.id,
        fields: [{ field: "city", expected: "Köln", current: "Trier" }],
      },
    ],
  });
  expect((await readUser(known.id)).city).toBe("Bonn");
  expect((await readUser(edited.id)).city).toBe("Trier");
  expect(
    (await app.call(users.searchTrash, {}, office)).body.content.map(({ id }) => id).toSorted(),
  ).toEqual(made.ids.toSorted());
  for (const id of made.groups)
    expect((await app.call(groups.getGroup, { params: { id } }, office)).status).toBe(404);

  const again = await revertAll();
  expect(again.reverted).toBe(0);
  expect((await readUser(known.id)).city).toBe("Bonn");
});
