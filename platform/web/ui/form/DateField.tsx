import { DateInput, type DateInputProps } from "@mantine/dates";
import "@mantine/dates/styles.layer.css";
import "dayjs/locale/de";
import { parseGermanDate } from "#platform/web/format/format.ts";
import classes from "./DateField.module.css";

export interface DateFieldProps extends Omit<
  DateInputProps,
  "value" | "onChange" | "valueFormat" | "dateParser"
> {
  /** `YYYY-MM-DD` or null. */
  value?: string | null;
  onChange?: (value: string | null) => void;
}

/** A date typed as 31.12.1999 (31.12.99 and 31121999 too) or picked. */
export function DateField({ value, onChange, ...props }: DateFieldProps) {
  return (
    <DateInput
      value={value ?? null}
      {...(onChange ? { onChange } : {})}
      dateParser={(text) => parseGermanDate(text)}
      valueFormat="DD.MM.YYYY"
      placeholder="TT.MM.JJJJ"
      locale="de"
      firstDayOfWeek={1}
      weekendDays={[]}
      classNames={{ day: classes.day ?? "" }}
      clearable
      clearButtonProps={{ "aria-label": "Datum leeren" }}
      ariaLabels={{
        previousMonth: "Voriger Monat",
        nextMonth: "Nächster Monat",
        previousYear: "Voriges Jahr",
        nextYear: "Nächstes Jahr",
        previousDecade: "Voriges Jahrzehnt",
        nextDecade: "Nächstes Jahrzehnt",
        monthLevelControl: "Monat wählen",
        yearLevelControl: "Jahr wählen",
      }}
      inputMode="numeric"
      autoComplete="off"
      {...props}
    />
  );
}
