import { notFound } from "#platform/server/http/app-error.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { InvitationState } from "../../../contract.ts";
import { type AnsweredEvent, requireAllowed, requireOpen, eventFull } from "./answer-rules.ts";
import {
  type AnswerRow,
  acceptWaiting,
  lockAnsweredEvent,
  selectAnswer,
  selectPlaces,
  updateAnswer,
} from "./answer-queries.ts";
import { mailInvitations } from "../mails/mail-jobs.ts";
import { promote } from "./places.ts";

/** A requested answer. Comment and companions that are absent stay as they are. */
export interface WantedAnswer {
  state: Exclude<InvitationState, "WAITING">;
  comment?: string | null;
  companions?: number;
}

/** The invited person, or the organiser on their behalf. */
export type Answerer = { kind: "INVITED" } | { kind: "ORGANISER"; userId: string };

/**
 * Writes an answer. The event's row is held while places are counted, so that answers to one event
 * come one after the other, and never more people come than its maximum.
 */
export async function answer(
  tx: WriteTx,
  invitation: { id: string; event_id: string; user_id: string | null },
  wanted: WantedAnswer,
  by: Answerer,
): Promise<void> {
  const event = await lockAnsweredEvent(tx, invitation.event_id);
  const before = await selectAnswer(tx, invitation.id);
  if (event === undefined || before === undefined) throw notFound();
  if (by.kind === "INVITED") requireOpen(event, new Date());
  const after = answered(before, wanted);
  requireAllowed(event, {
    comment: wanted.comment ?? null,
    companions: wanted.state === "ACCEPTED" ? (wanted.companions ?? 0) : 0,
  });
  const isSame =
    before.state === after.state &&
    before.comment === after.comment &&
    before.companions === after.companions;
  if (isSame && before.state !== "WAITING") return;
  if (after.state === "ACCEPTED") await refuseMoreThanFit(tx, event, before, after);
  await updateAnswer(
    tx,
    event.id,
    after,
    by.kind === "ORGANISER" && by.userId !== invitation.user_id ? by.userId : null,
  );
  const accepted = await fillPlaces(tx, event, [invitation.id]);
  if (
    after.state === "WAITING" &&
    before.state !== "WAITING" &&
    event.waiting_list === false &&
    !accepted.includes(invitation.id)
  ) {
    throw eventFull("Es ist kein Platz mehr frei.");
  }
}

/**
 * The row as it is wanted. Who accepts stands in the waiting list first: places are given from
 * there only.
 */
function answered(before: AnswerRow, { state, comment, companions }: WantedAnswer): AnswerRow {
  return {
    id: before.id,
    state: state === "ACCEPTED" && before.state !== "ACCEPTED" ? "WAITING" : state,
    comment: state === "OPEN" ? null : comment === undefined ? before.comment : comment,
    companions: state === "ACCEPTED" ? (companions ?? before.companions) : 0,
  };
}

/**
 * A person who has accepted already and wants to bring more keeps what they have when there are not
 * enough places.
 */
async function refuseMoreThanFit(
  tx: WriteTx,
  event: AnsweredEvent,
  before: AnswerRow,
  after: AnswerRow,
): Promise<void> {
  const more = after.companions - before.companions;
  if (event.answer_maximum === null || more <= 0) return;
  const left = Math.max(0, event.answer_maximum - (await selectPlaces(tx, event.id)).coming);
  if (more <= left) return;
  const places =
    left === 0
      ? "Es ist kein Platz mehr frei"
      : left === 1
        ? "Es ist nur noch ein Platz frei"
        : `Es sind nur noch ${left} Plätze frei`;
  throw eventFull(`${places}. Ihre bisherige Zusage bleibt bestehen.`);
}

/**
 * Gives free places to those who wait, in order, and tells them. The event has to be locked.
 * @param untold invitations whose people see it by themselves, because they are just answering
 * @returns the invitations that have a place now
 */
export async function fillPlaces(
  tx: WriteTx,
  event: Pick<AnsweredEvent, "id" | "answer_maximum">,
  untold: readonly string[] = [],
): Promise<string[]> {
  const { coming, waiting } = await selectPlaces(tx, event.id);
  if (waiting.length === 0) return [];
  const ids = promote(
    waiting,
    event.answer_maximum === null ? null : event.answer_maximum - coming,
  );
  if (ids.length === 0) return [];
  await acceptWaiting(tx, ids);
  const others = ids.filter((id) => !untold.includes(id));
  await mailInvitations(
    tx,
    others.map((id) => [id]),
    { kind: "PROMOTED" },
  );
  return ids;
}
