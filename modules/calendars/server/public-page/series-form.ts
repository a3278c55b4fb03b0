import { z } from "zod";
import { id } from "#platform/contract/fields.ts";
import { refuseUnstorable } from "#platform/server/http/forbidden-characters.ts";
import { validationError } from "#platform/server/http/problems.ts";
import type { Invitation } from "../../invitation-contract.ts";
import { type ManyAnswers, MOST_DATES } from "../../series-invitation-contract.ts";

/** The button for all dates without an answer. */
export const ALL_OPEN = "all";
/** The button for all dates, answered before or not. */
export const EVERY_DATE = "every";

const answer = z.enum(["true", "false"]);
const sentForm = z.union([
  z.strictObject({ [ALL_OPEN]: answer }),
  z.strictObject({ [EVERY_DATE]: answer }),
  z.record(id, answer).refine((dates) => Object.keys(dates).length <= MOST_DATES),
]);

/** Returns the answers that a form asks for: those that say another thing than before. */
export function answersOf(form: unknown, invitations: readonly Invitation[]): ManyAnswers {
  refuseUnstorable(form);
  const sent = sentForm.safeParse(form ?? {});
  if (!sent.success) throw validationError(sent.error);
  const chosen = sent.data as Record<string, z.output<typeof answer>>;
  return {
    answers: invitations.flatMap((invitation) => {
      const every = invitation.can.includes("ANSWER") ? chosen[EVERY_DATE] : undefined;
      const open = isOpen(invitation) ? chosen[ALL_OPEN] : undefined;
      const value = open ?? every ?? chosen[invitation.id];
      const accept = value === "true";
      return value === undefined || isSaid(invitation, accept)
        ? []
        : [{ id: invitation.id, accept }];
    }),
  };
}

/** Whether the person has not answered yet, and can. */
export function isOpen({ state, can }: Invitation): boolean {
  return state === "OPEN" && can.includes("ANSWER");
}

/** Whether the person's answer is this one. */
export function isSaid({ state }: Invitation, accept: boolean): boolean {
  return accept ? state === "ACCEPTED" || state === "WAITING" : state === "DECLINED";
}
