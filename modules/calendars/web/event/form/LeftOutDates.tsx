import { Button, CloseButton, Group as Row, Input, Stack, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { formatDate } from "#platform/web/format/format.ts";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import { weekdayOf } from "../../recurrence/rule-sentence.ts";
import classes from "../event.module.css";

interface LeftOutDatesProps {
  id: string;
  /** `YYYY-MM-DD`, ascending. */
  value: readonly string[];
  onChange: (dates: string[]) => void;
  error?: ReactNode;
}

/** The days on which a series does not take place, such as school holidays. */
export function LeftOutDates({ id, value, onChange, error }: LeftOutDatesProps) {
  const [date, setDate] = useState<string | null>(null);
  const add = () => {
    if (date === null) return;
    onChange([...new Set([...value, date])].toSorted());
    setDate(null);
  };
  return (
    <Input.Wrapper label="Fällt aus am" labelProps={{ htmlFor: id }} error={error}>
      <Stack gap="xs" mt={4}>
        {value.length === 0 ? (
          <Text size="sm" c="dimmed">
            Die Serie findet ohne Ausnahme statt.
          </Text>
        ) : (
          <ul className={classes.leftOut} aria-label="Ausfallende Tage">
            {value.map((one) => (
              <li key={one}>
                {weekdayOf(one)}, {formatDate(one)}
                <CloseButton
                  size="sm"
                  aria-label={`${formatDate(one)} findet doch statt`}
                  onClick={() => onChange(value.filter((other) => other !== one))}
                />
              </li>
            ))}
          </ul>
        )}
        <Row gap="sm" align="flex-end">
          <DateField id={id} value={date} onChange={setDate} maw="12rem" />
          <Button variant="default" onClick={add} disabled={date === null}>
            Ausfall hinzufügen
          </Button>
        </Row>
      </Stack>
    </Input.Wrapper>
  );
}
