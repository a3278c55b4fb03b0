import { call } from "#platform/web/api/api.ts";
import { useGo } from "#platform/web/navigation.tsx";
import { showDone, showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { calendarsContract, type Event, type EventScope } from "../../contract.ts";
import { useRefreshEvents } from "./queries.ts";

/** Returns what cancels, reinstates and deletes an event, and says so; of a series, how much. */
export function useEventActions(event: Event) {
  const go = useGo();
  const refresh = useRefreshEvents();
  const params = { id: event.id };
  const queryOf = (scope: EventScope | undefined) => (scope === undefined ? {} : { scope });

  const cancel = async (scope?: EventScope) => {
    const { id } = await call(calendarsContract.cancelEvent, { params, query: queryOf(scope) });
    await refresh();
    if (id !== event.id) go(`/calendars/events/${id}`, { replace: true });
    showUndo(`„${event.title}“ ist abgesagt. Eingeladene erfahren es per E-Mail.`, async () => {
      await call(calendarsContract.reinstateEvent, { params: { id }, query: queryOf(scope) });
      await refresh();
    });
  };
  const reinstate = async (scope?: EventScope) => {
    await call(calendarsContract.reinstateEvent, { params, query: queryOf(scope) });
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
