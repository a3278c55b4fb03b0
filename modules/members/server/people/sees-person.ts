import type { ReadTx } from "#platform/server/database/database.ts";
import { holds, type Principal } from "#platform/server/http/principal.ts";
import type { Sighting } from "#platform/server/sighting.ts";
import { selectGroupsBelow } from "../groups/queries.ts";
import { isOrWasInGroup } from "../groups/membership-queries.ts";

/**
 * Returns whether the reader sees the person anywhere: themselves, in the list of members, in the
 * members of groups that they may see, or where another module shows people.
 */
export async function seesPerson(
  tx: ReadTx,
  reader: Principal,
  memberId: string,
  sightings: readonly Sighting[],
): Promise<boolean> {
  if (reader.userId === memberId || holds(reader, "QUERY_USER")) return true;
  if (holds(reader, "QUERY_GROUP")) {
    if (await isOrWasInGroup(tx, memberId, "ANY")) return true;
  } else if (reader.ledGroupIds.length > 0) {
    const led = await selectGroupsBelow(tx, reader.ledGroupIds);
    if (await isOrWasInGroup(tx, memberId, led)) return true;
  }
  for (const isSeen of sightings) if (await isSeen(tx, reader, memberId)) return true;
  return false;
}
