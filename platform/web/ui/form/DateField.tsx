import { CloseButton, Popover, TextInput, type TextInputProps } from "@mantine/core";
import { Calendar } from "@mantine/dates";
import "@mantine/dates/styles.layer.css";
import "dayjs/locale/de";
import { useState, type KeyboardEvent } from "react";
import { formatDate } from "#platform/web/format/format.ts";
import { dateProblem, hasYear, parseGermanDate } from "#platform/web/format/german-date.ts";
import classes from "./DateField.module.css";
import { useUnfinished } from "./unfinished.ts";

export interface DateFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** `YYYY-MM-DD` or null. */
  value?: string | null;
  onChange?: (value: string | null) => void;
  /** Which day is meant by "31.12.": the next one, or the last (birthdays). */
  assume?: "next" | "last";
  /** `YYYY-MM-DD`, both inclusive. */
  minDate?: string | undefined;
  maxDate?: string | undefined;
  clearable?: boolean;
  /** Called with a day that was picked, or typed and finished by Enter or by leaving the field. */
  onCommit?: (value: string) => void;
  /** Keeps its calendar inside a small window, which would close when it is clicked elsewhere. */
  insidePopover?: boolean;
}

/**
 * A date typed as 31.12.1999 (31.12.99, 31121999, 31.12. and "heute" too) or picked. What is no
 * date stays in the field, is marked, and keeps the form from being saved.
 */
export function DateField({
  value = null,
  onChange,
  assume = "next",
  minDate,
  maxDate,
  clearable = true,
  onCommit,
  insidePopover = false,
  error,
  ...props
}: DateFieldProps) {
  // The text on its way; null while the value itself is shown.
  const [typed, setTyped] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const [left, setLeft] = useState(false);
  const context = { assume, min: minDate, max: maxDate };
  const problem = typed === null ? null : dateProblem(typed, context);
  const unfinished = useUnfinished(problem, left);

  const tell = (date: string | null) => date !== value && onChange?.(date);
  const type = (text: string) => {
    setTyped(text);
    setOpened(true);
    if (text.trim() === "") return clearable && tell(null);
    // "31.12." may still become a date of long ago: the year is added when the field is left.
    if (hasYear(text) && dateProblem(text, context) === null) tell(parseGermanDate(text, context));
  };
  const take = (date: string | null) => {
    setTyped(null);
    setOpened(false);
    tell(date);
    if (date !== null) onCommit?.(date);
  };
  /** Reads what was typed; what cannot be read stays, and is marked. */
  const finish = () => {
    setLeft(true);
    setOpened(false);
    if (typed === null || problem !== null) return;
    if (typed.trim() === "") setTyped(null);
    else take(parseGermanDate(typed, context));
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    props.onKeyDown?.(event);
    if (event.key === "Enter") finish();
    if (event.key !== "Escape") return;
    setTyped(null);
    setOpened(false);
  };

  return (
    <Popover
      opened={opened && !props.readOnly && !props.disabled}
      onChange={setOpened}
      position="bottom-start"
      trapFocus={false}
      withRoles={false}
      withinPortal={!insidePopover}
    >
      <Popover.Target>
        <TextInput
          placeholder="TT.MM.JJJJ"
          inputMode="numeric"
          autoComplete="off"
          data-dates-input
          {...props}
          {...unfinished.field}
          value={typed ?? formatDate(value)}
          error={error ?? unfinished.error}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={(event) => {
            props.onFocus?.(event);
            setLeft(false);
            setOpened(true);
          }}
          onClick={() => setOpened(true)}
          onBlur={(event) => {
            finish();
            props.onBlur?.(event);
          }}
          onKeyDown={press}
          rightSection={
            clearable &&
            value !== null &&
            !props.readOnly &&
            !props.disabled && (
              <CloseButton
                size="sm"
                variant="transparent"
                aria-label="Datum leeren"
                onClick={() => take(null)}
              />
            )
          }
        />
      </Popover.Target>
      {/* A click on a day leaves the focus in the field. */}
      <Popover.Dropdown onMouseDown={(event) => event.preventDefault()} data-dates-dropdown>
        <DayPicker value={value} minDate={minDate} maxDate={maxDate} onPick={take} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface DayPickerProps {
  value: string | null;
  minDate: string | undefined;
  maxDate: string | undefined;
  onPick: (date: string) => void;
}

/** The month around the value, from which a day is picked. */
function DayPicker({ value, minDate, maxDate, onPick }: DayPickerProps) {
  return (
    <Calendar
      key={value}
      {...(value === null ? {} : { defaultDate: value })}
      {...(minDate === undefined ? {} : { minDate })}
      {...(maxDate === undefined ? {} : { maxDate })}
      getDayProps={(day) => ({ selected: day === value, onClick: () => onPick(day) })}
      locale="de"
      firstDayOfWeek={1}
      weekendDays={[]}
      classNames={{ day: classes.day ?? "" }}
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
      __preventFocus
    />
  );
}
