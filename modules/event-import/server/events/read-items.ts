import { HeadingContext } from "./heading-context.ts";
import { Years, type YearOfDocument } from "../dates/year-resolution.ts";
import { findDates, type DateExpression } from "../dates/date-expressions.ts";
import { monthHeading, withoutBullet } from "../dates/date-starts.ts";
import { monthNumber, WEEKDAY, weekdayNumber } from "../dates/date-words.ts";
import type { FoundEvent } from "./found-event.ts";
import type { Item } from "../layout/items.ts";
import { isLetterhead, isListed, listEntry, timeText, type Entry } from "./list-entry.ts";
import { withNamedDay } from "../dates/named-days.ts";
import { eventsInProse, isPast, sentencesOf } from "./prose.ts";
import { recordEntry } from "./record-entry.ts";
import { rolesOf, rowEntry, type ColumnRole } from "./row-entry.ts";
import { findTimes } from "../dates/times.ts";
import { cleanTitle, hasEvent, withoutPreposition } from "./title-and-place.ts";
import {
  isCalledOff,
  isCancellation,
  isClosure,
  isHoliday,
  isNoEvent,
  isPlace,
  NO_EVENT_TITLE,
} from "./vocabulary.ts";
import { HEADINGS, TEXTS, YEARS } from "../tuning.ts";

const ONLY_WEEKDAY = new RegExp(`^(${WEEKDAY})[,:]?$`, "iu");

/**
 * Reads the items of a document in order: headings set month and year, dates without words wait for
 * theirs.
 */
export class ProgrammeReader {
  readonly events: FoundEvent[] = [];
  readonly #years: Years;
  #month: number | null = null;
  #roles: ColumnRole[] = [];
  /** The day that lines with only a time belong to. */
  #day: DateExpression | null = null;
  /** A date whose words stand elsewhere. */
  #waiting: { entry: Entry; item: Item } | null = null;
  readonly #above = new HeadingContext();
  /** What the date above was of, for more dates below it. */
  #named: { title: string; location: string | null } | null = null;
  /** The last event, to which lines that follow may belong. */
  #last: { event: FoundEvent; open: boolean } | null = null;

  /** `month`: 1–12, of a heading above the items; `carries`: see `Years`. */
  constructor(
    items: readonly Item[],
    year: YearOfDocument,
    { month = null, carries = false }: { month?: number | null; carries?: boolean } = {},
  ) {
    this.#years = new Years(year, { carries });
    this.#month = month;
    items.forEach((item, index) => this.#read(withNamedDay(item, items[index + 1])));
  }

  #read(item: Item): void {
    const text = item.cells.filter((cell) => cell !== "").join("\t");
    if (item.kind === "RECORD") {
      this.#readRecord(item);
      return;
    }
    if (this.#readHeading(item, text)) return;
    // "Rottmoos, den 15.12.2025" beside the name of who signs.
    if (item.kind === "ROW" && item.cells.some((cell) => isLetterhead(cell, findDates(cell))))
      return;
    if (item.kind === "ROW")
      this.#readEntry(
        rowEntry(this.#withoutMonth(item.cells), this.#roles, this.#month !== null),
        item,
      );
    else {
      const plain = withoutBullet(text);
      const dates = findDates(plain, { monthAround: this.#month !== null });
      if (dates.length === 0) this.#readUndated(item, plain);
      else if (isLetterhead(plain, dates)) return;
      else if (isListed(plain, dates)) this.#readListed(item, plain, dates);
      else this.#readProse(item, plain);
    }
  }

  #readRecord(item: Item): void {
    const entry = recordEntry(item.cells);
    this.#waiting = null;
    this.#above.clear();
    this.#named = null;
    if (entry.title === "") this.#day = entry.expression;
    else this.#readEntry(entry, item);
  }

  #readHeading(item: Item, text: string): boolean {
    const month = monthHeading(text);
    if (month !== null) {
      this.#beginMonth(month);
      return true;
    }
    const year = /^(20\d\d)$/.exec(text.trim());
    if (year !== null && item.scale > HEADINGS.year) {
      this.#years.begin(Number(year[1]));
      return true;
    }
    const roles = rolesOf(item.cells);
    if (item.kind === "ROW" && roles !== null) {
      this.#roles = item.cells.map((_, index) => roles[index] ?? this.#roles[index] ?? null);
      return true;
    }
    return false;
  }

  /** The month in a column of its own holds for the rows that follow. */
  #withoutMonth(cells: readonly string[]): readonly string[] {
    return cells.map((cell) => {
      const month = monthHeading(cell);
      if (month === null) return cell;
      this.#beginMonth(month);
      return "";
    });
  }

