import { z } from "zod";
import { takeOver } from "#platform/web/handover.ts";
import { inAddress } from "#platform/web/navigation.tsx";
import { ANSWER_STATES, recipientSet, type RecipientSet } from "../../recipient-sets.ts";
import type { MessageValues } from "./message-values.ts";

/** How a message is begun, in its address. */
export const composeState = z.object({
  /** Goes on with this draft. */
  draft: inAddress.text(),
  /** Ids of messages. */
  reply: inAddress.text(),
  forward: inAddress.text(),
  copy: inAddress.text(),
  /** Ids with commas, or the parameter several times. */
  recipients: inAddress.list(),
  groups: inAddress.list(),
  /** A group whose leaders are written to. */
  leaders: inAddress.text(),
  /** An event whose invited people are written to, and with which answers; none: all of them. */
  event: inAddress.text(),
  states: inAddress.list(),
  /** Key of recipients that a list has handed over. */
  from: inAddress.text(),
});

declare module "#platform/web/page-search.ts" {
  interface PageSearch {
    "/messaging/compose": z.output<typeof composeState>;
  }
}
export type ComposeState = z.output<typeof composeState>;

/** Returns the people whom the address names by what they are. */
export function setsOf({ leaders, event, states }: ComposeState): RecipientSet[] {
  const known = ANSWER_STATES.filter((state) => states.includes(state));
  const given = [
    { kind: "LEADERS", groupId: leaders },
    { kind: "EVENT", eventId: event, states: known },
  ];
  return given.flatMap((set) => recipientSet.safeParse(set).data ?? []);
}

const given = z.union([
  z.object({ ids: z.array(z.uuid()) }),
  z.object({ filter: z.record(z.string(), z.unknown()) }),
]);

/** Returns whom another page has handed over: chosen members, or all that a filter finds. */
export function handedOver(key: string): Pick<MessageValues, "recipientIds" | "recipientSets"> {
  const chosen = given.safeParse(takeOver(key)).data;
  if (chosen === undefined) return { recipientIds: [], recipientSets: [] };
  if ("ids" in chosen) return { recipientIds: chosen.ids, recipientSets: [] };
  const set = recipientSet.safeParse({ kind: "FILTER", filter: chosen.filter }).data;
  return { recipientIds: [], recipientSets: set === undefined ? [] : [set] };
}

/** `a,b` and `a&b` alike → ids. */
export function idsOf(values: readonly string[]): string[] {
  return [
    ...new Set(
      values.flatMap((value) => value.split(",")).filter((id) => z.uuid().safeParse(id).success),
    ),
  ];
}
