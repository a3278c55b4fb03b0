import { call } from "#platform/web/api.ts";
import { invitationsContract } from "../../invitation-contract.ts";

/** Accepts or declines one's own invitation. Without a body, comment and companions stay as they are. */
export function answerInvitation(id: string, accept: boolean, body?: { comment: string; companions: number }) {
  const query = { accept: String(accept) };
  return call(invitationsContract.answerInvitation, { params: { id }, query, ...(body && { body }), inForm: true });
}
