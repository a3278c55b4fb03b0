import { useState } from "react";
import { ApiError, call } from "#platform/web/api/api.ts";
import type { Calendar } from "#modules/calendars/contract.ts";
import { exchangeContract } from "#modules/calendars/exchange-contract.ts";
import { rememberCalendar, useRefreshEvents } from "#modules/calendars/web/public.ts";
import { entryOf, shownDraft, type DraftRow } from "./drafts/draft-rows.ts";
import type { ImportOutcome } from "./ImportResult.tsx";

/** Writes the chosen rows into the calendar, all or none; a refusal is a sentence for the reader. */
export function useTakeOver(onDone: (outcome: ImportOutcome) => void) {
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const refresh = useRefreshEvents();
  const takeOver = async (rows: readonly DraftRow[], calendar: Calendar | undefined) => {
    setSaving(true);
    setProblem(undefined);
    try {
      const saved = await call(exchangeContract.saveEventList, {
        params: { id: calendar?.id ?? "" },
        body: rows.map(entryOf),
        inForm: true,
      });
      if (calendar) rememberCalendar(calendar.id);
      await refresh();
      onDone({ ...saved, calendar });
    } catch (error) {
      setSaving(false);
      if (!(error instanceof ApiError)) throw error;
      const sentence = sentenceOf(error, rows);
      setProblem(error.isUnreachable ? sentence : `${sentence} Es wurde nichts gespeichert.`);
    }
  };
  return { takeOver, saving, problem };
}

/** A fault of one entry is named with the entry's title. */
function sentenceOf(error: ApiError, rows: readonly DraftRow[]): string {
  const [fault] = error.fieldErrors;
  const row = rows[Number(/^\[?(\d+)/.exec(fault?.path ?? "")?.[1] ?? Number.NaN)];
  return fault && row ? `„${shownDraft(row).title}“: ${fault.message}` : error.message;
}
