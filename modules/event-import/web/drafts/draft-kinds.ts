import { problemsOf, type DraftRow } from "./draft-rows.ts";

/** Which rows the list shows, with what the reader calls them. */
export const DRAFT_KINDS = {
  all: "Alle",
  double: "Schon vorhanden",
  clash: "Zur selben Zeit",
  uncertain: "Zu prüfen",
  faulty: "Mit Fehlern",
} as const;
export type DraftKind = keyof typeof DRAFT_KINDS;

const FITS: Record<DraftKind, (row: DraftRow) => boolean> = {
  all: () => true,
  double: (row) => row.draft.duplicateOf !== null,
  clash: (row) => row.draft.clashesWith.length > 0,
  uncertain: (row) => row.draft.uncertainFields.length > 0 && row.values === null,
  faulty: (row) => problemsOf(row).length > 0,
};

export function rowsOfKind(rows: readonly DraftRow[], kind: DraftKind): DraftRow[] {
  return rows.filter(FITS[kind]);
}
