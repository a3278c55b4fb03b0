import { Checkbox, Stack } from "@mantine/core";
import { formatDate, groupPrefixed } from "#platform/web/format/format.ts";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import type { Filter } from "#platform/web/ui/table/FilterBar.tsx";
import type { Group } from "../../../groups-contract.ts";
import type { CustomField } from "#modules/tenants/contract.ts";
import {
  GENDER_LABELS,
  GENDERS,
  LOGIN_STATE_LABELS,
  LOGIN_STATES,
  STATUS_LABELS,
  STATUSES,
} from "../../../choices.ts";
import { GroupSelect } from "../GroupSelect.tsx";
import { texts } from "../../texts.ts";
import { chosen, type ChangeState, type MemberListState } from "../list-state.ts";
import { customFieldFilter } from "./custom-field-filter.tsx";

interface FilterSources {
  state: MemberListState;
  change: ChangeState;
  groups: readonly Group[];
  customFields: readonly CustomField[];
}

/** The chips of the member list, in the order in which an office uses them. */
export function memberFilters({ state, change, groups, customFields }: FilterSources): Filter[] {
  const set: ChangeState = (patch) => change({ ...patch, page: 0 });
  return [
    choiceFilter("status", texts.filters.status, STATUSES, STATUS_LABELS, state.status, (status) =>
      set({ status }),
    ),
    ...(groups.length > 0 ? [groupFilter(state, set, groups)] : []),
    asOfFilter(state, set),
    rangeFilter("joined", texts.filters.joined, state, set),
    rangeFilter("left", texts.filters.left, state, set),
    rangeFilter("birthday", texts.filters.birthday, state, set),
    choiceFilter("gender", texts.filters.gender, GENDERS, GENDER_LABELS, state.gender, (gender) =>
      set({ gender }),
    ),
    choiceFilter(
      "loginState",
      texts.filters.login,
      LOGIN_STATES,
      LOGIN_STATE_LABELS,
      state.loginState,
      (loginState) => set({ loginState }),
    ),
    ...customFields.map((field) => {
      const name = `cf.${field.key}`;
      const value = state[name];
      return customFieldFilter(field, typeof value === "string" ? value : "", (next) =>
        set({ [name]: next }),
      );
    }),
  ];
}

function choiceFilter<const V extends string>(
  key: string,
  label: string,
  values: readonly V[],
  labels: Record<V, string>,
  current: string,
  onChange: (next: string) => void,
): Filter {
  const active = chosen(current, values);
  return {
    key,
    label,
    shown: active.length > 0 ? active.map((value) => labels[value]).join(", ") : undefined,
    editor: (
      <Checkbox.Group
        value={active}
        onChange={(next) => onChange(values.filter((value) => next.includes(value)).join(","))}
        label={label}
      >
        <Stack gap="xs" mt="xs">
          {values.map((value) => (
            <Checkbox key={value} value={value} label={labels[value]} size="sm" />
          ))}
        </Stack>
      </Checkbox.Group>
    ),
    onRemove: () => onChange(""),
  };
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
        popoverProps={{ withinPortal: false }}
      />
    ),
    onRemove: () => set({ asOf: "" }),
  };
}

function rangeFilter(
  key: "joined" | "left" | "birthday",
  label: string,
  state: MemberListState,
  set: ChangeState,
): Filter {
  const [from, to] = [state[`${key}From`], state[`${key}To`]];
  return {
    key,
    label,
    shown: from || to ? texts.filters.range(formatDate(from), formatDate(to)) : undefined,
    editor: (
      <Stack gap="sm">
        <DateField
          label={texts.filters.from}
          value={from || null}
          onChange={(next) => set({ [`${key}From`]: next ?? "" })}
          popoverProps={{ withinPortal: false }}
        />
        <DateField
          label={texts.filters.to}
          value={to || null}
          onChange={(next) => set({ [`${key}To`]: next ?? "" })}
          popoverProps={{ withinPortal: false }}
        />
      </Stack>
    ),
    onRemove: () => set({ [`${key}From`]: "", [`${key}To`]: "" }),
  };
}
