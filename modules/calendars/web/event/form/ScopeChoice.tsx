import { Radio, Stack } from "@mantine/core";
import classes from "../event.module.css";
import type { FormScope } from "./event-values.ts";

interface ScopeChoiceProps {
  /** The day of the event that was opened, in words. */
  date: string;
  value: FormScope;
  onChange: (scope: FormScope) => void;
}

/** How much of the series is to change. */
export function ScopeChoice({ date, value, onChange }: ScopeChoiceProps) {
  return (
    <Radio.Group
      label="Was möchten Sie ändern?"
      description="Der Termin gehört zu einer Serie."
      value={value}
      onChange={(next) => onChange(next as FormScope)}
      className={classes.scope ?? ""}
    >
      <Stack gap={8} mt={8}>
        <Radio value="ONE" label={`Nur diesen Termin am ${date}`} />
        <Radio value="FOLLOWING" label="Diesen und alle folgenden Termine" />
        <Radio value="ALL" label="Alle Termine der Serie" />
      </Stack>
    </Radio.Group>
  );
}
