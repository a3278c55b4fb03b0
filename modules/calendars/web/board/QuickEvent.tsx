import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { useGo, pageAddress } from "#platform/web/navigation.tsx";
import { Form } from "#platform/web/ui/form/Form.tsx";
import { showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { calendarsContract, type Calendar } from "../../contract.ts";
import { CalendarSelect } from "../event/form/CalendarSelect.tsx";
import { useRefreshEvents } from "../event/queries.ts";
import { whenWords } from "../event/when-words.ts";
import { proposedCalendar, rememberCalendar } from "../last-calendar.ts";
import type { EventTimes } from "./moving/moved-times.ts";

interface QuickEventProps {
  times: EventTimes;
  /** Those in which the reader may write. */
  calendars: readonly Calendar[];
  onClose: () => void;
}

/**
 * After a click on an empty place: title, calendar, done. Everything else is on the form behind
 * "Weitere Angaben".
 */
export function QuickEvent({ times, calendars, onClose }: QuickEventProps) {
  const [title, setTitle] = useState("");
  const [calendarId, setCalendarId] = useState(
    () => proposedCalendar(calendars) ?? calendars[0]?.id ?? "",
  );
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  const go = useGo();
  const refresh = useRefreshEvents();

  const save = async () => {
    if (title.trim() === "") return setProblem("Bitte geben Sie dem Termin einen Titel.");
    setSaving(true);
    try {
      const event = await call(calendarsContract.createEvent, {
        params: { id: calendarId },
        body: { title: title.trim(), ...times },
      });
      rememberCalendar(calendarId);
      onClose();
      await refresh();
      showUndo(`Der Termin „${event.title}“ ist angelegt.`, async () => {
        await call(calendarsContract.deleteEvent, { params: { id: event.id } });
        await refresh();
      });
    } finally {
      setSaving(false);
    }
  };
  const more = () => {
    const { startDateTime: start, endDateTime: end, allDay } = times;
    const state = { calendar: calendarId, start, end, title: title.trim() };
    go(pageAddress("/calendars/events/create", allDay ? { ...state, allDay } : state));
  };
  return (
    <Modal opened onClose={onClose} title="Neuer Termin">
      <Form onSubmit={() => void save()}>
        <Stack gap="md">
          <Text>{whenWords(times)}</Text>
          <TextInput
            label="Titel"
            aria-required
            maxLength={200}
            value={title}
            error={problem}
            onChange={(event) => {
              setTitle(event.currentTarget.value);
              setProblem(undefined);
            }}
            data-autofocus
          />
          {calendars.length > 1 && (
            <CalendarSelect
              label="Kalender"
              calendars={calendars}
              value={calendarId}
              onChange={(id) => id && setCalendarId(id)}
            />
          )}
          <Group justify="space-between" gap="sm">
            <Button variant="subtle" onClick={more}>
              Weitere Angaben
            </Button>
            <Button type="submit" loading={saving}>
              Termin anlegen
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
