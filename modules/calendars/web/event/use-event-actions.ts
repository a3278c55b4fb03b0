import { call } from "#platform/web/api/api.ts";
import { useGo } from "#platform/web/navigation.tsx";
import { showDone, showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { calendarsContract, type Event, type EventScope } from "../../contract.ts";
import { plural } from "#platform/web/format/format.ts";
import type { Cancellation } from "./CancelDialog.tsx";
import { useRefreshEvents } from "./queries.ts";

/** Returns what cancels, reinstates and deletes an event, and says so; of a series, how much. */
export function useEventActions(event: Event) {
  const go = useGo();
  const refresh = useRefreshEvents();
  const params = { id: event.id };
  const queryOf = (scope: EventScope | undefined) => (scope === undefined ? {} : { scope });

  const cancel = async ({ scope, reason, tell, mailed }: Cancellation) => {
    const { id } = await call(calendarsContract.cancelEvent, {
      params,
      query: queryOf(scope),
      body: { reason, ...(tell && { tell }) },
    });
    await refresh();
    if (id !== event.id) go(`/calendars/events/${id}`, { replace: true });
    // A message that is out can't be taken back with the cancellation.
    if (tell) return showDone(`„${event.title}“ ist abgesagt. Die Nachricht geht hinaus.`);
    const told =
      mailed === 0
        ? "Niemand bekommt eine E-Mail."
        : `${plural(mailed, "E-Mail geht", "E-Mails gehen")} in Kürze hinaus.`;
    showUndo(`„${event.title}“ ist abgesagt. ${told}`, async () => {
      await call(calendarsContract.reinstateEvent, { params: { id }, query: queryOf(scope) });
      await refresh();
    });
  };
  const reinstate = async ({ scope, tell }: Pick<Cancellation, "scope" | "tell">) => {
    await call(calendarsContract.reinstateEvent, {
      params,
      query: queryOf(scope),
      ...(tell && { body: { tell } }),
    });
    await refresh();
    showDone(`„${event.title}“ findet statt.`);
  };
  const remove = async (scope?: EventScope) => {
    await call(calendarsContract.deleteEvent, { params, query: queryOf(scope) });
    go("/calendars", { replace: true });
    await refresh();
    showDone(
      scope === "FOLLOWING" || scope === "ALL"
        ? `Die Termine „${event.title}“ sind gelöscht.`
        : `Der Termin „${event.title}“ ist gelöscht.`,
    );
  };
  return { cancel, reinstate, remove };
}
