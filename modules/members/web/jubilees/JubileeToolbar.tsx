import { Checkbox, Group, SegmentedControl, Select } from "@mantine/core";
import { today } from "#platform/web/format/format.ts";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import { texts } from "../texts.ts";
import { type JubileeState, periodOf, yearOf } from "./jubilee-list.ts";

const ALL = "ALL";
const NEXT_DAYS = "NEXT";
const OTHER = "OTHER";
/** Years to choose from; others are typed as first and last day. */
const YEARS = { before: 1, after: 10 };

export interface JubileeToolbarProps {
  state: JubileeState;
  change: (change: Partial<JubileeState>) => void;
}

/** Which period, which occasions, and whether only round ones. */
export function JubileeToolbar({ state, change }: JubileeToolbarProps) {
  const period = periodOf(state);
  const set = (patch: Partial<JubileeState>) => change({ ...patch, page: 0 });
  return (
    <Group gap="sm" align="flex-end">
      <PeriodSelect state={state} set={set} />
      <DateField
        size="xs"
        w="9.5rem"
        label={texts.jubilees.from}
        value={period.from}
        clearable={false}
        onChange={(next) => set({ from: next ?? "" })}
      />
      <DateField
        size="xs"
        w="9.5rem"
        label={texts.jubilees.to}
        value={period.to}
        clearable={false}
        onChange={(next) => set({ to: next ?? "" })}
      />
      <SegmentedControl
        size="xs"
        aria-label={texts.jubilees.occasion}
        data={[
          { value: ALL, label: texts.jubilees.all },
          { value: "BIRTHDAY", label: texts.jubilees.birthdays },
          { value: "MEMBERSHIP", label: texts.jubilees.memberships },
        ]}
        value={state.kind ?? ALL}
        onChange={(kind) => set({ kind: kind === ALL ? undefined : (kind as "BIRTHDAY") })}
      />
      <Checkbox
        pb={6}
        label={texts.jubilees.roundOnly}
        checked={state.roundOnly}
        onChange={(event) => set({ roundOnly: event.currentTarget.checked })}
      />
    </Group>
  );
}

interface PeriodSelectProps {
  state: JubileeState;
  set: (patch: Partial<JubileeState>) => void;
}

/** A whole year begins with its round ones, which a club prepares for. */
function PeriodSelect({ state, set }: PeriodSelectProps) {
  const year = yearOf(periodOf(state));
  const isNext = state.from === "" && state.to === "";
  const thisYear = Number(today().slice(0, 4));
  const listed = Array.from(
    { length: YEARS.before + YEARS.after + 1 },
    (_, index) => thisYear - YEARS.before + index,
  );
  const years = year === undefined || listed.includes(year) ? listed : [year, ...listed];
  return (
    <Select
      size="xs"
      w="10rem"
      label={texts.jubilees.period}
      data={[
        { value: NEXT_DAYS, label: texts.jubilees.nextDays },
        ...years.map((one) => ({ value: String(one), label: String(one) })),
        ...(year === undefined && !isNext
          ? [{ value: OTHER, label: texts.jubilees.otherPeriod }]
          : []),
      ]}
      value={isNext ? NEXT_DAYS : year === undefined ? OTHER : String(year)}
      onChange={(chosen) => {
        if (chosen === null || chosen === OTHER) return;
        if (chosen === NEXT_DAYS) set({ from: "", to: "" });
        else set({ from: `${chosen}-01-01`, to: `${chosen}-12-31`, roundOnly: true });
      }}
      allowDeselect={false}
    />
  );
}
