import { Button, SegmentedControl, Select, Stack } from "@mantine/core";
import { useState } from "react";
import { z } from "zod";
import { countOf, formatDate, formatNumber, plural } from "#platform/web/format/format.ts";
import { inAddress, useSearchState } from "#platform/web/navigation.tsx";
import { DataTable, type Column } from "#platform/web/ui/table/DataTable.tsx";
import { FilterBar } from "#platform/web/ui/table/FilterBar.tsx";
import { GroupLabel } from "#platform/web/ui/GroupLabel.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { SAMPLE_MEMBERS, samplePage, type SampleMember } from "./sample-members.ts";

const address = z.object({
  q: inAddress.text(),
  city: inAddress.text(),
  page: inAddress.number(0),
  size: inAddress.number(20),
  sort: inAddress.oneOf(["name", "memberNumber", "joinedOn", "fee"], "name"),
  dir: inAddress.oneOf(["ASC", "DESC"], "ASC"),
  shows: inAddress.oneOf(["data", "loading", "empty", "error"], "data"),
});

const COLUMNS: readonly Column<SampleMember>[] = [
  { key: "name", title: "Name", sortField: "name", render: (row) => row.name },
  {
    key: "memberNumber",
    title: "Mitgliedsnummer",
    sortField: "memberNumber",
    render: (row) => row.memberNumber,
    onPhone: true,
  },
  {
    key: "group",
    title: "Gruppe",
    render: (row) => <GroupLabel item={{ name: row.group, groupName: row.groupName }} />,
    onPhone: true,
  },
  {
    key: "joinedOn",
    title: "Eintritt",
    sortField: "joinedOn",
    render: (row) => formatDate(row.joinedOn),
  },
  {
    key: "fee",
    title: "Beitrag in Euro",
    sortField: "fee",
    align: "right",
    render: (row) => formatNumber(row.fee),
  },
  { key: "city", title: "Ort", render: (row) => row.city, hiddenAtFirst: true },
];

/** Style guide: the list with all its states. */
export default function TablesPage() {
  const [state, change] = useSearchState(address);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const page = samplePage(state.shows === "empty" ? "kein Name" : state.q, state.city, state);
  return (
    <>
      <PageHeader
        title="Tabellen"
        sentence={countOf(page.totalElements, SAMPLE_MEMBERS.length, "Beispiel", "Beispielen")}
        actions={<Button>Haupthandlung</Button>}
      />
      <Stack gap="md">
        <SegmentedControl
          aria-label="Zustand der Liste"
          value={state.shows}
          onChange={(shows) => change({ shows: shows as typeof state.shows })}
          data={[
            { value: "data", label: "Daten" },
            { value: "loading", label: "Lädt" },
            { value: "empty", label: "Leer" },
            { value: "error", label: "Fehler" },
          ]}
          w="fit-content"
        />
        <DataTable
          label="Beispielmitglieder"
          columns={COLUMNS}
          columnsKey="styleguide"
          rowId={(row) => row.id}
          rowTo={(row) => `/ui?mitglied=${row.id}`}
          page={state.shows === "data" || state.shows === "empty" ? page : undefined}
          error={state.shows === "error" ? new Error("Interner Serverfehler.") : null}
          onRetry={() => change({ shows: "data" })}
          state={state}
          onStateChange={(next) => change(next as Partial<typeof state>)}
          empty={{
            sentence: "Zu dieser Suche gibt es kein Mitglied.",
            action: (
              <Button variant="default" onClick={() => change({ q: "", city: "", shows: "data" })}>
                Suche zurücksetzen
              </Button>
            ),
          }}
          toolbar={
            <FilterBar
              text={{
                value: state.q,
                onChange: (q) => change({ q, page: 0 }),
                placeholder: "Nach Name suchen",
              }}
              filters={[
                {
                  key: "city",
                  label: "Ort",
                  shown: state.city === "" ? undefined : state.city,
                  editor: (
                    <Select
                      label="Ort"
                      data={["Grünwald", "Köln", "Nürnberg", "Gießen"]}
                      value={state.city === "" ? null : state.city}
                      onChange={(city) => change({ city: city ?? "", page: 0 })}
                      comboboxProps={{ withinPortal: false }}
                    />
                  ),
                  onRemove: () => change({ city: "" }),
                },
              ]}
            />
          }
          selection={{
            ids: selected,
            onChange: setSelected,
            count: (count) => plural(count, "Mitglied", "Mitglieder"),
            nameOf: (id) => SAMPLE_MEMBERS[Number(id) - 1]?.name ?? id,
            actions: (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  const before = selected;
                  setSelected(new Set());
                  showUndo(`${plural(before.size, "Auswahl", "Auswahlen")} aufgehoben.`, async () =>
                    setSelected(before),
                  );
                }}
              >
                Auswahl verwerfen
              </Button>
            ),
          }}
        />
      </Stack>
    </>
  );
}
