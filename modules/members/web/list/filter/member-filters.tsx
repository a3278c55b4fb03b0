import { Checkbox, Stack } from "@mantine/core";
import { formatDate, groupPrefixed } from "#platform/web/format/format.ts";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import type { Filter } from "#platform/web/ui/table/FilterBar.tsx";
import type { Group } from "../../../groups-contract.ts";
import type { CustomField } from "#modules/tenants/contract.ts";
import { LOGIN_STATE_LABELS } from "../../../choices.ts";
import { USER_FIELD_LABELS } from "../../../fields.ts";
import { GroupSelect } from "../GroupSelect.tsx";
import { texts } from "../../texts.ts";
import type { ChangeState, MemberListState } from "../list-state.ts";
import { derivedFilters } from "./derived-filters.tsx";
import { choiceFilter, fieldFilters } from "./field-filters.tsx";
import { customFieldFilter } from "./custom-field-filter.tsx";

interface FilterSources {
  state: MemberListState;
  change: ChangeState;
  groups: readonly Group[];
  customFields: readonly CustomField[];
}

/** In which an office uses them; others follow. */
const ORDER = [
  "status",
  "group",
  "asOf",
  "joinedOn",
  "leftOn",
  "membershipYears",
  "birthday",
  "age",
  "birthYear",
  "gender",
  "loginState",
];

/** Returns the chips of the member list in their order. */
export function memberFilters({ state, change, groups, customFields }: FilterSources): Filter[] {
  const set: ChangeState = (patch) => change({ ...patch, page: 0 });
  const filters = [
    ...(groups.length > 0 ? [groupFilter(state, set, groups)] : []),
    asOfFilter(state, set),
    ...fieldFilters(state, set),
    ...derivedFilters(state, set),
    choiceFilter(
      { key: "loginState", label: USER_FIELD_LABELS.loginState, labels: LOGIN_STATE_LABELS },
      state.loginState,
      (loginState) => set({ loginState }),
    ),
  ];
  const place = ({ key }: Filter) => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);
  return [
    ...filters.toSorted((a, b) => place(a) - place(b)),
    ...customFields.map((field) => {
      const name = `cf.${field.key}`;
      const value = state[name];
      return customFieldFilter(field, typeof value === "string" ? value : "", (next) =>
        set({ [name]: next }),
      );
    }),
  ];
}

function groupFilter(state: MemberListState, set: ChangeState, groups: readonly Group[]): Filter {
  const group = groups.find((one) => one.id === state.group);
  const name = group ? groupPrefixed(group) : texts.filters.unknownGroup;
  return {
    key: "group",
    label: texts.filters.group,
    shown:
      state.group === ""
        ? undefined
        : state.includeSubgroups
          ? `${name} ${texts.filters.subgroups}`
          : name,
    editor: (
      <Stack gap="sm">
        <GroupSelect
          label={texts.filters.group}
          groups={groups}
          value={state.group === "" ? null : state.group}
          onChange={(next) => set({ group: next ?? "" })}
          insidePopover
        />
        <Checkbox
          label={texts.filters.subgroups}
          checked={state.includeSubgroups}
          onChange={(event) => set({ includeSubgroups: event.currentTarget.checked })}
        />
      </Stack>
    ),
    onRemove: () => set({ group: "" }),
  };
}

function asOfFilter(state: MemberListState, set: ChangeState): Filter {
  return {
    key: "asOf",
    label: texts.filters.asOf,
    shown: state.asOf === "" ? undefined : formatDate(state.asOf),
    editor: (
      <DateField
        label={texts.filters.asOf}
        description={texts.filters.asOfHelp}
        value={state.asOf || null}
        onChange={(next) => set({ asOf: next ?? "" })}
        insidePopover
      />
    ),
    onRemove: () => set({ asOf: "" }),
  };
}
