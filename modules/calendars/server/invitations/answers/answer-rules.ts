import { AppError, fieldProblem } from "#platform/server/http/app-error.ts";
import type { Row } from "#platform/server/database/tables.ts";

/** What of an event answers depend on. */
export const ANSWERED_EVENT_COLUMNS = [
  "id",
  "status",
  "ends_at",
  "answer_deadline",
  "answer_maximum",
  // Null: no settings were made. Then comments are taken, companions are not, and nothing is
  // limited.
  "allow_comment",
  "allow_companions",
  "waiting_list",
] as const satisfies readonly (keyof Row<"event">)[];

export type AnsweredEvent = Row<"event", (typeof ANSWERED_EVENT_COLUMNS)[number]>;

/** Why the invited person can't answer (any more); undefined while they can. */
function closed(
  event: Pick<AnsweredEvent, "status" | "ends_at" | "answer_deadline">,
  now: Date,
): { code: string; detail: string } | undefined {
  if (event.status === "CANCELLED")
    return { code: "EVENT_CANCELLED", detail: "Dieser Termin wurde abgesagt." };
  if (event.ends_at < now) return { code: "EVENT_OVER", detail: "Dieser Termin ist vorbei." };
  if (event.answer_deadline !== null && event.answer_deadline < now) {
    return {
      code: "DEADLINE_OVER",
      detail:
        "Die Frist für Antworten ist abgelaufen. Bitte wenden Sie sich an die Person, die eingeladen hat.",
    };
  }
  return undefined;
}

export function takesAnswers(
  event: Pick<AnsweredEvent, "status" | "ends_at" | "answer_deadline">,
  now: Date,
): boolean {
  return closed(event, now) === undefined;
}

export function requireOpen(event: AnsweredEvent, now: Date): void {
  const reason = closed(event, now);
  if (reason !== undefined) throw new AppError("UNPROCESSABLE", reason);
}

/** Comment and companions as far as the event asks for them. */
export function requireAllowed(
  event: AnsweredEvent,
  { comment, companions }: { comment: string | null; companions: number },
): void {
  if (comment !== null && event.allow_comment === false) {
    throw fieldProblem(
      "comment",
      "Zu diesem Termin sind keine Bemerkungen vorgesehen.",
      "NOT_ALLOWED",
      "UNPROCESSABLE",
    );
  }
  if (companions > 0 && event.allow_companions !== true) {
    throw fieldProblem(
      "companions",
      "Zu diesem Termin sind keine Begleitpersonen vorgesehen.",
      "NOT_ALLOWED",
      "UNPROCESSABLE",
    );
  }
  if (event.answer_maximum !== null && companions + 1 > event.answer_maximum) {
    throw fieldProblem(
      "companions",
      `Zu diesem Termin können höchstens ${event.answer_maximum} Personen kommen.`,
      "TOO_MANY",
      "UNPROCESSABLE",
    );
  }
}

export function eventFull(detail: string): AppError {
  return new AppError("CONFLICT", { code: "EVENT_FULL", detail });
}
