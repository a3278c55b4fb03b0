import { BLOCKS } from "./blocks.ts";
import { GRIDS } from "./grids.ts";
import type { SheetKind } from "./kind.ts";
import { LISTS } from "./lists.ts";
import { TEXTS } from "./texts.ts";

export const SHEET_KINDS: readonly SheetKind[] = [...LISTS, ...GRIDS, ...BLOCKS, ...TEXTS];
