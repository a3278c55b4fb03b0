import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { plural } from "#platform/web/format/format.ts";
import { inAddress, useSearchState } from "#platform/web/navigation.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RECORD_TYPES, WAYS } from "../contract.ts";
import { ChangeList } from "./ChangeList.tsx";
import { HistoryFilters } from "./HistoryFilters.tsx";
import { changesQuery, type HistoryFilter } from "./queries.ts";

export const historyState = z.object({
  from: inAddress.text(),
  to: inAddress.text(),
  user: inAddress.text(),
  actor: inAddress.text(),
  field: inAddress.text(),
  way: inAddress.list(),
  recordType: inAddress.text(),
  importRunId: inAddress.text(),
  page: inAddress.number(0),
});

declare module "#platform/web/page-search.ts" {
  interface PageSearch {
    "/users/history": z.output<typeof historyState>;
  }
}
export type HistoryState = z.output<typeof historyState>;

/** Änderungshistorie: everything that was changed, by anyone and by any way. */
export default function HistoryPage() {
  const [state, setState] = useSearchState(historyState);
  const filter = filterOf(state);
  const total = useQuery(changesQuery({ ...filter, page: state.page })).data?.totalElements;
  return (
    <>
      <PageHeader
        title="Änderungshistorie"
        sentence={total !== undefined && plural(total, "Änderung", "Änderungen")}
      />
      <div style={{ marginBottom: 16 }} data-no-print>
        <HistoryFilters state={state} onChange={(change) => setState({ ...change, page: 0 })} />
      </div>
      <ChangeList
        filter={filter}
        page={state.page}
        onPage={(page) => setState({ page }, { push: true })}
        showsRecord
        onShowImport={(importRunId) => setState({ importRunId, page: 0 }, { push: true })}
        empty={
          Object.keys(filter).length > 1
            ? "Zu dieser Auswahl gibt es keine Änderungen."
            : "Noch wurde nichts geändert. Jede Änderung an Mitgliedern, Gruppen, Rechten und Zugängen steht hier."
        }
      />
    </>
  );
}

/** Only what is set; nonsense from an old link is left out rather than refused by the server. */
function filterOf(state: HistoryState): HistoryFilter {
  const ways = WAYS.filter((way) => state.way.includes(way));
  const recordType = RECORD_TYPES.find((type) => type === state.recordType);
  return {
    size: 20,
    ...(isDay(state.from) && { from: state.from }),
    ...(isDay(state.to) && { to: state.to }),
    ...(isId(state.user) && { user: state.user }),
    ...(isId(state.actor) && { actor: state.actor }),
    ...(state.field !== "" && { field: state.field }),
    ...(ways.length > 0 && { way: ways }),
    ...(recordType && { recordType }),
    ...(isId(state.importRunId) && { importRunId: state.importRunId }),
  };
}

function isDay(value: string): boolean {
  return z.iso.date().safeParse(value).success;
}

function isId(value: string): boolean {
  return z.uuid().safeParse(value).success;
}
