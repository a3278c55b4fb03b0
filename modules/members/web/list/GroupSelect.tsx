import { Select, type SelectProps } from "@mantine/core";
import { groupPrefixed } from "#platform/web/format/format.ts";
import type { Group } from "../../groups-contract.ts";

export interface GroupSelectProps extends Omit<SelectProps, "data" | "onChange"> {
  groups: readonly Group[];
  onChange: (groupId: string | null) => void;
  /** Keeps its options inside a small window, which would close when they are clicked elsewhere. */
  insidePopover?: boolean;
}

/** Picks a group; sub-groups are labelled `groupName->name`. */
export function GroupSelect({ groups, insidePopover = false, ...props }: GroupSelectProps) {
  return (
    <Select
      data={groups.map((group) => ({ value: group.id, label: groupPrefixed(group) }))}
      searchable
      clearable
      limit={200}
      comboboxProps={{ withinPortal: !insidePopover }}
      {...props}
    />
  );
}
