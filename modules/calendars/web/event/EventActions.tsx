import { Button, Menu } from "@mantine/core";
import { Ban, ChevronDown, Copy, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { useGo, pageAddress } from "#platform/web/navigation.tsx";
import { showDone, showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { calendarsContract, type Event, type EventScope } from "../../contract.ts";
import { useRefreshEvents } from "./queries.ts";
import { ScopeDialog, type ScopeQuestion } from "./form/ScopeDialog.tsx";

/** Cancelling, reinstating, deleting: of a series the question is how much of it. */
export function EventActions({ event }: { event: Event }) {
  const go = useGo();
  const refresh = useRefreshEvents();
  const [question, setQuestion] = useState<ScopeQuestion>();
  const isOccurrence = event.occurrenceOf !== null;
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

  const ask = (next: Omit<ScopeQuestion, "withScope">) =>
    setQuestion({ ...next, withScope: isOccurrence });
  const whole = event.recurrence !== null && !isOccurrence ? "Serie" : "Termin";

  // Readers have nothing to do here.
  if (event.can.length === 0) return null;

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />}>
            Mehr
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {event.can.includes("EDIT") && (
            <Menu.Item
              leftSection={<Copy size={16} aria-hidden />}
              onClick={() => go(pageAddress("/calendars/events/create", { copy: event.id }))}
            >
              Als neuen Termin kopieren
            </Menu.Item>
          )}
          {event.can.includes("CANCEL") && (
            <Menu.Item
              leftSection={<Ban size={16} aria-hidden />}
              onClick={() =>
                ask({
                  title: `„${event.title}“ absagen?`,
                  text: `Der ${whole === "Serie" ? "Eintrag" : "Termin"} bleibt als abgesagt im Kalender stehen. Wer eingeladen ist, wird benachrichtigt.`,
                  confirmLabel: `${whole} absagen`,
                  run: cancel,
                })
              }
            >
              {whole} absagen
            </Menu.Item>
          )}
          {event.can.includes("REINSTATE") && (
            <Menu.Item
              leftSection={<RotateCcw size={16} aria-hidden />}
              onClick={() =>
                isOccurrence
                  ? ask({
                      title: "Absage zurücknehmen?",
                      text: "Eingeladene erfahren, dass der Termin stattfindet.",
                      confirmLabel: "Absage zurücknehmen",
                      run: reinstate,
                    })
                  : void reinstate()
              }
            >
              Absage zurücknehmen
            </Menu.Item>
          )}
          {event.can.includes("DELETE") && (
            <Menu.Item
              color="red"
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={() =>
                ask({
                  title: `„${event.title}“ löschen?`,
                  text: "Der Termin verschwindet aus dem Kalender, mit allen Einladungen und Antworten. Das lässt sich nicht rückgängig machen. Fällt er nur aus, dann sagen Sie ihn besser ab.",
                  confirmLabel: `${whole} löschen`,
                  destructive: true,
                  run: remove,
                })
              }
            >
              {whole} löschen
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ScopeDialog question={question} onClose={() => setQuestion(undefined)} />
    </>
  );
}
