import { notFound } from "#platform/server/http/app-error.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { AnswerBody, Invitation } from "../../../invitation-contract.ts";
import { ClubTime } from "../../time/club-time.ts";
import { type InvitationKey, selectInvitation } from "../invitation-queries.ts";
import { toInvitation } from "../presenters.ts";
import { answer, type WantedAnswer } from "./answer.ts";

/** Writes the invited person's answer; returns the invitation as it is then. */
export function answered(
  tx: WriteTx,
  key: InvitationKey,
  accept: boolean,
  body: AnswerBody | undefined,
  timeZone: string,
): Promise<Invitation> {
  return answerWith(tx, key, { state: accept ? "ACCEPTED" : "DECLINED", ...body }, timeZone);
}

/** Writes any answer of the invited person; returns the invitation as it is then. */
export async function answerWith(
  tx: WriteTx,
  key: InvitationKey,
  wanted: WantedAnswer,
  timeZone: string,
): Promise<Invitation> {
  const invitation = await selectInvitation(tx, key);
  if (invitation === undefined) throw notFound();
  await answer(tx, invitation, wanted, { kind: "INVITED" });
  const after = await selectInvitation(tx, key);
  if (after === undefined) throw notFound();
  return toInvitation(after, ClubTime.in(timeZone));
}
