import { Checkbox } from "@mantine/core";
import { formatDate } from "#platform/web/format/format.ts";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import type { Filter } from "#platform/web/ui/table/FilterBar.tsx";

interface MembershipPeriod {
  asOf: string;
  past: boolean;
}

type ChangePeriod = (change: { asOf?: string; past?: boolean | undefined; page: number }) => void;

/** Returns the filters of a group's people: on which day, and also before and after it. */
export function membershipFilters(
  { asOf, past }: MembershipPeriod,
  change: ChangePeriod,
): Filter[] {
  return [
    {
      key: "asOf",
      label: "Stichtag",
      shown: asOf === "" ? undefined : formatDate(asOf),
      editor: (
        <DateField
          label="Stichtag"
          value={asOf === "" ? null : asOf}
          onChange={(day) => change({ asOf: day ?? "", page: 0 })}
          insidePopover
        />
      ),
      onRemove: () => change({ asOf: "", page: 0 }),
    },
    {
      key: "past",
      label: "Zeiträume",
      shown: past ? "auch frühere und künftige" : undefined,
      editor: (
        <Checkbox
          label="Auch frühere und künftige Zugehörigkeiten"
          checked={past}
          onChange={(event) =>
            change({
              past: event.currentTarget.checked || undefined,
              page: 0,
            })
          }
        />
      ),
      onRemove: () => change({ past: undefined, page: 0 }),
    },
  ];
}
