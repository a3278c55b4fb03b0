import { createAtom } from "@tanstack/react-store";
import { useEffect } from "react";

/** A shortcut of the page on screen, as the overview behind `?` names it. */
export interface Shortcut {
  keys: readonly string[];
  meaning: string;
}

/** The shortcuts of the page on screen, beside those that work everywhere. */
export const pageShortcuts = createAtom<readonly Shortcut[]>([]);

/** Names the page's own shortcuts while it is shown; pass a constant. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    pageShortcuts.set(shortcuts);
    return () => pageShortcuts.set([]);
  }, [shortcuts]);
}
