import { audienceOf, possibleRecipients } from "#modules/messages/server/public.ts";
import type { AnswerOf } from "#platform/contract/route.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { RecipientSource } from "#platform/server/recipient-source.ts";
import type { EventScope } from "../../../contract.ts";
import type { invitationsContract } from "../../../invitation-contract.ts";
import { effectiveScope } from "../../editing/change-event.ts";
import { calendarLists } from "../../editing/tell.ts";
import { selectOccurrences } from "../../events/event-queries.ts";
import { calendarIdOf, type EventTarget } from "../../events/find-event.ts";
import { invitationReach } from "./reach.ts";
import { selectExpecting } from "./reach-queries.ts";

/** More groups than a list is read through for. */
const MOST_GROUPS = 200;

/** Returns whom calling off so much of an event tells by itself, and who else could be told. */
export async function cancellationOf(
  tx: ReadTx,
  reader: Principal,
  target: EventTarget,
  scope: EventScope | undefined,
  sources: readonly RecipientSource[],
): Promise<AnswerOf<typeof invitationsContract.getCancellation>> {
  const eventIds = await rowsOf(tx, target, effectiveScope(target, scope));
  const { groups } = await possibleRecipients(tx, reader, { size: MOST_GROUPS });
  return {
    invited: await invitationReach(tx, await selectExpecting(tx, eventIds), reader),
    groups,
    everyone: await countEveryone(tx, reader, calendarIdOf(target), sources),
  };
}

/** Invitations hang on rows; occurrences without one have nobody invited. */
async function rowsOf(tx: ReadTx, target: EventTarget, scope: EventScope): Promise<string[]> {
  if (target.kind === "SINGLE") return [target.row.id];
  if (scope === "ONE" && target.kind === "OCCURRENCE") return target.row ? [target.row.id] : [];
  const start = target.kind === "OCCURRENCE" && scope === "FOLLOWING" ? target.start : null;
  const rows = await selectOccurrences(tx, target.series.id, start);
  return rows.map(({ id }) => id);
}

/** Null where nobody is named, and where the reader may not write to all of them. */
async function countEveryone(
  tx: ReadTx,
  reader: Principal,
  calendarId: string,
  sources: readonly RecipientSource[],
): Promise<number | null> {
  try {
    const lists = await calendarLists(tx, calendarId);
    const { count } = await audienceOf(tx, reader, lists, sources);
    return count === 0 ? null : count;
  } catch (error) {
    if (error instanceof AppError && error.status === 403) return null;
    throw error;
  }
}
