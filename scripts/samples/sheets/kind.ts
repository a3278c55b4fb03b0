import type { Page } from "#modules/event-import/server/documents/pages.ts";
import type { TrueFile } from "../programme-score.ts";
import { CLUBS, ENDS_OF_PAGES } from "./club-words.ts";
import type { Random } from "./random.ts";
import type { Sheet } from "./sheet.ts";

/** A kind of programme, drawn anew for each seed. */
export interface SheetKind {
  name: string;
  /** Nothing is learned from it: it tells what the reader makes of layouts it never saw. */
  isHeldOut: boolean;
  draw: (random: Random) => DrawnSheet;
}

export interface DrawnSheet {
  pages: Page[];
  truth: TrueFile;
}

/** Any year's first day around today's. */
export function yearFor(random: Random): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year: random.int(2025, 2028), month: 1, day: 1 });
}

/** Sets the head of a sheet: its title with the year, below or above it the club. */
export function head(
  sheet: Sheet,
  random: Random,
  { x, y, centred = false, said }: { x: number; y: number; centred?: boolean; said: string },
): number {
  const align = centred ? "CENTRE" : "LEFT";
  const title = `${random.pick(["Jahresprogramm", "Termine", "Veranstaltungen", "Programm", "Unsere Termine"])} ${said}`;
  const club = random.pick(CLUBS);
  const isFirst = random.chance(0.5);
  let base = sheet.put(x, y, isFirst ? title : club, {
    size: isFirst ? 22 : 13,
    bold: true,
    align,
  });
  base = sheet.put(x, base + 6, isFirst ? club : title, {
    size: isFirst ? 13 : 22,
    bold: true,
    align,
  });
  return base + 14;
}

export function foot(sheet: Sheet, random: Random): void {
  if (random.chance(0.7)) sheet.put(50, sheet.height - 30, random.pick(ENDS_OF_PAGES), { size: 8 });
}
