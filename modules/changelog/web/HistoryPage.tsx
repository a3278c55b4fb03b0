import { useQuery } from "@tanstack/react-query";
import { plural } from "#platform/web/format/format.ts";
import { useSearchState } from "#platform/web/navigation.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { SharedFilterWords } from "#platform/web/ui/table/print/filter-words.tsx";
import { ChangeList } from "./ChangeList.tsx";
import { HistoryFilters } from "./HistoryFilters.tsx";
import { filterOf, historyState } from "./history-state.ts";
import classes from "./history.module.css";
import { PrintHistory } from "./PrintHistory.tsx";
import { changesQuery } from "./queries.ts";

/** Änderungshistorie: everything that was changed, by anyone and by any way. */
export default function HistoryPage() {
  const [state, setState] = useSearchState(historyState);
  const filter = filterOf(state);
  const total = useQuery(changesQuery({ ...filter, page: state.page })).data?.totalElements;
  const sentence = plural(total ?? 0, "Änderung", "Änderungen");
  return (
    <>
      <PageHeader title="Änderungshistorie" sentence={total !== undefined && sentence} />
      <div className={classes.toolbar} data-no-print>
        <SharedFilterWords>
          <HistoryFilters state={state} onChange={(change) => setState({ ...change, page: 0 })} />
          {total !== undefined && total > 0 && <PrintHistory filter={filter} sentence={sentence} />}
        </SharedFilterWords>
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
