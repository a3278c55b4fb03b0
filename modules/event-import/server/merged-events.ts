import type { DRAFT_FIELDS } from "#modules/calendars/exchange-contract.ts";
import { findDates } from "./dates/date-expressions.ts";
import type { ProgrammeEvent } from "./read-programme.ts";

type Field = (typeof DRAFT_FIELDS)[number];

export interface MergedEvents {
  events: ProgrammeEvent[];
  /** How many the service named of which nothing stands in the document. */
  madeUp: number;
}

/**
 * Merges what an AI service found in a document with what was read in it here. Both have to agree
 * for a field to be sure; where they differ the service's value stands, marked, with the other one
 * in a hint. What nothing in the document speaks for is left out.
 */
export function mergedEvents(
  here: readonly ProgrammeEvent[],
  service: readonly ProgrammeEvent[],
  texts: readonly string[],
): MergedEvents {
  const written = writtenIn(texts.join("\n"));
  const rest = [...here];
  const events: ProgrammeEvent[] = [];
  let madeUp = 0;
  for (const said of service) {
    const index = rest.findIndex(
      (own) => own.start === said.start && isAlike(own.title, said.title),
    );
    const [own] = index === -1 ? [] : rest.splice(index, 1);
    if (own !== undefined) events.push(merged(own, said));
    else if (isWritten(said, written))
      events.push({
        ...said,
        uncertain: withFields(said.uncertain, ["title", "startDateTime"]),
        hints: ["Nur der KI-Dienst hat diesen Termin gefunden."],
      });
    else madeUp++;
  }
  events.push(
    ...rest.map((own) => ({
      ...own,
      uncertain: withFields(own.uncertain, ["title"]),
      hints: [
        ...own.hints,
        "Der KI-Dienst hat diesen Termin nicht genannt; er wurde hier gelesen.",
      ],
    })),
  );
  return {
    events: events.toSorted((a, b) => a.page - b.page || a.start.localeCompare(b.start)),
    madeUp,
  };
}

const LABELS = {
  title: "Titel",
  end: "Letzter Tag",
  startTime: "Beginn",
  endTime: "Ende",
  location: "Ort",
};
const FIELD_OF: Record<keyof typeof LABELS, Field> = {
  title: "title",
  end: "endDateTime",
  startTime: "startDateTime",
  endTime: "endDateTime",
  location: "location",
};

function merged(own: ProgrammeEvent, said: ProgrammeEvent): ProgrammeEvent {
  const uncertain = new Set(said.uncertain);
  const hints: string[] = [];
  for (const key of Object.keys(LABELS) as (keyof typeof LABELS)[]) {
    const [mine, other] = [own[key], said[key]];
    if (isSame(mine, other)) {
      // Two readers who don't know of each other see the same.
      uncertain.delete(FIELD_OF[key]);
      continue;
    }
    if (mine === null) continue;
    uncertain.add(FIELD_OF[key]);
    hints.push(`${LABELS[key]} hier gelesen: ${key === "end" ? inGerman(mine) : mine}`);
  }
  // A contradiction in the document, such as its weekday, is there whoever reads it.
  return { ...said, page: own.page, uncertain: [...uncertain], hints: [...own.hints, ...hints] };
}

function isSame(mine: string | null, other: string | null): boolean {
  return (mine ?? "").trim().toLowerCase() === (other ?? "").trim().toLowerCase();
}

function inGerman(day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString("de-DE");
}

function withFields(before: readonly Field[], more: readonly Field[]): Field[] {
  return [...new Set([...before, ...more])];
}

/** At least half of the words of the shorter one. */
function isAlike(a: string, b: string): boolean {
  const [mine, other] = [wordsIn(a), wordsIn(b)];
  const common = mine.filter((word) => other.includes(word)).length;
  return common > 0 && common * 2 >= Math.min(mine.length, other.length);
}

interface Written {
  words: ReadonlySet<string>;
  /** `12-24` */
  days: ReadonlySet<string>;
}

function writtenIn(text: string): Written {
  const days = text
    .split("\n")
    .flatMap((line) => findDates(line))
    .flatMap((date) => date.days)
    .map(({ day, month }) => `${month ?? ""}-${day}`);
  return { words: new Set(wordsIn(text)), days: new Set(days) };
}

/** Its day or most of its name stands in the document. */
function isWritten({ start, title }: ProgrammeEvent, { words, days }: Written): boolean {
  const { month, day } = Temporal.PlainDate.from(start);
  const names = wordsIn(title);
  return (
    days.has(`${month}-${day}`) || names.filter((word) => words.has(word)).length * 2 > names.length
  );
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d]{2,}/gu) ?? [];
}
