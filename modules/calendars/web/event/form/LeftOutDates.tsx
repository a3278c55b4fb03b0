import { CloseButton, Input, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
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

/**
 * The days on which a series does not take place, such as those of a tournament. A day that was picked or
 * typed is in the list at once: there is nothing to forget before saving.
 */
export function LeftOutDates({ id, value, onChange, error }: LeftOutDatesProps) {
  return (
    <Input.Wrapper
      label="Fällt aus am"
      description="Wer zu einem dieser Tage eingeladen ist, erfährt, dass er ausfällt."
      labelProps={{ htmlFor: id }}
      error={error}
    >
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
        <DateField
          id={id}
          value={null}
          onCommit={(date) => onChange([...new Set([...value, date])].toSorted())}
          placeholder="Tag hinzufügen"
          maw="12rem"
        />
      </Stack>
    </Input.Wrapper>
  );
}
