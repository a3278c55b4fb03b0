import type { Sighting } from "#platform/server/sighting.ts";
import { selectCorrespondents } from "./addressee-queries.ts";

/** Who has written to the reader stands above their messages. */
export const senders: Sighting = async (tx, { userId }, memberId) =>
  (await selectCorrespondents(tx, userId, [memberId])).length > 0;
