import { Button } from "@mantine/core";
import { queryClient } from "#platform/web/api/query-client.ts";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { z } from "zod";
import { formatDate, plural } from "#platform/web/format/format.ts";
import { inAddress, RouterLink, useGo, useSearchState } from "#platform/web/navigation.tsx";
import { DataTable, type Column } from "#platform/web/ui/table/DataTable.tsx";
import { FilterBar } from "#platform/web/ui/table/FilterBar.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { EXPORT_FORMAT_LABELS, type ExportTarget } from "../../export-contract.ts";
import { ListTabs } from "../ListTabs.tsx";
import { MappingList } from "../mapping/MappingList.tsx";
import { scheduleWords } from "../schedule/schedule-words.ts";
import { ExportRunTable } from "./ExportRunTable.tsx";
import { RunTarget } from "./RunTarget.tsx";
import { targetsQuery } from "./target-queries.ts";
import { destinationWords } from "./form/target-values.ts";

const TABS = ["targets", "runs", "mappings"] as const;
const address = z.object({
  tab: inAddress.oneOf(TABS, "targets"),
  q: inAddress.text(),
  page: inAddress.number(0),
  size: inAddress.number(50),
  sort: inAddress.oneOf(["name", "lastRun"], "name"),
  dir: inAddress.oneOf(["ASC", "DESC"], "ASC"),
});

declare module "#platform/web/page-search.ts" {
  interface PageSearch {
    "/export": z.output<typeof address>;
  }
}

/** Export Ziele: what goes where in which form, and the proof of every run. */
export default function ExportTargetsPage() {
  const [state, change] = useSearchState(address);
  const go = useGo();
  const size = Math.min(Math.max(state.size, 1), 200);
  const { page, sort, dir, q } = state;
  const targets = useQuery(targetsQuery({ page, size, sort, dir, ...(q === "" ? {} : { q }) }));
  const create = (
    <Button
      leftSection={<Plus size={17} aria-hidden />}
      renderRoot={(props) => <RouterLink {...props} to="/export/create" />}
    >
      Ziel anlegen
    </Button>
  );
  const list = (
    <DataTable
      label="Export Ziele"
      columns={columnsOf((target) => go(`/export/${target.id}`))}
      columnsKey="export-targets"
      rowId={(target) => target.id}
      rowTo={(target) => `/export/${target.id}`}
      print={{
        sentence: targets.data ? plural(targets.data.totalElements, "Ziel", "Ziele") : "",
        load: (paging) =>
          queryClient.fetchQuery(targetsQuery({ sort, dir, ...(q !== "" && { q }), ...paging })),
      }}
      page={targets.data}
      error={targets.error}
      onRetry={() => void targets.refetch()}
      refreshing={targets.isPlaceholderData}
      state={{ page, size, sort, dir }}
      onStateChange={(next) => change(next as Partial<typeof state>)}
      empty={
        q === ""
          ? {
              sentence:
                "Noch kein Ziel. Legen Sie an, was regelmäßig ausgegeben wird, zum Beispiel die Meldung an den Verband.",
              action: create,
              nothingYet: true,
            }
          : { sentence: "Kein Ziel heißt so." }
      }
      toolbar={
        <FilterBar
          text={{
            value: q,
            placeholder: "Name des Ziels",
            onChange: (text) => change({ q: text, page: 0 }),
          }}
          filters={[]}
        />
      }
    />
  );
  return (
    <>
      <PageHeader
        title="Export Ziele"
        sentence={targets.data ? plural(targets.data.totalElements, "Ziel", "Ziele") : " "}
        actions={create}
      />
      <ListTabs
        tab={state.tab}
        onTab={(tab) => change({ tab, page: 0 })}
        tabs={[
          { key: "targets", label: "Ziele", panel: list },
          {
            key: "runs",
            label: "Läufe",
            panel: (
              <ExportRunTable
                state={{ page, size }}
                onStateChange={(next) => change(next, { push: true })}
                empty="Noch wurde nichts ausgegeben."
              />
            ),
          },
          { key: "mappings", label: "Spalten", panel: <MappingList isExport /> },
        ]}
      />
    </>
  );
}

function columnsOf(onStarted: (target: ExportTarget) => void): Column<ExportTarget>[] {
  return [
    { key: "name", title: "Name", sortField: "name", render: (target) => target.name },
    {
      key: "format",
      title: "Format",
      onPhone: true,
      render: (target) => EXPORT_FORMAT_LABELS[target.format],
    },
    {
      key: "destination",
      title: "Wohin",
      onPhone: true,
      render: (target) => destinationWords(target.destination),
    },
    { key: "schedule", title: "Wann", render: (target) => scheduleWords(target.schedule) },
    {
      key: "lastRun",
      title: "Letzter Lauf",
      sortField: "lastRun",
      render: (target) => target.lastRun && formatDate(target.lastRun.startedAt),
    },
    {
      key: "run",
      title: "Ausgeben",
      align: "right",
      onPhone: true,
      print: null,
      render: (target) => (
        <RunTarget target={target} size="compact-sm" onStarted={() => onStarted(target)} />
      ),
    },
  ];
}
