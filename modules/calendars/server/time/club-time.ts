const DAY_MS = 86_400_000;
const MAX_DAYS = 60_000;

/**
 * Wall-clock time of a time zone, fast enough for thousands of occurrences. Moments are
 * milliseconds since 1970; local times are the milliseconds that the same clock would show in UTC.
 */
export class ClubTime {
  static readonly #zones = new Map<string, ClubTime>();
  readonly timeZone: string;
  /** Offset of days (UTC) that have only one; NaN for days on which the clocks change. */
  readonly #offsets = new Map<number, number>();

  private constructor(timeZone: string) {
    this.timeZone = timeZone;
  }

  static in(timeZone: string): ClubTime {
    let zone = ClubTime.#zones.get(timeZone);
    if (zone === undefined) ClubTime.#zones.set(timeZone, (zone = new ClubTime(timeZone)));
    return zone;
  }

  /** Local time of a moment. */
  toLocal(moment: number): number {
    return moment + this.#offset(moment);
  }

  /**
   * Moment of a local time; one that the clocks skip moves on by the gap, of two the first is
   * meant.
   */
  toMoment(local: number): number {
    const before = this.#offset(local - DAY_MS);
    const first = local - before;
    if (this.#offset(first) === before) return first;
    const after = this.#offset(local + DAY_MS);
    const second = local - after;
    return this.#offset(second) === after ? second : first;
  }

  /** `2026-12-24T18:30:00+01:00` */
  toIso(moment: number): string {
    const offset = this.#offset(moment);
    const local = moment + offset;
    const seconds = Math.floor(local / 1_000) - Math.floor(local / DAY_MS) * 86_400;
    const [hour, minute] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
    return `${isoDay(Math.floor(local / DAY_MS))}T${pad(hour)}:${pad(minute)}:${pad(seconds % 60)}${isoOffset(offset)}`;
  }

  /** `2026-12-24`, the day on which a moment falls. */
  dayOf(moment: number): string {
    return isoDay(Math.floor(this.toLocal(moment) / DAY_MS));
  }

  /** Midnight that begins the day on which a moment falls. */
  midnight(moment: number): number {
    return this.toMoment(Math.floor(this.toLocal(moment) / DAY_MS) * DAY_MS);
  }

  /** Midnight that ends the day on which a moment falls. */
  nextMidnight(moment: number): number {
    return this.toMoment((Math.floor(this.toLocal(moment) / DAY_MS) + 1) * DAY_MS);
  }

  /**
   * Where a moment goes when what it belongs to moves from one moment to another: the same
   * wall-clock distance.
   */
  moved(moment: number, from: number, to: number): number {
    return this.toMoment(this.toLocal(moment) + this.toLocal(to) - this.toLocal(from));
  }

  #offset(moment: number): number {
    const day = Math.floor(moment / DAY_MS);
    let offset = this.#offsets.get(day);
    if (offset === undefined) {
      const begin = this.#exactOffset(day * DAY_MS);
      offset = begin === this.#exactOffset((day + 1) * DAY_MS) ? begin : Number.NaN;
      if (this.#offsets.size > MAX_DAYS) this.#offsets.clear();
      this.#offsets.set(day, offset);
    }
    return Number.isNaN(offset) ? this.#exactOffset(moment) : offset;
  }

  #exactOffset(moment: number): number {
    return (
      Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(this.timeZone)
        .offsetNanoseconds / 1_000_000
    );
  }
}

/** Texts of days: a list of a month has each of them many times. */
const days = new Map<number, string>();

/** `2026-12-24`, by the days since 1970. */
function isoDay(day: number): string {
  let text = days.get(day);
  if (text === undefined) {
    text = new Date(day * DAY_MS).toISOString().slice(0, -14);
    if (days.size > MAX_DAYS) days.clear();
    days.set(day, text);
  }
  return text;
}

function isoOffset(offset: number): string {
  const minutes = Math.floor(Math.abs(offset) / 60_000);
  return `${offset < 0 ? "-" : "+"}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

const PAIRS = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, "0"));

function pad(value: number): string {
  return PAIRS[value] ?? String(value);
}
