import { v7 as uuidv7 } from "uuid";
import { AppError } from "#platform/server/http/app-error.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { insertMemberships } from "./membership-queries.ts";
import { addToGroup } from "./memberships.ts";
import type { GroupActor } from "./openings.ts";
import { lockGroupsForNewMembers } from "./queries.ts";

/**
 * Puts new members into the groups that the club keeps for them. Nobody's rights are asked: who
 * made a group one for new members decided it. Returns how many memberships that makes.
 */
export async function joinForNewMembers(
  tx: WriteTx,
  memberIds: readonly string[],
): Promise<number> {
  if (memberIds.length === 0) return 0;
  const groups = await lockGroupsForNewMembers(tx);
  return join(
    tx,
    memberIds,
    groups.map(({ id }) => id),
  );
}

/**
 * Puts one new member into exactly these groups: freely into those for new members, into others as
 * far as the actor may put anybody there. Errors name the place in the list (`groupIds.N`).
 */
export async function joinChosenGroups(
  tx: WriteTx,
  memberId: string,
  groupIds: readonly string[],
  actor: GroupActor,
): Promise<void> {
  const free = new Set((await lockGroupsForNewMembers(tx)).map(({ id }) => id));
  await join(
    tx,
    [memberId],
    [...new Set(groupIds)].filter((id) => free.has(id)),
  );
  for (const [place, groupId] of groupIds.entries()) {
    if (free.has(groupId)) continue;
    await addToGroup(tx, [memberId], { groupId, function: null, from: null }, actor).catch(
      (error: unknown) => {
        throw error instanceof AppError ? atPlace(error, place) : error;
      },
    );
  }
}

async function join(
  tx: WriteTx,
  memberIds: readonly string[],
  groupIds: readonly string[],
): Promise<number> {
  const rows = groupIds.flatMap((groupId) =>
    memberIds.map((memberId) => ({
      id: uuidv7(),
      group_id: groupId,
      member_id: memberId,
      function: null,
      from_on: null,
      to_on: null,
      leader: false,
    })),
  );
  if (rows.length > 0) await insertMemberships(tx, rows);
  return rows.length;
}

function atPlace(error: AppError, place: number): AppError {
  if (error.status === 404)
    return new AppError("UNPROCESSABLE", {
      code: "NOT_FOUND",
      errors: [
        {
          path: `groupIds.${place}`,
          code: "NOT_FOUND",
          message: "Diese Gruppe gibt es nicht mehr.",
        },
      ],
    });
  const message = error.detail ?? error.message;
  return new AppError("FORBIDDEN", {
    code: error.code,
    detail: message,
    errors: [{ path: `groupIds.${place}`, code: error.code, message }],
  });
}
