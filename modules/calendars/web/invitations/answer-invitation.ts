import { call } from "#platform/web/api/api.ts";
import type { MyInvitation } from "../../contract.ts";
import { invitationsContract } from "../../invitation-contract.ts";
import { seriesInvitationsContract } from "../../series-invitation-contract.ts";

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

/** Accepts or declines several of one's own invitations; answers what was written and refused. */
export function answerInvitations(ids: readonly string[], accept: boolean) {
  return call(seriesInvitationsContract.answerInvitations, {
    body: { answers: ids.map((id) => ({ id, accept })) },
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
