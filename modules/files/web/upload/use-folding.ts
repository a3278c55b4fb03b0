import { useFocusWithin, useHover, useMergedRef } from "@mantine/hooks";
import { useEffect, useState } from "react";

const FOLD_AFTER = 4_000;

/**
 * Returns whether the panel of uploads is folded. It folds by itself a while after everything is
 * finished, but never under the reader's pointer or focus, and never against what the reader chose.
 */
export function useFolding(finished: boolean) {
  const [chosen, setChosen] = useState<boolean>();
  const [rested, setRested] = useState(false);
  const { hovered, ref: hover } = useHover();
  const { focused, ref: focus } = useFocusWithin();
  const held = hovered || focused;
  useEffect(() => {
    if (!finished || held) return;
    const timer = setTimeout(() => setRested(true), FOLD_AFTER);
    return () => clearTimeout(timer);
  }, [finished, held]);
  // A new upload opens what folded by itself, and folds again what was opened to be read.
  if (!finished && rested) setRested(false);
  if (!finished && chosen === false) setChosen(undefined);
  const folded = chosen ?? rested;
  return { folded, toggle: () => setChosen(!folded), ref: useMergedRef(hover, focus) };
}
