import { Group, NumberInput, Radio, Select, Stack, Text } from "@mantine/core";
import { plural } from "#platform/web/format/format.ts";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import {
  isLastOfMonth,
  ordinalOf,
  recurrenceFor,
  ruleOfValues,
  type MonthlyBy,
  type RecurrenceValues,
  type Repeat,
} from "./recurrence-values.ts";
import { MONTH_NAMES, ruleSentence, weekdayOf, WEEKDAY_NAMES } from "./rule-sentence.ts";
import { WEEKDAYS, type Weekday } from "../../recurrence-rule.ts";
import classes from "./recurrence.module.css";

export interface RecurrenceEditorProps {
  id: string;
  value: RecurrenceValues;
  onChange: (value: RecurrenceValues) => void;
  /** First day of the series, `YYYY-MM-DD`. */
  start: string;
  allDay: boolean;
  error?: string | undefined;
}

const REPEATS: { value: Repeat; label: string }[] = [
  { value: "NONE", label: "Einmalig" },
  { value: "DAILY", label: "Täglich" },
  { value: "WEEKLY", label: "Wöchentlich" },
  { value: "MONTHLY", label: "Monatlich" },
  { value: "YEARLY", label: "Jährlich" },
];

const UNITS: Record<"DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY", [one: string, dative: string]> = {
  DAILY: ["Tag", "Tagen"],
  WEEKLY: ["Woche", "Wochen"],
  MONTHLY: ["Monat", "Monaten"],
  YEARLY: ["Jahr", "Jahren"],
};

/** How an event repeats, in plain words; the sentence beneath says what was chosen. */
export function RecurrenceEditor({
  id,
  value,
  onChange,
  start,
  allDay,
  error,
}: RecurrenceEditorProps) {
  const change = (part: Partial<RecurrenceValues>) => onChange({ ...value, ...part });
  const text = ruleOfValues(value, start, allDay);
  const unit = value.repeat === "NONE" || value.repeat === "OWN" ? undefined : UNITS[value.repeat];
  const repeats =
    value.repeat === "OWN"
      ? [...REPEATS, { value: "OWN" as const, label: "Eigene Regel" }]
      : REPEATS;
  return (
    <Stack gap="sm">
      <Select
        id={id}
        label="Wiederholung"
        data={repeats}
        value={value.repeat}
        allowDeselect={false}
        onChange={(repeat) => onChange(startedAnew(value, (repeat ?? "NONE") as Repeat, start))}
        maw="16rem"
        error={error}
      />
      {unit && (
        <div className={classes.details}>
          <Group gap="sm">
            <Text size="sm">Im Abstand von</Text>
            <NumberInput
              aria-label={`Abstand in ${unit[1]}`}
              value={value.interval}
              onChange={(interval) =>
                change({ interval: typeof interval === "number" ? Math.max(1, interval) : 1 })
              }
              min={1}
              max={99}
              clampBehavior="strict"
              allowDecimal={false}
              allowNegative={false}
              size="xs"
              w="5rem"
            />
            <Text size="sm">{value.interval === 1 ? unit[0] : unit[1]}</Text>
          </Group>
          {value.repeat === "WEEKLY" && (
            <WeekdayChoice value={value.weekdays} onChange={(weekdays) => change({ weekdays })} />
          )}
          {(value.repeat === "MONTHLY" || value.repeat === "YEARLY") && (
            <Radio.Group
              label="Am"
              value={value.by}
              onChange={(by) => change({ by: by as MonthlyBy })}
            >
              <Stack gap={6} mt={4}>
                {placesOf(start, value).map((place) => (
                  <Radio key={place.value} {...place} />
                ))}
              </Stack>
            </Radio.Group>
          )}
          <EndChoice value={value} onChange={change} />
        </div>
      )}
      {text !== null && (
        <Text size="sm" c="dimmed" aria-live="polite">
          {ruleSentence(text, start)}
          {value.end === "NEVER" && value.repeat !== "OWN" && ", ohne Ende"}.
          {missingDays(value, start)}
        </Text>
      )}
    </Stack>
  );
}

