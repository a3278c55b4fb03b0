import { findDates } from "./date-expressions.ts";
import { WEEKDAY } from "./date-words.ts";
import type { Item } from "../layout/items.ts";
import { findTimes } from "./times.ts";

/** Days that a programme may call by their name, and when they are every year. */
const FIXED_DAYS: readonly (readonly [string, string])[] = [
  ["neujahr(?:stag)?", "1. Januar"],
  ["(?:hl\\.?|heilige)\\s+drei\\s?könige|dreikönig(?:e|stag)?", "6. Januar"],
  ["tag der arbeit", "1. Mai"],
  ["mariä himmelfahrt", "15. August"],
  ["tag der deutschen einheit", "3. Oktober"],
  ["reformationstag", "31. Oktober"],
  ["allerheiligen", "1. November"],
  ["allerseelen", "2. November"],
  ["nikolaus(?:tag)?", "6. Dezember"],
  ["heilig(?:er\\s)?abend", "24. Dezember"],
  ["(?:1\\.|erster)\\s?weihnachts(?:feier)?tag", "25. Dezember"],
  ["(?:2\\.|zweiter)\\s?weihnachts(?:feier)?tag|stephanstag", "26. Dezember"],
  ["silvester", "31. Dezember"],
];
const PATTERNS = FIXED_DAYS.map(
  ([name, date]) =>
    [
      new RegExp(
        `^(?:an\\s|am\\s)?(?:(${WEEKDAY}),?\\s+)?(?:${name})(?:,?\\s+(${WEEKDAY}))?[\\s,:–-]*(?=$|\\n|(?:um\\s|ab\\s)?\\d)`,
        "iu",
      ),
      date,
    ] as const,
);

/**
 * "Heiligabend" above or before times of day, written as the date it is. The name of anything else
 * ("Silvesterlauf"), or one beside a date, stays as it is.
 */
export function withNamedDay(item: Item, next: Item | undefined): Item {
  const [text = ""] = item.cells;
  if (item.kind !== "TEXT") return item;
  for (const [pattern, date] of PATTERNS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const rest = text.slice(match[0].length).trim();
    const timed =
      rest === "" ? next?.kind === "TEXT" && next.page === item.page && next.cells[0] : rest;
    if (typeof timed !== "string" || findTimes(timed)[0]?.from !== 0 || findDates(rest).length > 0)
      return item;
    const weekday = match[1] ?? match[2];
    const name = match[0].replace(/[\s,:–-]+$/u, "");
    // "Silvester 20 Uhr": nothing else says what happens.
    const isAlone =
      rest !== "" && !/\p{L}/u.test(rest.replace(/(?<!\p{L})(?:uhr|h|um|ab|bis)(?!\p{L})/giu, ""));
    return {
      ...item,
      cells: [
        `${weekday === undefined ? "" : `${weekday}, `}${date}${rest === "" ? "" : `\n${rest}`}${isAlone ? ` ${name}` : ""}`,
      ],
    };
  }
  return item;
}
