import type { WriteTx } from "#platform/server/database/database.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { Invitation } from "../../../invitation-contract.ts";
import type { ManyAnswers, RefusedAnswer } from "../../../series-invitation-contract.ts";
import type { InvitationKey } from "../invitation-queries.ts";
import { answered } from "./answer-invitation.ts";

/**
 * Writes the invited person's answers, each in a transaction of its own: an event that is full keeps
 * nobody from the others, and no two events are held at once. Returns the answered invitations as
 * they are then, and what was refused.
 */
export async function answerMany(
  write: <T>(work: (tx: WriteTx) => Promise<T>) => Promise<T>,
  { answers }: ManyAnswers,
  keyOf: (id: string) => InvitationKey,
  timeZone: string,
): Promise<{ invitations: Invitation[]; refused: RefusedAnswer[] }> {
  const invitations: Invitation[] = [];
  const refused: RefusedAnswer[] = [];
  for (const { id, accept } of answers) {
    try {
      invitations.push(await write((tx) => answered(tx, keyOf(id), accept, undefined, timeZone)));
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      refused.push({ id, code: error.code, detail: error.errors[0]?.message ?? error.detail });
    }
  }
  return { invitations, refused };
}
