import { Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCan } from "#platform/web/session/me.tsx";
import { FilterBar } from "#platform/web/ui/table/FilterBar.tsx";
import {
  countsQuery,
  membersQuery,
  useCustomFields,
  useGroupTree,
  viewsQuery,
} from "../../queries.ts";
import { texts } from "../../texts.ts";
import { filterOf } from "../list-state.ts";
import { foundText } from "../totals.ts";
import { changedFilter, stateOfFilter, type KeptFilter } from "./filter-state.ts";
import { memberFilters } from "./member-filters.tsx";

export interface MemberFilterFieldProps {
  label: string;
  value: Readonly<Record<string, unknown>>;
  onChange: (filter: KeptFilter) => void;
}

/**
 * Whom something is about: the chips of the member list, a saved view to start from, and how many
 * they are today.
 */
export function MemberFilterField({ label, value, onChange }: MemberFilterFieldProps) {
  const [managesGroups, seesMembers] = [useCan("QUERY_GROUP"), useCan("QUERY_USER")];
  const customFields = useCustomFields();
  const groups = useGroupTree(managesGroups);
  const views = useQuery({ ...viewsQuery, enabled: seesMembers }).data ?? [];
  const state = stateOfFilter(value);
  const filter = changedFilter(value, {});
  const found = useQuery({ ...membersQuery({ ...filter, size: 1 }), enabled: seesMembers }).data
    ?.totalElements;
  const counts = useQuery({ ...countsQuery(filterOf(state).asOf), enabled: seesMembers }).data;
  return (
    <Stack gap="sm" role="group" aria-label={label}>
      <Text fw={500} size="sm">
        {label}
      </Text>
      <FilterBar
        text={{
          value: state.q,
          placeholder: texts.list.search,
          onChange: (q) => onChange(changedFilter(value, { q })),
        }}
        filters={memberFilters({
          state,
          change: (change) => onChange(changedFilter(value, change)),
          groups,
          customFields,
        })}
      />
      {views.length > 0 && (
        <Select
          label={texts.views.takeOver}
          description={texts.views.takeOverHelp}
          data={views.map((view) => ({ value: view.id, label: view.name }))}
          value={null}
          onChange={(id) => {
            const view = views.find((one) => one.id === id);
            if (view) onChange(changedFilter(view.parameters, {}));
          }}
          placeholder={texts.views.choose}
          maw="24rem"
        />
      )}
      {found !== undefined && counts !== undefined && (
        <Text size="sm" c="dimmed" role="status">
          {texts.filters.today(foundText(found, counts))}
        </Text>
      )}
    </Stack>
  );
}