  #beginMonth(month: { month: string; year: number | null }): void {
    if (month.year !== null) this.#years.begin(month.year);
    this.#month = monthNumber(month.month) ?? null;
    this.#day = null;
  }

  /** An entry that begins with its date; sentences after the first are read as prose. */
  #readListed(item: Item, text: string, dates: readonly DateExpression[]): void {
    const [head = "", ...sentences] =
      item.kind === "TEXT" && text.length > TEXTS.divided ? sentencesOf(text) : [text];
    const first = dates[0];
    if (first === undefined || first.from >= head.length) {
      this.#readProse(item, text);
      return;
    }
    // "14.03. Versammlung; 20.03. Putzaktion": each further date that is no deadline begins an
    // entry of its own.
    const inHead = dates.filter((date) => date.to <= head.length || sentences.length === 0);
    const begins = inHead.filter(
      (date, index) =>
        index === 0 ||
        (/[\n\t;|•]\s*$|(?:\.|\))\s+$/.test(head.slice(0, date.from)) &&
          !isNoEvent(head.slice(inHead[index - 1]?.to, date.from), "")),
    );
    begins.forEach((date, index) => {
      const from = index === 0 ? 0 : date.from;
      const part = head.slice(from, begins[index + 1]?.from);
      const other = inHead
        .filter((one) => one !== date && one.from > from && one.from < from + part.length)
        .map((one) => ({ ...one, from: one.from - from, to: one.to - from }));
      this.#readEntry(
        listEntry(part, { ...date, from: date.from - from, to: date.to - from }, other),
        item,
        sentences.join(" "),
      );
    });
    if (sentences.length > 0) this.#readProse(item, sentences.join(" "), true);
  }

  #readEntry(entry: Entry, item: Item, more = ""): void {
    if (entry.expression === null) {
      this.#readUndatedEntry(entry, item);
      return;
    }
    this.#day = entry.expression;
    if (NO_EVENT_TITLE.test(entry.title) || isClosure(entry.title)) return;
    if (entry.title === "") {
      this.#readDateAlone(entry, item);
      return;
    }
    this.#waiting = null;
    const named =
      isPlace(entry.title) &&
      !hasEvent(entry.title) &&
      (entry.location === null || entry.guessedPlace)
        ? this.#above.named(item, { set: false })
        : null;
    // A poster: its name, below it the day, below that the place.
    if (named !== null)
      this.#add(
        {
          ...entry,
          title: named.title,
          location: withoutPreposition(entry.title),
          guessedPlace: false,
        },
        item,
        more,
      );
    else this.#add(entry, item, more);
    this.#above.clear();
    this.#named = null;
  }

  #readDateAlone(entry: Entry, item: Item): void {
    const named = this.#above.named(item, { set: true }) ?? this.#named;
    if (named !== null) {
      this.#add({ ...entry, title: named.title, location: entry.location ?? named.location }, item);
      this.#above.clear();
      this.#named = named;
    } else this.#waiting = { entry, item };
  }

  #readUndatedEntry(entry: Entry, item: Item): void {
    const hasTime = entry.times.start !== null;
    if (this.#waiting !== null && entry.title !== "") {
      const { entry: dated } = this.#waiting;
      const times = hasTime ? entry.times : dated.times;
      this.#waiting = hasTime ? null : this.#waiting;
      this.#waiting = null;
      this.#add(
        {
          ...entry,
          expression: dated.expression,
          times,
          wholeDay: dated.wholeDay || entry.wholeDay,
        },
        item,
      );
    } else if (hasTime && entry.title !== "" && this.#day !== null) this.#readPoint(entry, item);
  }

  /**
   * "Treffpunkt: 15.30 Uhr, Parkplatz": time and place of the event in the lines above. `begins`:
   * the time comes first.
   */
  #completes(entry: Entry, item: Item, begins: boolean): boolean {
    const last = this.#last;
    if (
      last === null ||
      !last.open ||
      last.event.page !== item.page ||
      last.event.startTime !== null ||
      entry.times.start === null
    )
      return false;
    if (!last.event.start.equals(last.event.end) || (begins && entry.title !== "")) return false;
    if (entry.title !== "" && (!isPlace(entry.title) || hasEvent(entry.title))) return false;
    const { event } = last;
    event.startTime = entry.times.start;
    event.endTime = entry.times.end;
    event.location ??= entry.title === "" ? entry.location : withoutPreposition(entry.title);
    event.uncertain.delete("allDay");
    if (entry.notes.length > 0)
      event.description = [event.description, ...entry.notes]
        .filter((line) => line !== null)
        .join("\n");
    return true;
  }

  /** A line with a time and no date: a part of the event above, or an event of the day above. */
  #readPoint(entry: Entry, item: Item): void {
    const last = this.#last?.event;
    if (last !== undefined && last.startTime === null && last.page === item.page) {
      last.description = [
        last.description,
        timeText(entry) + entry.title + (entry.location === null ? "" : `, ${entry.location}`),
      ]
        .filter((line) => line !== null)
        .join("\n");
    } else this.#add({ ...entry, expression: this.#day }, item);
  }

  #readUndated(item: Item, text: string): void {
    const times = findTimes(text);
    const weekday = ONLY_WEEKDAY.exec(text.trim());
    if (weekday !== null && this.#last !== null) {
      const last = this.#last.event;
      const name = text.trim().replace(/[,:]$/, "");
      if (
        weekdayNumber(weekday[1] ?? "") !== undefined &&
        last.startTime === null &&
        Temporal.PlainDate.compare(last.start, last.end) < 0
      ) {
        last.description = [last.description, `${name}:`]
          .filter((line) => line !== null)
          .join("\n");
      }
      return;
    }
    if (
      this.#waiting === null &&
      times[0]?.from === 0 &&
      this.#completes(listEntry(text, null, []), item, times[0].label === null)
    )
      return;
    if (
      times[0]?.from === 0 ||
      (this.#waiting !== null && text.length < TEXTS.mostAwaited && !NO_EVENT_TITLE.test(text))
    ) {
      this.#readUndatedEntry(listEntry(text, null, []), item);
      return;
    }
    if (times.length > 0 && this.#completes(listEntry(text, null, []), item, false)) return;
    const last = this.#last;
    if (
      last !== null &&
      last.open &&
      last.event.page === item.page &&
      last.event.location === null &&
      isPlace(text) &&
      !hasEvent(text)
    ) {
      last.event.location = withoutPreposition(cleanTitle(text));
      last.open = false;
      return;
    }
    if (last !== null) last.open = false;
    this.#above.add(item);
    this.#named = null;
  }

  #readProse(item: Item, text: string, afterEntry = false): void {
    for (const told of eventsInProse(text, item.emphasis)) {
      if (
        isCalledOff(told.title, told.sentence) ||
        NO_EVENT_TITLE.test(told.title) ||
        isClosure(told.title) ||
        (isClosure(told.sentence) && !hasEvent(told.title))
      )
        continue;
      const uncertain: FoundEvent["uncertain"] = new Set(told.guessedTitle ? ["title"] : []);
      // After an entry's own date, a date in its remarks is seldom another event.
      if (afterEntry && told.guessedTitle) continue;
      if (told.guessedTime) uncertain.add("startDateTime");
      if (this.#isOver(told)) continue;
      this.#addDays(
        told.expression,
        {
          title: told.title,
          location: told.location,
          start: told.start,
          end: told.end,
          wholeDay: told.wholeDay,
          description: told.sentence.length < TEXTS.mostDescription ? told.sentence : null,
          uncertain,
        },
        item,
        false,
      );
    }
    this.#waiting = null;
  }

  /** True for "Am 24. Januar holten wir …" in a letter of February. */
  #isOver({ expression, sentence }: { expression: DateExpression; sentence: string }): boolean {
    const last = expression.days.at(-1);
    const settled = last === undefined ? null : this.#years.settle(last, { listed: false });
    return (
      settled !== null &&
      this.#years.isBeforeWriting(settled.date) &&
      (last?.year != null || isPast(sentence))
    );
  }

  #add(entry: Entry, item: Item, more = ""): void {
    if (entry.expression === null || NO_EVENT_TITLE.test(entry.title) || isClosure(entry.title))
      return;
    if (isHoliday(entry.title) && entry.times.start === null) return;
    if ([entry.location, ...entry.notes].some((part) => part !== null && isCancellation(part)))
      return;
    const uncertain: FoundEvent["uncertain"] = new Set(entry.guessedPlace ? ["location"] : []);
    if (entry.times.used.some(({ guessed }) => guessed)) uncertain.add("startDateTime");
    const description = [...entry.notes, ...(more === "" ? [] : [more])].join("\n");
    this.#addDays(
      entry.expression,
      {
        title: entry.title,
        location: entry.location,
        start: entry.times.start,
        end: entry.times.end,
        wholeDay: entry.wholeDay,
        description: description === "" ? null : description,
        uncertain,
      },
      item,
      true,
    );
  }

  #addDays(
    expression: DateExpression,
    found: Pick<FoundEvent, "title" | "location" | "description" | "uncertain"> & {
      start: FoundEvent["startTime"];
      end: FoundEvent["endTime"];
      wholeDay: boolean;
    },
    item: Item,
    listed: boolean,
  ): void {
    const days = expression.days.map((day) =>
      this.#years.settle(day.month === null ? { ...day, month: this.#month } : day, { listed }),
    );
    const first = days[0];
    const last = days.at(-1);
    if (first == null || last == null || days.some((day) => day === null)) return;
    const asRange =
      expression.form === "RANGE" ||
      (found.start === null &&
        days.every(
          (day, i) => i === 0 || day?.date.since(days[i - 1]?.date ?? day.date).days === 1,
        ));
    const spans =
      days.length === 1 || asRange
        ? [[first, last] as const]
        : days.flatMap((day) => (day === null ? [] : [[day, day] as const]));
    for (const [from, to] of spans) {
      const end =
        Temporal.PlainDate.compare(to.date, from.date) < 0 ? to.date.add({ years: 1 }) : to.date;
      // A term of office, an opening season, a year of accounts.
      if (end.since(from.date).days > YEARS.mostDays) continue;
      const uncertain: FoundEvent["uncertain"] = new Set(found.uncertain);
      const hints: string[] = [];
      if (!from.sure || !to.sure) uncertain.add("startDateTime");
      if (from.contradicted || to.contradicted)
        hints.push("Der Wochentag im Dokument passt nicht zu diesem Datum.");
      if (!from.sure && !from.contradicted)
        hints.push("Das Jahr steht nicht im Dokument; es wurde ergänzt.");
      for (const word of item.doubtful) {
        if (found.title.includes(word)) uncertain.add("title");
        if (found.location?.includes(word) === true) uncertain.add("location");
        if (/\d/.test(word)) uncertain.add("startDateTime");
      }
      const timed = found.start !== null && !found.wholeDay;
      if (!timed && !found.wholeDay && spans.length === 1 && from === to) uncertain.add("allDay");
      this.#put({
        title: found.title,
        start: from.date,
        end,
        startTime: timed ? found.start : null,
        endTime: timed ? found.end : null,
        location: found.location,
        description: found.description,
        page: item.page,
        weekday:
          from.contradicted || to.contradicted
            ? "DIFFERS"
            : expression.days.some(({ weekday }) => weekday !== null)
              ? "AGREES"
              : null,
        uncertain,
        hints,
      });
    }
  }

  #put(event: FoundEvent): void {
    if (!/\p{L}{2}/u.test(event.title)) return;
    const same = this.events.some(
      (other) =>
        other.start.equals(event.start) &&
        other.title.toLowerCase() === event.title.toLowerCase() &&
        (event.startTime === null || sameTime(other, event)),
    );
    if (same) return;
    this.events.push(event);
    this.#last = { event, open: true };
  }
}

function sameTime(a: FoundEvent, b: FoundEvent): boolean {
  return a.startTime?.hour === b.startTime?.hour && a.startTime?.minute === b.startTime?.minute;
}
