import { Switch } from "@mantine/core";
import { useRef, type ReactNode } from "react";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { TimeField } from "#platform/web/ui/form/TimeField.tsx";
import classes from "../event.module.css";
import { withStart, type EventValues } from "./event-values.ts";

interface TimeSpanProps {
  values: EventValues;
  onChange: (values: EventValues) => void;
  error: (...paths: string[]) => ReactNode;
  /** Whether it is asked when to meet. */
  withMeeting?: boolean;
}

/** All day or with times: beginning, end and when to meet. */
export function TimeSpan({ values, onChange, error, withMeeting = true }: TimeSpanProps) {
  const change = (part: Partial<EventValues>) => onChange({ ...values, ...part });
  // While a time is typed it is several others on the way: 19:30 begins as 19:00. The length is
  // that of the event as it was when the typing began.
  const before = useRef(values);
  const changeStart = (startTime: string | null) => {
    const { startTime: firstTime, endDate, endTime } = before.current;
    onChange(
      startTime === null || firstTime === null
        ? { ...values, startTime }
        : withStart({ ...values, startTime: firstTime, endDate, endTime }, { startTime }),
    );
  };
  return (
    <>
      <Switch
        id={fieldId("allDay")}
        label="Ganztägig"
        checked={values.allDay}
        onChange={(event) => change({ allDay: event.currentTarget.checked })}
      />
      <div className={classes.times}>
        <DateField
          id={fieldId(values.allDay ? "startDateTime" : "startDate")}
          label="Beginn (Pflichtangabe)"
          aria-required
          clearable={false}
          value={values.startDate}
          onChange={(startDate) => onChange(withStart(values, { startDate }))}
          error={error("startDate", "startDateTime")}
        />
        {!values.allDay && (
          <TimeField
            id={fieldId("startTime")}
            label="Uhrzeit"
            aria-label="Beginn um"
            value={values.startTime}
            onFocus={() => (before.current = values)}
            onChange={changeStart}
            error={error("startTime")}
          />
        )}
      </div>
      <div className={classes.times}>
        <DateField
          id={fieldId("endDate")}
          label="Ende (Pflichtangabe)"
          aria-required
          clearable={false}
          value={values.endDate}
          onChange={(endDate) => change({ endDate })}
          error={error("endDate", "endDateTime")}
          {...(values.startDate === null ? {} : { minDate: values.startDate })}
        />
        {!values.allDay && (
          <TimeField
            id={fieldId("endTime")}
            label="Uhrzeit"
            aria-label="Ende um"
            value={values.endTime}
            onChange={(endTime) => change({ endTime })}
            error={error("endTime")}
          />
        )}
      </div>
      {!values.allDay && withMeeting && (
        <TimeField
          id={fieldId("meetTime")}
          label="Treffen um"
          description="Zum Beispiel zur Abfahrt oder zum Umziehen; leer lassen, wenn alle zum Beginn kommen"
          maw="100%"
          classNames={{ wrapper: classes.short ?? "" }}
          value={values.meetTime}
          onChange={(meetTime) => change({ meetTime })}
          error={error("meetTime", "meetAt")}
        />
      )}
    </>
  );
}
