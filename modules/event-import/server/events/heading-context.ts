import type { Item } from "../layout/items.ts";
import { isName } from "./list-entry.ts";
import { eventNamedIn, placeIn } from "./prose.ts";
import { cleanTitle, hasEvent } from "./title-and-place.ts";
import { isPlace } from "./vocabulary.ts";
import { HEADINGS } from "../tuning.ts";

/**
 * The lines without a date above the next one: a poster says there what happens, and often where.
 */
export class HeadingContext {
  #items: Item[] = [];

  add(item: Item): void {
    this.#items = [...this.#items.filter((other) => other.page === item.page), item].slice(
      -HEADINGS.mostLines,
    );
  }

  clear(): void {
    this.#items = [];
  }

  /**
   * The line right above a date when it begins the date's block: a gap sets both apart from what is
   * above them.
   */
  #heading(date: Item): string | null {
    const item = this.#items.at(-1);
    const leads =
      item !== undefined && item.kind === "TEXT" && date.kind === "TEXT" && item.page === date.page;
    if (
      !leads ||
      date.gap > HEADINGS.blockPitch * Math.max(item.scale, date.scale) ||
      item.gap < date.gap * HEADINGS.gapRatio ||
      !isName(item) ||
      !/^["„(]?[\p{Lu}\d]/u.test(item.cells[0] ?? "") ||
      (item.cells[0] ?? "").includes("\n")
    )
      return null;
    return nameOf(item);
  }

  /**
   * What a date without words of its own is of; null when no line above names an event. `set` finds
   * only what stands out.
   */
  named(date: Item, { set }: { set: boolean }): { title: string; location: string | null } | null {
    const heading = this.#heading(date);
    const names = this.#items
      .filter((item) => item.page === date.page)
      .flatMap((item, index) => {
        const name = nameOf(item);
        return name === null || (set && item.scale < date.scale * HEADINGS.standsOut)
          ? []
          : [{ name, weight: weightOf(item, name) + index * HEADINGS.perLine }];
      });
    const best = names.reduce<(typeof names)[number] | null>(
      (top, next) => (top === null || next.weight > top.weight ? next : top),
      null,
    );
    // "Herbstkonzert" in large letters, below it "Musik aus Filmen" and the day: the larger line
    // names the event.
    const isSubtitle =
      heading !== null && best !== null && !hasEvent(heading) && hasEvent(best.name);
    if (heading !== null && !isSubtitle) return { title: heading, location: null };
    if (best === null) return null;
    const places = this.#items
      .map((item) => item.cells.join(" "))
      .filter((text) => cleanTitle(text) !== best.name);
    return {
      title: best.name,
      location:
        places
          .map(
            (text) => placeIn(text) ?? (isPlace(text) && !hasEvent(text) ? cleanTitle(text) : null),
          )
          .find((place) => place !== null) ?? null,
    };
  }
}

function nameOf(item: Item): string | null {
  const text = item.cells.join(" ");
  if (!isName(item)) return eventNamedIn(text, item.emphasis);
  // "Rock am See" in the largest letters is a name, though it speaks of a lake.
  return isPlace(text) && !hasEvent(text) && item.scale < HEADINGS.headline
    ? null
    : cleanTitle(text);
}

/** Large letters, quotation marks and words for events speak for a name. */
function weightOf(item: Item, name: string): number {
  const text = item.cells.join(" ").trim();
  return (
    Math.min(item.scale, HEADINGS.mostScale) +
    (hasEvent(name) ? HEADINGS.eventWord : 0) +
    (/^[„"»“]/u.test(name) ? HEADINGS.quoted : 0) -
    (text.endsWith(":") ? HEADINGS.colon : 0) -
    (isName(item) ? 0 : HEADINGS.inSentence)
  );
}
