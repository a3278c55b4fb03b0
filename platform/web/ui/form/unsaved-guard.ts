import { useBlocker } from "@tanstack/react-router";
import { askToConfirm } from "../notices/confirm.tsx";

/**
 * While `unsaved`, leaving the page asks first; closing the window asks in the browser's own words.
 */
export function useUnsavedGuard(unsaved: boolean): void {
  useBlocker({
    disabled: !unsaved,
    enableBeforeUnload: () => unsaved,
    shouldBlockFn: async ({ current, next }) => {
      if (!unsaved || current.pathname === next.pathname) return false;
      const leave = await askToConfirm({
        title: "Seite verlassen?",
        text: "Ihre Änderungen auf dieser Seite sind noch nicht gespeichert und gehen beim Verlassen verloren.",
        confirmLabel: "Ohne Speichern verlassen",
        cancelLabel: "Weiter bearbeiten",
        destructive: true,
      });
      return !leave;
    },
  });
}
