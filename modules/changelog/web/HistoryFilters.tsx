import { Checkbox, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { MemberSelect, useMemberName } from "#modules/members/web/public.ts";
import { formatDate } from "#platform/web/format/format.ts";
import { useCan } from "#platform/web/session/me.tsx";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import { FilterBar, type Filter } from "#platform/web/ui/table/FilterBar.tsx";
import { RECORD_TYPE_LABELS, RECORD_TYPES, WAY_LABELS, WAYS } from "../contract.ts";
import type { HistoryState } from "./history-state.ts";
import { changeFieldsQuery } from "./queries.ts";

interface HistoryFiltersProps {
  state: HistoryState;
  onChange: (change: Partial<HistoryState>) => void;
}

/** Period, member, actor, field, way and kind of record, each a chip while it is set. */
export function HistoryFilters({ state, onChange }: HistoryFiltersProps) {
  const seesMembers = useCan("QUERY_USER");
  const fields = useQuery(changeFieldsQuery).data ?? [];
  const userName = useMemberName(state.user === "" || !seesMembers ? null : state.user);
  const actorName = useMemberName(state.actor === "" || !seesMembers ? null : state.actor);
  const labels = new Map(fields.map((one) => [one.field, one.label]));
  const ways = WAYS.filter((way) => state.way.includes(way));

  const person = (key: "user" | "actor", label: string, name: string | undefined): Filter => ({
    key,
    label,
    shown: state[key] === "" ? undefined : (name ?? "gewählt"),
    editor: (
      <MemberSelect
        label={label}
        value={state[key] || null}
        onChange={(id) => onChange({ [key]: id ?? "" })}
        data-autofocus
        comboboxProps={{ withinPortal: false }}
      />
    ),
    onRemove: () => onChange({ [key]: "" }),
  });

  const filters: Filter[] = [
    {
      key: "period",
      label: "Zeitraum",
      shown: shownPeriod(state.from, state.to),
      editor: (
        <Stack gap="sm">
          <DateField
            label="Von"
            value={state.from || null}
            onChange={(day) => onChange({ from: day ?? "" })}
            insidePopover
          />
          <DateField
            label="Bis"
            value={state.to || null}
            onChange={(day) => onChange({ to: day ?? "" })}
            insidePopover
          />
        </Stack>
      ),
      onRemove: () => onChange({ from: "", to: "" }),
    },
    ...(seesMembers
      ? [person("user", "Mitglied", userName), person("actor", "Geändert von", actorName)]
      : []),
    {
      key: "field",
      label: "Feld",
      shown: state.field === "" ? undefined : (labels.get(state.field) ?? state.field),
      editor: (
        <Select
          label="Feld"
          searchable
          value={state.field || null}
          onChange={(field) => onChange({ field: field ?? "" })}
          data={[...labels].map(([value, label]) => ({ value, label }))}
          comboboxProps={{ withinPortal: false }}
          data-autofocus
        />
      ),
      onRemove: () => onChange({ field: "" }),
    },
    {
      key: "way",
      label: "Weg",
      shown: ways.length === 0 ? undefined : ways.map((way) => WAY_LABELS[way]).join(", "),
      editor: (
        <Checkbox.Group label="Weg der Änderung" value={ways} onChange={(way) => onChange({ way })}>
          <Stack gap="xs" mt="xs">
            {WAYS.map((way) => (
              <Checkbox key={way} value={way} label={WAY_LABELS[way]} />
            ))}
          </Stack>
        </Checkbox.Group>
      ),
      onRemove: () => onChange({ way: [] }),
    },
    {
      key: "recordType",
      label: "Art",
      shown: RECORD_TYPE_LABELS[state.recordType as (typeof RECORD_TYPES)[number]],
      editor: (
        <Select
          label="Art des Datensatzes"
          value={state.recordType || null}
          onChange={(recordType) => onChange({ recordType: recordType ?? "" })}
          data={RECORD_TYPES.map((type) => ({ value: type, label: RECORD_TYPE_LABELS[type] }))}
          comboboxProps={{ withinPortal: false }}
          data-autofocus
        />
      ),
      onRemove: () => onChange({ recordType: "" }),
    },
  ];
  if (state.importRunId !== "") {
    filters.push({
      key: "importRunId",
      label: "Import",
      shown: "ein Lauf",
      editor: <Text size="sm">Gezeigt werden die Änderungen eines einzelnen Imports.</Text>,
      onRemove: () => onChange({ importRunId: "" }),
    });
  }
  return <FilterBar filters={filters} />;
}

function shownPeriod(from: string, to: string): string | undefined {
  if (from !== "" && to !== "")
    return from === to ? formatDate(from) : `${formatDate(from)} bis ${formatDate(to)}`;
  if (from !== "") return `ab ${formatDate(from)}`;
  return to === "" ? undefined : `bis ${formatDate(to)}`;
}
