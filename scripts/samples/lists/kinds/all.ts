import type { Kind } from "../kind.ts";
import { ADDRESS_BOOKS } from "./address-books.ts";
import { CLUB_PROGRAMS } from "./club-programs.ts";
import { FIRST_KINDS } from "./first.ts";
import { HAND_MADE } from "./hand-made.ts";
import { LATE_KINDS } from "./late.ts";
import { UNSEEN_KINDS } from "./unseen.ts";

export const KINDS: readonly Kind[] = [
  ...FIRST_KINDS,
  ...UNSEEN_KINDS,
  ...LATE_KINDS,
  ...CLUB_PROGRAMS,
  ...ADDRESS_BOOKS,
  ...HAND_MADE,
];
