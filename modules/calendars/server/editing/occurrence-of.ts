import { fieldProblem } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { type EventTarget, findEvent } from "../events/find-event.ts";
import { beginningsBetween } from "../series/expansion.ts";
import { toOccurrenceId } from "../series/occurrence-id.ts";
import type { ClubTime } from "../time/club-time.ts";

const TEN_YEARS_MS = 10 * 366 * 86_400_000;

export type Series = Extract<EventTarget, { kind: "SERIES" }>;
export type Occurrence = Extract<EventTarget, { kind: "OCCURRENCE" }>;

/**
 * Returns the occurrence that is meant: of a series' own id the first one that was not left out.
 */
export async function occurrenceOf(
  tx: ReadTx,
  target: Series | Occurrence,
  time: ClubTime,
): Promise<Occurrence> {
  if (target.kind === "OCCURRENCE") return target;
  const { series } = target;
  const left = new Set(series.exdates);
  const end = series.series_ends_at ?? series.starts_at + TEN_YEARS_MS;
  const start = beginningsBetween(
    { start: series.starts_at, recurrence: series.recurrence },
    series.starts_at,
    end + 1,
    time,
  ).find((begin) => !left.has(begin));
  const first =
    start === undefined
      ? undefined
      : await findEvent(tx, toOccurrenceId(series.series_key, start), time);
  if (first?.kind !== "OCCURRENCE")
    throw fieldProblem(
      "scope",
      "Diese Serie hat keinen einzelnen Termin mehr.",
      "INVALID",
      "UNPROCESSABLE",
    );
  return first;
}
