import type { ClubTime } from "../time/club-time.ts";

/** Times of an event, in milliseconds since 1970; the end is exclusive. */
export interface Times {
  starts_at: number;
  ends_at: number;
  all_day: boolean;
}

const DAYS = ["Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"];
const MONTHS = [
  "Januar",
  "Februar",
  "März",
  "April",
  "Mai",
  "Juni",
  "Juli",
  "August",
  "September",
  "Oktober",
  "November",
  "Dezember",
];

/** `Samstag, 12. Dezember 2026, 18:30 bis 22:00 Uhr`, as people say when something is. */
export function whenText({ starts_at, ends_at, all_day }: Times, time: ClubTime): string {
  const first = dayText(starts_at, time);
  if (all_day) {
    const last = dayText(ends_at - 1, time);
    return first === last ? `${first}, ganztägig` : `${first} bis ${last}, ganztägig`;
  }
  if (ends_at <= starts_at) return `${first}, ${clockText(starts_at, time)} Uhr`;
  const last = dayText(ends_at, time);
  return first === last
    ? `${first}, ${clockText(starts_at, time)} bis ${clockText(ends_at, time)} Uhr`
    : `${first}, ${clockText(starts_at, time)} Uhr bis ${last}, ${clockText(ends_at, time)} Uhr`;
}

/** `Freitag, 4. Dezember 2026, 20:00 Uhr` */
export function momentText(moment: number, time: ClubTime): string {
  return `${dayText(moment, time)}, ${clockText(moment, time)} Uhr`;
}

/** `18:30` */
export function clockText(moment: number, time: ClubTime): string {
  return new Date(time.toLocal(moment)).toISOString().slice(11, 16);
}

/** `12.12.2026` */
export function dateText(moment: number, time: ClubTime): string {
  const [year, month, day] = time.dayOf(moment).split("-");
  return `${day}.${month}.${year}`;
}

/** `12.12.2026 18:30 Uhr` */
export function dateTimeText(moment: number, time: ClubTime): string {
  return `${dateText(moment, time)} ${clockText(moment, time)} Uhr`;
}

function dayText(moment: number, time: ClubTime): string {
  const local = new Date(time.toLocal(moment));
  return `${DAYS[local.getUTCDay()]}, ${local.getUTCDate()}. ${MONTHS[local.getUTCMonth()]} ${local.getUTCFullYear()}`;
}
