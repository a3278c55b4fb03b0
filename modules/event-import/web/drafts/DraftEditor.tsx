import { Button, Group as Row, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { checkEvent, type EventValues } from "#modules/calendars/web/public.ts";
import { TimeSpan } from "#modules/calendars/web/public.ts";
import { hasFixedTimes, isBegun, valuesOfDraft, type DraftRow } from "./draft-rows.ts";
import classes from "../import.module.css";

interface DraftEditorProps {
  row: DraftRow;
  onChange: (values: EventValues | null) => void;
  onRemove: () => void;
  onDone: () => void;
}

/** Mends a draft before it is taken over; nothing is saved here. */
export function DraftEditor({ row, onChange, onRemove, onDone }: DraftEditorProps) {
  const values = row.values ?? valuesOfDraft(row.draft);
  const change = (part: Partial<EventValues>) => onChange({ ...values, ...part });
  const errors = row.values === null || isBegun(row) ? {} : checkEvent(values);
  const title = useRef<HTMLInputElement>(null);
  // One that was just added is about to be typed, wherever on the page that was asked for.
  useEffect(() => {
    if (row.isAdded) title.current?.focus();
  }, [row.isAdded]);
  return (
    <Stack gap="md" className={classes.editor ?? ""}>
      <TextInput
        ref={title}
        label="Titel"
        value={values.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        error={errors["title"]}
        maxLength={200}
      />
      {hasFixedTimes(row) ? (
        <Text size="sm" c="dimmed">
          Zeit und Wiederholung dieser Serie haben Ausnahmen. Ändern Sie sie nach dem Übernehmen im
          Kalender.
        </Text>
      ) : (
        <TimeSpan
          values={values}
          onChange={onChange}
          error={(...paths) => paths.map((path) => errors[path]).find((one) => one !== undefined)}
          withMeeting={false}
        />
      )}
      <TextInput
        label="Ort"
        value={values.location}
        onChange={(event) => change({ location: event.currentTarget.value })}
        maxLength={300}
      />
      <Textarea
        label="Beschreibung"
        value={values.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={10_000}
      />
      <Row gap="sm">
        <Button size="xs" onClick={onDone}>
          Fertig
        </Button>
        {row.isAdded ? (
          <Button size="xs" variant="default" onClick={onRemove}>
            Entfernen
          </Button>
        ) : (
          row.values !== null && (
            <Button size="xs" variant="default" onClick={() => onChange(null)}>
              Wie gelesen
            </Button>
          )
        )}
      </Row>
    </Stack>
  );
}
