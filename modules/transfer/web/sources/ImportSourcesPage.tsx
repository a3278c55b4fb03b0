import { Button } from "@mantine/core";
import { queryClient } from "#platform/web/api/query-client.ts";
import { useQuery } from "@tanstack/react-query";
import { FileUp, Plus } from "lucide-react";
import { z } from "zod";
import { formatDateTime, plural } from "#platform/web/format/format.ts";
import { inAddress, RouterLink, useSearchState } from "#platform/web/navigation.tsx";
import { DataTable, type Column } from "#platform/web/ui/table/DataTable.tsx";
import { FilterBar } from "#platform/web/ui/table/FilterBar.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import type { ImportSource } from "../../import-contract.ts";
import { ListTabs } from "../ListTabs.tsx";
import { MappingList } from "../mapping/MappingList.tsx";
import { scheduleWords } from "../schedule/schedule-words.ts";
import { sourcesQuery } from "../sync/run-queries.ts";
import { RunSource } from "./RunSource.tsx";
import { RunState, runWords } from "./RunState.tsx";
import { RunTable } from "./RunTable.tsx";

const TABS = ["sources", "runs", "mappings"] as const;
const address = z.object({
  tab: inAddress.oneOf(TABS, "sources"),
  q: inAddress.text(),
  page: inAddress.number(0),
  size: inAddress.number(50),
  dir: inAddress.oneOf(["ASC", "DESC"], "ASC"),
});

declare module "#platform/web/page-search.ts" {
  interface PageSearch {
    "/import": z.output<typeof address>;
  }
}

const COLUMNS: Column<ImportSource>[] = [
  {
    key: "name",
    title: "Name",
    sortField: "name",
    render: (source) => (source.quick ? "Einzelne Dateien" : source.name),
  },
  {
    key: "kind",
    title: "Woher",
    onPhone: true,
    render: (source) => (source.kind === "URL" ? "Adresse im Netz" : "Datei"),
  },
  { key: "schedule", title: "Wann", render: (source) => scheduleWords(source.schedule) },
  {
    key: "lastRun",
    title: "Letzter Lauf",
    render: (source) => source.lastRun && formatDateTime(source.lastRun.startedAt),
  },
  {
    key: "state",
    title: "Stand",
    onPhone: true,
    render: (source) => source.lastRun && <RunState run={source.lastRun} />,
  },
  {
    key: "result",
    title: "Ergebnis",
    hiddenAtFirst: true,
    render: (source) => source.lastRun && runWords(source.lastRun),
  },
  {
    key: "run",
    title: "Ausführen",
    align: "right",
    onPhone: true,
    print: null,
    render: (source) => <RunSource source={source} size="compact-sm" />,
  },
];

/** Import Quellen: where member data comes from, and what every run did. */
export default function ImportSourcesPage() {
  const [state, change] = useSearchState(address);
  const size = Math.min(Math.max(state.size, 1), 200);
  const sources = useQuery(
    sourcesQuery({
      page: state.page,
      size,
      dir: state.dir,
      ...(state.q === "" ? {} : { q: state.q }),
    }),
  );
  const create = (
    <Button
      leftSection={<Plus size={17} aria-hidden />}
      renderRoot={(props) => <RouterLink {...props} to="/import/create" />}
    >
      Quelle anlegen
    </Button>
  );
  const list = (
    <DataTable
      label="Import Quellen"
      columns={COLUMNS}
      columnsKey="import-sources"
      rowId={(source) => source.id}
      rowTo={(source) => `/import/${source.id}`}
      print={{
        sentence: sources.data ? plural(sources.data.totalElements, "Quelle", "Quellen") : "",
        load: (paging) =>
          queryClient.fetchQuery(
            sourcesQuery({ dir: state.dir, ...(state.q !== "" && { q: state.q }), ...paging }),
          ),
      }}
      page={sources.data}
      error={sources.error}
      onRetry={() => void sources.refetch()}
      refreshing={sources.isPlaceholderData}
      state={{ page: state.page, size, sort: "name", dir: state.dir }}
      onStateChange={({ page, size: rows, dir }) =>
        change({
          ...(page === undefined ? {} : { page }),
          ...(rows === undefined ? {} : { size: rows }),
          ...(dir === undefined ? {} : { dir }),
        })
      }
      empty={
        state.q === ""
          ? {
              sentence:
                "Noch keine Quelle. Lesen Sie eine Datei ein und merken Sie sich danach Spalten und Regeln, oder legen Sie eine Adresse an, die regelmäßig abgeholt wird.",
              action: create,
              nothingYet: true,
            }
          : { sentence: "Keine Quelle heißt so." }
      }
      toolbar={
        <FilterBar
          text={{
            value: state.q,
            placeholder: "Name der Quelle",
            onChange: (q) => change({ q, page: 0 }),
          }}
          filters={[]}
        />
      }
    />
  );
  return (
    <>
      <PageHeader
        title="Import Quellen"
        sentence={sources.data ? plural(sources.data.totalElements, "Quelle", "Quellen") : " "}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<FileUp size={16} aria-hidden />}
              renderRoot={(props) => <RouterLink {...props} to="/users/sync" />}
            >
              Datei einlesen
            </Button>
            {create}
          </>
        }
      />
      <ListTabs
        tab={state.tab}
        onTab={(tab) => change({ tab, page: 0 })}
        tabs={[
          { key: "sources", label: "Quellen", panel: list },
          {
            key: "runs",
            label: "Läufe",
            panel: (
              <RunTable
                state={{ page: state.page, size }}
                onStateChange={(next) => change(next, { push: true })}
                empty="Noch wurde nichts eingelesen."
              />
            ),
          },
          { key: "mappings", label: "Zuordnungen", panel: <MappingList isExport={false} /> },
        ]}
      />
    </>
  );
}
