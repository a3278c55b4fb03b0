import { useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { useReturn } from "#platform/web/navigation.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { calendarsContract } from "../contract.ts";
import { NEW_CALENDAR, type CalendarValues } from "./calendar-values.ts";
import { CalendarForm } from "./CalendarForm.tsx";

/** Kalender anlegen. */
export default function CalendarCreatePage() {
  const returnTo = useReturn();
  const client = useQueryClient();
  const save = async (values: CalendarValues) => {
    const calendar = await call(calendarsContract.createCalendar, { body: values, inForm: true });
    await client.invalidateQueries({ queryKey: ["calendar"] });
    showDone(`Der Kalender „${calendar.name}“ ist angelegt.`);
    returnTo("/calendars");
  };
  return (
    <>
      <PageHeader title="Kalender anlegen" />
      <CalendarForm
        initialValues={NEW_CALENDAR}
        saveLabel="Kalender anlegen"
        onSave={save}
        onCancel={() => returnTo("/calendars")}
      />
    </>
  );
}
