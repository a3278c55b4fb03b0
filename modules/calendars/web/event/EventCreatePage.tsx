import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { call } from "#platform/web/api/api.ts";
import { inAddress, useGo, useReturn, useSearchState } from "#platform/web/navigation.tsx";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { calendarsContract } from "../../contract.ts";
import {
  bodyOf,
  copyOf,
  newEventValues,
  recurrenceOf,
  type EventValues,
} from "./form/event-values.ts";
import { inviteOf } from "../invitations/invite-values.ts";
import { EventForm } from "./form/EventForm.tsx";
import { eventQuery, readableCalendarsQuery, useRefreshEvents } from "./queries.ts";
import { proposedCalendar, rememberCalendar } from "../last-calendar.ts";

/**
 * `?copy=<id>` begins with another event's values, without its repetition.
 * `?calendar=<id>&start=&end=&allDay=true&title=`: start and end as a date, `2026-12-24T18:30` on
 * the club's clock, or a point in time with offset.
 */
const address = z.object({
  copy: inAddress.text(),
  calendar: inAddress.text(),
  start: inAddress.text(),
  end: inAddress.text(),
  allDay: inAddress.flag(),
  title: inAddress.text(),
});

declare module "#platform/web/page-search.ts" {
  interface PageSearch {
    "/calendars/events/create": z.output<typeof address>;
  }
}

/** Termin anlegen. */
export default function EventCreatePage() {
  const [{ copy, calendar, start, end, allDay, title }] = useSearchState(address);
  const calendars = useQuery(readableCalendarsQuery);
  const model = useQuery({ ...eventQuery(copy), enabled: copy !== "" });
  const go = useGo();
  const returnTo = useReturn();
  const refresh = useRefreshEvents();

  if (calendars.error && !calendars.data)
    return <LoadError error={calendars.error} onRetry={() => void calendars.refetch()} />;
  if (!calendars.data || (copy !== "" && model.isPending)) return <RecordSkeleton />;
  const writable = calendars.data.filter((one) => one.can.includes("ADD_EVENT"));
  const calendarId = proposedCalendar(writable, calendar) ?? writable[0]?.id ?? null;

  const save = async (values: EventValues) => {
    const invite = inviteOf(values.invite);
    const body = {
      ...bodyOf(values, undefined),
      ...recurrenceOf(values),
      ...(invite && { invite }),
    };
    const created = await call(calendarsContract.createEvent, {
      params: { id: values.calendarId ?? "" },
      body,
      inForm: true,
    });
    rememberCalendar(created.calendar.id);
    await refresh();
    showDone(
      `Der Termin „${created.title}“ ist angelegt.${invite ? " Die Einladungen gehen hinaus." : ""}`,
    );
    go(`/calendars/events/${created.id}`, { replace: true });
  };

  return (
    <>
      <PageHeader title="Termin anlegen" />
      {writable.length === 0 ? (
        <EmptyState>
          In keinem Kalender dürfen Sie Termine anlegen. Wer einen Kalender verwaltet, kann Ihnen
          das Schreiben erlauben.
        </EmptyState>
      ) : (
        <EventForm
          key={copy}
          initialValues={
            model.data
              ? copyOf(model.data)
              : {
                  ...newEventValues({
                    calendarId,
                    ...(start && { start }),
                    ...(end && { end }),
                    allDay,
                  }),
                  title,
                }
          }
          calendars={calendars.data}
          saveLabel="Termin anlegen"
          onSave={save}
          onCancel={() => returnTo("/calendars")}
        />
      )}
    </>
  );
}
