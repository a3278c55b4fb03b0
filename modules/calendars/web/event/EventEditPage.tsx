import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { useLeave, useReturn, usePathParams } from "#platform/web/navigation.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { calendarsContract, type Event } from "../../contract.ts";
import { invitedQuery } from "../invitations/queries.ts";
import { bodyOf, recurrenceOf, valuesOf, type EventValues } from "./form/event-values.ts";
import { EventForm, type SaveChoice } from "./form/EventForm.tsx";
import { eventQuery, readableCalendarsQuery, useRefreshEvents } from "./queries.ts";

/** Termin bearbeiten. */
export default function EventEditPage() {
  const { eventId } = usePathParams("eventId");
  // The form starts from the state of now, never from one remembered minutes ago.
  const event = useQuery({ ...eventQuery(eventId), staleTime: 0 });
  const calendars = useQuery(readableCalendarsQuery);
  const [opened, setOpened] = useState<Event>();
  if (event.data && !event.isFetching && opened?.id !== eventId) setOpened(event.data);
  // Who was invited learns of a new time or place, and may have to be asked again.
  const invited = useQuery({
    ...invitedQuery(eventId, { size: 1 }),
    enabled: opened?.can.includes("INVITE") ?? false,
  });
  usePageTitle(opened && `${opened.title} bearbeiten`);
  const returnTo = useReturn();
  const leave = useLeave();
  const refresh = useRefreshEvents();
  const back = () => returnTo(`/calendars/events/${eventId}`);

  const error = event.error ?? calendars.error;
  if (error && (!opened || !calendars.data))
    return (
      <LoadError
        error={error}
        onRetry={() => void Promise.all([event.refetch(), calendars.refetch()])}
      />
    );
  if (!opened || opened.id !== eventId || !calendars.data) return <RecordSkeleton />;

  const save = async (values: EventValues, { scope, resetAnswers, base = opened }: SaveChoice) => {
    const change = {
      params: { id: eventId },
      query: {
        ...(scope === "WHOLE" ? {} : { scope }),
        ...(resetAnswers && { resetAnswers: "true" }),
      },
      body: { ...bodyOf(values, base), ...seriesPart(values, base, scope), version: base.version },
      inForm: true,
    };
    // An evening that begins a series of its own is no longer found under the address of this page.
    const saved = await leave(
      ({ id }) => `/calendars/events/${id}`,
      () => call(calendarsContract.updateEvent, change),
    );
    await refresh();
    showDone(
      scope === "FOLLOWING" || scope === "ALL"
        ? `Die Termine „${saved.title}“ sind gespeichert.`
        : `Der Termin „${saved.title}“ ist gespeichert.`,
    );
  };

  return (
    <>
      <PageHeader title={`${opened.title} bearbeiten`} />
      <EventForm
        key={opened.id}
        event={opened}
        initialValues={valuesOf(opened)}
        calendars={calendars.data}
        hasInvitations={(invited.data?.totalElements ?? 0) > 0}
        saveLabel="Termin speichern"
        onSave={save}
        onCancel={back}
      />
    </>
  );
}

/** Rule and calendar go along only where they were changed: what is absent stays as it is. */
function seriesPart(values: EventValues, base: Event, scope: SaveChoice["scope"]) {
  const { recurrence, ...leftOut } = recurrenceOf(values);
  const calendarId =
    scope === "ONE" || scope === "FOLLOWING" || values.calendarId === base.calendar.id
      ? {}
      : { calendarId: values.calendarId ?? base.calendar.id };
  if (scope === "ONE") return calendarId;
  const rule = recurrence === base.recurrence ? {} : { recurrence };
  return scope === "WHOLE" && recurrence !== null
    ? { ...calendarId, ...rule, ...leftOut }
    : { ...calendarId, ...rule };
}