function WeekdayChoice({
  value,
  onChange,
}: {
  value: readonly Weekday[];
  onChange: (weekdays: Weekday[]) => void;
}) {
  const toggle = (day: Weekday) =>
    onChange(WEEKDAYS.filter((one) => (one === day ? !value.includes(one) : value.includes(one))));
  return (
    <fieldset className={classes.weekdays}>
      <legend>An diesen Tagen</legend>
      {WEEKDAYS.map((day) => (
        <label key={day} className={classes.weekday}>
          <input
            type="checkbox"
            checked={value.includes(day)}
            onChange={() => toggle(day)}
            aria-label={WEEKDAY_NAMES[day]}
          />
          <span aria-hidden>{WEEKDAY_NAMES[day].slice(0, 2)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function EndChoice({
  value,
  onChange,
}: {
  value: RecurrenceValues;
  onChange: (part: Partial<RecurrenceValues>) => void;
}) {
  return (
    <Radio.Group
      label="Endet"
      value={value.end}
      onChange={(end) => onChange({ end: end as RecurrenceValues["end"] })}
    >
      <Stack gap={8} mt={4}>
        <Radio value="NEVER" label="Ohne Ende" />
        <Group gap="sm">
          <Radio value="UNTIL" label="Am" />
          <DateField
            aria-label="Letzter Tag der Wiederholung"
            value={value.until}
            onChange={(until) => onChange({ until, end: "UNTIL" })}
            size="xs"
            maw="11rem"
          />
        </Group>
        <Group gap="sm">
          <Radio value="COUNT" label="Nach" />
          <NumberInput
            aria-label="Anzahl der Termine"
            value={value.count}
            onChange={(count) =>
              onChange({ count: typeof count === "number" ? Math.max(1, count) : 1, end: "COUNT" })
            }
            min={1}
            max={999}
            allowDecimal={false}
            allowNegative={false}
            size="xs"
            w="6rem"
          />
          <Text size="sm">{value.count === 1 ? "Termin" : "Terminen"}</Text>
        </Group>
      </Stack>
    </Radio.Group>
  );
}

/** Another kind of repetition begins with what fits the first day; interval and end stay. */
function startedAnew(value: RecurrenceValues, repeat: Repeat, start: string): RecurrenceValues {
  if (repeat === "OWN") return value;
  const { interval, end, until, count } = value;
  return {
    ...recurrenceFor(start, repeat),
    interval: value.repeat === "NONE" ? 1 : interval,
    end,
    until,
    count,
  };
}

function placesOf(
  start: string,
  { repeat }: RecurrenceValues,
): { value: MonthlyBy; label: string }[] {
  const month = repeat === "YEARLY" ? ` im ${MONTH_NAMES[Number(start.slice(5, 7)) - 1]}` : "";
  const day = Number(start.slice(8, 10));
  const ordinal = ordinalOf(start);
  const places: { value: MonthlyBy; label: string }[] = [
    {
      value: "DATE",
      label:
        repeat === "YEARLY"
          ? `${day}. ${MONTH_NAMES[Number(start.slice(5, 7)) - 1]}`
          : `${day}. des Monats`,
    },
  ];
  if (ordinal > 0)
    places.push({ value: "WEEKDAY", label: `${ordinal}. ${weekdayOf(start)}${month}` });
  if (isLastOfMonth(start))
    places.push({ value: "LAST", label: `letzten ${weekdayOf(start)}${month}` });
  return places;
}

/** The 31st does not come every month: better said before than found out in June. */
function missingDays({ repeat, by }: RecurrenceValues, start: string): string {
  const day = Number(start.slice(8, 10));
  if (by !== "DATE" || day < 29) return "";
  if (repeat === "MONTHLY")
    return ` In Monaten ohne ${plural(day, "Tag", "Tage")} findet der Termin nicht statt.`;
  return repeat === "YEARLY" && start.slice(5) === "02-29"
    ? " Er findet nur in Schaltjahren statt."
    : "";
}
