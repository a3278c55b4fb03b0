import { Button, Menu } from "@mantine/core";
import { Ban, ChevronDown, Copy, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useGo, pageAddress } from "#platform/web/navigation.tsx";
import type { Event } from "../../contract.ts";
import { ScopeDialog, type ScopeQuestion } from "./form/ScopeDialog.tsx";
import { useEventActions } from "./use-event-actions.ts";

/** Cancelling, reinstating, deleting: of a series the question is how much of it. */
export function EventActions({ event }: { event: Event }) {
  const go = useGo();
  const [question, setQuestion] = useState<ScopeQuestion>();
  const { cancel, reinstate, remove } = useEventActions(event);
  const isOccurrence = event.occurrenceOf !== null;
  const whole = event.recurrence !== null && !isOccurrence ? "Serie" : "Termin";
  const ask = (next: Omit<ScopeQuestion, "withScope">) =>
    setQuestion({ ...next, withScope: isOccurrence });
  const entries = [
    {
      right: "EDIT",
      Icon: Copy,
      label: "Als neuen Termin kopieren",
      run: () => go(pageAddress("/calendars/events/create", { copy: event.id })),
    },
    {
      right: "CANCEL",
      Icon: Ban,
      label: `${whole} absagen`,
      run: () => ask(cancelQuestion(event, whole, cancel)),
    },
    {
      right: "REINSTATE",
      Icon: RotateCcw,
      label: "Absage zurücknehmen",
      run: () => (isOccurrence ? ask(reinstateQuestion(reinstate)) : void reinstate()),
    },
    {
      right: "DELETE",
      Icon: Trash2,
      label: `${whole} löschen`,
      color: "red",
      run: () => ask(deleteQuestion(event, whole, remove)),
    },
  ] as const;

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
          {entries
            .filter(({ right }) => event.can.includes(right))
            .map(({ right, Icon, label, run, ...look }) => (
              <Menu.Item
                key={right}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={run}
                {...look}
              >
                {label}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      <ScopeDialog question={question} onClose={() => setQuestion(undefined)} />
    </>
  );
}

type Question = Omit<ScopeQuestion, "withScope">;
type Run = ScopeQuestion["run"];
type Whole = "Serie" | "Termin";

function cancelQuestion({ title }: Event, whole: Whole, run: Run): Question {
  return {
    title: `„${title}“ absagen?`,
    text: `Der ${whole === "Serie" ? "Eintrag" : "Termin"} bleibt als abgesagt im Kalender stehen. Wer eingeladen ist, wird benachrichtigt.`,
    confirmLabel: `${whole} absagen`,
    run,
  };
}

function reinstateQuestion(run: Run): Question {
  return {
    title: "Absage zurücknehmen?",
    text: "Eingeladene erfahren, dass der Termin stattfindet.",
    confirmLabel: "Absage zurücknehmen",
    run,
  };
}

function deleteQuestion({ title }: Event, whole: Whole, run: Run): Question {
  return {
    title: `„${title}“ löschen?`,
    text: "Der Termin verschwindet aus dem Kalender, mit allen Einladungen und Antworten. Das lässt sich nicht rückgängig machen. Fällt er nur aus, dann sagen Sie ihn besser ab.",
    confirmLabel: `${whole} löschen`,
    destructive: true,
    run,
  };
}
