import type { ReadTx } from "#platform/server/database/database.ts";
import type { MyInvitation } from "../../contract.ts";
import { ClubTime } from "../time/club-time.ts";
import { selectOwnInvitations, selectTimeZone } from "./invitation-queries.ts";
import { toMyInvitation } from "./presenters.ts";

/**
 * Returns the reader's own invitations to these events, by event. Invitations hang on rows: an
 * occurrence that is invited to has one of its own.
 */
export async function ownInvitations(
  tx: ReadTx,
  userId: string,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, MyInvitation>> {
  if (eventIds.length === 0) return new Map();
  const records = await selectOwnInvitations(tx, userId, eventIds);
  if (records.length === 0) return new Map();
  const time = ClubTime.in(await selectTimeZone(tx));
  return new Map(records.map((record) => [record.event_id, toMyInvitation(record, time)]));
}
