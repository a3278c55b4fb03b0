import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useUnfinished } from "./unfinished.ts";

/** Takes the first suggestion that stands below a field, if its list is open and has one. */
export function takeFirstOption(input: HTMLInputElement): void {
  if (input.readOnly || input.value.trim() === "") return;
  const first = listOf(input)?.querySelector<HTMLElement>(
    "[data-combobox-option]:not([data-combobox-disabled])",
  );
  // Taking what is chosen already would let it go.
  if (first && !("comboboxActive" in first.dataset)) first.click();
}

function listOf(input: HTMLInputElement): HTMLElement | null {
  return document.getElementById(input.getAttribute("aria-controls") ?? "");
}

interface SuggestedField {
  text: string;
  onText: (text: string) => void;
  /** Whether what the list shows belongs to the text, and not to what stood there before. */
  fresh: boolean;
  /** Whether the text is only the name of what is chosen, as fields for one value show it. */
  isChosen?: boolean;
}

/**
 * Returns the props of a field whose suggestions come from the server. Enter takes the first one,
 * also when they come after the key; text that was not taken stays, is marked, and keeps the form
 * from being saved without it.
 */
export function useSuggestions({ text, onText, fresh, isChosen = false }: SuggestedField) {
  const wanted = useRef<HTMLInputElement>(null);
  const leaving = useRef(false);
  const [left, setLeft] = useState(false);
  const open = !isChosen && text.trim() !== "";
  const unfinished = useUnfinished(
    open
      ? `„${text.trim()}“ ist noch nicht ausgewählt. Bitte wählen Sie einen Vorschlag oder löschen Sie den Text.`
      : null,
    left,
  );
  useEffect(() => {
    if (!fresh || wanted.current === null) return;
    takeFirstOption(wanted.current);
    wanted.current = null;
  }, [fresh]);
  const change = (next: string) => {
    // Mantine empties the field when it is left.
    if (leaving.current && open && next === "") return;
    wanted.current = null;
    setLeft(false);
    onText(next);
  };
  const take = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || text.trim() === "") return;
    if (event.ctrlKey || event.metaKey) return;
    const input = event.currentTarget;
    if (!open) return event.preventDefault();
    if (fresh && listOf(input)?.querySelector("[data-combobox-selected]")) return;
    event.preventDefault();
    if (fresh) takeFirstOption(input);
    else wanted.current = input;
  };
  return {
    error: unfinished.error,
    field: {
      ...unfinished.field,
      searchValue: text,
      onSearchChange: change,
      onKeyDown: take,
      onFocus: () => setLeft(false),
      onBlurCapture: () => {
        leaving.current = true;
        setLeft(true);
        setTimeout(() => (leaving.current = false));
      },
    },
  };
}
