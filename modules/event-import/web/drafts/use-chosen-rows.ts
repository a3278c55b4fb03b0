import { useState } from "react";
import { isChosenAtFirst, problemsOf, type DraftRow } from "./draft-rows.ts";

/** Which rows are taken over: the reader's choice, else what is new or was mended. */
export function useChosenRows(rows: readonly DraftRow[], calendarId: string | null) {
  const [choices, setChoices] = useState<ReadonlyMap<number, boolean>>(new Map());
  const isChosen = (row: DraftRow) =>
    problemsOf(row).length === 0 &&
    (choices.get(row.id) ?? (row.values !== null || isChosenAtFirst(row, calendarId)));
  return {
    isChosen,
    chosenRows: rows.filter(isChosen),
    choose: (ids: readonly number[], on: boolean) =>
      setChoices(new Map([...choices, ...ids.map((id): [number, boolean] => [id, on])])),
  };
}
