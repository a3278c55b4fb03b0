import type { EventDraft } from "../../exchange-contract.ts";
import type { ClubTime } from "../time/club-time.ts";
import { beginningsBetween } from "../series/expansion.ts";

/**
 * Every occurrence of drafts that begins in a period, as a sorted line `start, end, title, place`;
 * cancelled ones left out.
 */
export function occurrencesOf(
  drafts: readonly EventDraft[],
  period: { from: string; to: string },
  time: ClubTime,
): string[] {
  const [from, to] = [
    time.toMoment(Date.parse(`${period.from}T00:00Z`)),
    time.toMoment(Date.parse(`${period.to}T00:00Z`)),
  ];
  const found: string[] = [];
  const add = (
    event: Pick<EventDraft, "title" | "location" | "allDay" | "status">,
    start: number,
    end: number | null,
  ) => {
    if (start < from || start >= to || event.status === "CANCELLED") return;
    const shown = (moment: number) => time.toIso(moment).slice(0, event.allDay ? 10 : 16);
    found.push(
      [shown(start), end === null ? "-" : shown(end), event.title, event.location ?? "-"].join(
        "\t",
      ),
    );
  };
  for (const draft of drafts) {
    if (draft.startDateTime === null) continue;
    const start = Date.parse(draft.startDateTime);
    const end = draft.endDateTime === null ? null : Date.parse(draft.endDateTime);
    if (draft.recurrence === null) {
      add(draft, start, end);
      continue;
    }
    const left = new Set(
      [...draft.exdates, ...draft.exceptions.map(({ recurrenceStart }) => recurrenceStart)].map(
        (text) => Date.parse(text),
      ),
    );
    for (const beginning of beginningsBetween(
      { start, recurrence: draft.recurrence },
      from,
      to,
      time,
    )) {
      if (!left.has(beginning))
        add(draft, beginning, end === null ? null : time.moved(end, start, beginning));
    }
    for (const exception of draft.exceptions) {
      add(
        exception,
        Date.parse(exception.startDateTime),
        exception.endDateTime === null ? null : Date.parse(exception.endDateTime),
      );
    }
  }
  return found.toSorted();
}
