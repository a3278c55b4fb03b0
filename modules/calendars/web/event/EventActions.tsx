import { Button, Menu } from "@mantine/core";
import { Ban, ChevronDown, Copy, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useGo, pageAddress } from "#platform/web/navigation.tsx";
import type { Event } from "../../contract.ts";
import { CancelDialog } from "./CancelDialog.tsx";
import { ScopeDialog, type ScopeQuestion } from "./form/ScopeDialog.tsx";
import { useEventActions } from "./use-event-actions.ts";

/** Cancelling, reinstating, deleting: of a series the question is how much of it. */
export function EventActions({ event }: { event: Event }) {
  const go = useGo();
  const [question, setQuestion] = useState<ScopeQuestion>();
  const [cancelling, setCancelling] = useState<"CANCEL" | "REINSTATE">();
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
      run: () => setCancelling("CANCEL"),
    },
    {
      right: "REINSTATE",
      Icon: RotateCcw,
      label: "Absage zurücknehmen",
      run: () => setCancelling("REINSTATE"),
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
      {cancelling && (
        <CancelDialog
          event={event}
          kind={cancelling}
          onClose={() => setCancelling(undefined)}
          run={cancelling === "CANCEL" ? cancel : reinstate}
        />
      )}
    </>
  );
}

type Question = Omit<ScopeQuestion, "withScope">;
type Run = ScopeQuestion["run"];
type Whole = "Serie" | "Termin";

function deleteQuestion({ title }: Event, whole: Whole, run: Run): Question {
  return {
    title: `„${title}“ löschen?`,
    text: "Der Termin verschwindet aus dem Kalender, mit allen Einladungen und Antworten. Wer eingeladen ist und E-Mails bekommt, erfährt es. Das lässt sich nicht rückgängig machen. Fällt er nur aus, dann sagen Sie ihn besser ab.",
    confirmLabel: `${whole} löschen`,
    destructive: true,
    run,
  };
}
