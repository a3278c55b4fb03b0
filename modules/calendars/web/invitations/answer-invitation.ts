import { call } from "#platform/web/api/api.ts";
import type { MyInvitation } from "../../contract.ts";
import { invitationsContract } from "../../invitation-contract.ts";

/**
 * Accepts or declines one's own invitation. Without a body, comment and companions stay as they
 * are.
 */
export function answerInvitation(
  id: string,
  accept: boolean,
  body?: { comment: string; companions: number },
) {
  const query = { accept: String(accept) };
  return call(invitationsContract.answerInvitation, {
    params: { id },
    query,
    ...(body && { body }),
    inForm: true,
  });
}

/** Gives the invited person back the answer they had, as far as places allow: undoing an answer. */
export function restoreAnswer(
  before: Pick<MyInvitation, "id" | "state" | "comment" | "companions">,
) {
  if (before.state === "OPEN")
    return call(invitationsContract.takeBackAnswer, { params: { id: before.id } });
  return answerInvitation(before.id, before.state !== "DECLINED", {
    comment: before.comment ?? "",
    companions: before.companions,
  });
}
