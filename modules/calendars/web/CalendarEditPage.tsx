import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { useReturn, usePathParams } from "#platform/web/navigation.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { calendarsContract, type Calendar } from "../contract.ts";
import { valuesOf, type CalendarValues } from "./calendar-values.ts";
import { CalendarForm } from "./CalendarForm.tsx";

/** Kalender bearbeiten. */
export default function CalendarEditPage() {
  const { calendarId } = usePathParams("calendarId");
  const calendar = useQuery({
    queryKey: ["calendar", "record", calendarId],
    queryFn: ({ signal }) =>
      call(calendarsContract.getCalendar, { params: { id: calendarId }, signal, silent: true }),
    staleTime: 0,
  });
  // The form starts from the state of now, never from one remembered minutes ago, and keeps it
  // while others save.
  const [opened, setOpened] = useState<Calendar>();
  if (calendar.data && !calendar.isFetching && opened?.id !== calendarId) setOpened(calendar.data);
  const returnTo = useReturn();
  const client = useQueryClient();
  usePageTitle(opened && `${opened.name} bearbeiten`);
  const save = async (values: CalendarValues, version: number | undefined) => {
    await call(calendarsContract.updateCalendar, {
      params: { id: calendarId },
      body: { ...values, version: version ?? 1 },
      inForm: true,
    });
    // Name and colour stand at every event, and events may have come into sight.
    await Promise.all(
      [["calendar"], ["event"]].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
    showDone(`Der Kalender „${values.name}“ ist gespeichert.`);
    returnTo("/calendars");
  };
  if (calendar.error && !opened)
    return <LoadError error={calendar.error} onRetry={() => void calendar.refetch()} />;
  if (!opened || opened.id !== calendarId) return <RecordSkeleton />;
  return (
    <>
      <PageHeader title={`${opened.name} bearbeiten`} />
      <CalendarForm
        key={calendarId}
        calendar={opened}
        initialValues={valuesOf(opened)}
        saveLabel="Kalender speichern"
        onSave={save}
        onCancel={() => returnTo("/calendars")}
      />
    </>
  );
}
