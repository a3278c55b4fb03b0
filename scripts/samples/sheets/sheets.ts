import { BLOCKS } from "./blocks.ts";
import { CALENDARS } from "./calendars.ts";
import { GRIDS } from "./grids.ts";
import type { SheetKind } from "./kind.ts";
import { LISTS } from "./lists.ts";
import { SEASONS } from "./seasons.ts";
import { TEXTS } from "./texts.ts";

export const SHEET_KINDS: readonly SheetKind[] = [
  ...LISTS,
  ...GRIDS,
  ...CALENDARS,
  ...BLOCKS,
  ...TEXTS,
  ...SEASONS,
];
