import { useQuery } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { formatDate } from "#platform/web/format/format.ts";
import { useSearchState } from "#platform/web/navigation.tsx";
import { DataTable } from "#platform/web/ui/table/DataTable.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { usersContract } from "../../contract.ts";
import { jubileesQuery } from "../queries.ts";
import { texts } from "../texts.ts";
import { JUBILEE_COLUMNS } from "./jubilee-columns.tsx";
import { filterOf, keyOf, listSchema, pagingOf, periodOf } from "./jubilee-list.ts";
import { JubileeActions } from "./JubileeActions.tsx";
import { JubileeToolbar } from "./JubileeToolbar.tsx";
import { useChosenJubilees } from "./use-chosen-jubilees.ts";

/** Geburtstage und Jubiläen of any period; without a choice the next 30 days. */
export default function JubileesPage() {
  const [state, change] = useSearchState(listSchema);
  const { from, to } = periodOf(state);
  const list = useQuery(jubileesQuery({ ...filterOf(state), ...pagingOf(state) }));
  const shown = list.data?.content ?? [];
  const found = list.data?.totalElements ?? 0;
  const selection = useChosenJubilees(state, shown, found);
  const names = new Map(
    shown.map((row) => [keyOf(row), `${row.user.firstname} ${row.user.lastname}`]),
  );
  const sentence = list.data
    ? `${texts.jubilees.count(found)} vom ${formatDate(from)} bis ${formatDate(to)}`
    : " ";
  return (
    <>
      <PageHeader title={texts.jubilees.title} sentence={sentence} />
      <DataTable
        label={texts.jubilees.title}
        columns={JUBILEE_COLUMNS}
        columnsKey="jubilees"
        rowId={keyOf}
        rowTo={(row) => `/users/${row.user.id}`}
        page={list.data}
        error={list.error}
        onRetry={() => void list.refetch()}
        state={pagingOf(state)}
        onStateChange={(next) => change(next as Partial<typeof state>)}
        print={{
          sentence: sentence.trim(),
          load: (paging) =>
            call(usersContract.searchJubilees, {
              query: { ...filterOf(state), ...pagingOf(state), ...paging },
            }),
        }}
        empty={{ sentence: texts.jubilees.none }}
        selection={{
          ids: selection.ids,
          onChange: selection.onChange,
          count: (count) =>
            texts.jubilees.count(selection.all && count === selection.ids.size ? found : count),
          nameOf: (id) => names.get(id) ?? "",
          actions: <JubileeActions selection={selection} />,
          ...(selection.all ? {} : { onSelectAll: selection.chooseAll }),
        }}
        toolbar={<JubileeToolbar state={state} change={change} />}
      />
    </>
  );
}
