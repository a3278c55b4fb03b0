import { useEffect, useRef } from "react";
import { isTyping } from "#platform/web/shell/typing.ts";
import { useShortcuts } from "#platform/web/shortcuts.ts";
import type { CalendarView } from "../calendar-view.ts";

const VIEW_KEYS: Readonly<Record<string, CalendarView>> = {
  m: "month",
  w: "week",
  t: "day",
  j: "year",
  l: "list",
};

const SHORTCUTS = [
  { keys: ["←", "→"], meaning: "Kalender: zurück und vor" },
  { keys: ["H"], meaning: "Kalender: heute" },
  { keys: ["M", "W", "T", "J", "L"], meaning: "Kalender: Monat, Woche, Tag, Jahr, Liste" },
  { keys: ["N"], meaning: "Kalender: Termin anlegen" },
] as const;

interface CalendarKeys {
  onView: (view: CalendarView) => void;
  onStep: (step: 1 | -1) => void;
  onToday: () => void;
  onNew: (() => void) | undefined;
}

/** The calendar by keyboard; named in the list of shortcuts. */
export function useCalendarKeys(keys: CalendarKeys): void {
  useShortcuts(SHORTCUTS);
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        isOccupied(event.target)
      )
        return;
      const { onView, onStep, onToday, onNew } = latest.current;
      const view = VIEW_KEYS[event.key];
      if (view) onView(view);
      else if (event.key === "ArrowLeft") onStep(-1);
      else if (event.key === "ArrowRight") onStep(1);
      else if (event.key === "h") onToday();
      else if (event.key === "n") onNew?.();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

/** Dialogs, menus and the small month use the same keys for themselves. */
function isOccupied(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      '[role="dialog"], [role="menu"], [role="listbox"], [role="radiogroup"], [data-own-keys]',
    ) !== null
  );
}
