import { useEffect, useRef, type RefObject } from "react";

/** How far a finger has to go, in pixels. */
const FAR_ENOUGH = 84;
/** Less is a tap that trembled. */
const A_MOVE = 12;

interface SwipeActions {
  /** Towards the right. */
  onRight: (() => void) | undefined;
  /** Towards the left. */
  onLeft: () => void;
}

/**
 * Swiping a row with a finger: it follows, and past a point the action is done. The element says
 * what would happen in `data-swipe` (`right`, `left`) and `data-armed`; moving up or down still
 * scrolls.
 */
export function useSwipe(actions: SwipeActions): RefObject<HTMLLIElement | null> {
  const element = useRef<HTMLLIElement>(null);
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    const row = element.current;
    return row ? followFinger(row, () => current.current) : undefined;
  }, []);
  return element;
}

function followFinger(row: HTMLElement, actions: () => SwipeActions): () => void {
  let start: { x: number; y: number } | undefined;
  let moved = 0;
  const begin = (event: TouchEvent) => {
    const touch = event.touches[0];
    start =
      touch && event.touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined;
    moved = 0;
  };
  const move = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (!start || !touch) return;
    const across = touch.clientX - start.x;
    const down = Math.abs(touch.clientY - start.y);
    if (moved === 0 && down > A_MOVE && down > Math.abs(across)) start = undefined;
    if (!start || Math.abs(across) < A_MOVE || (across > 0 && !actions().onRight)) return;
    moved = across;
    row.dataset["swipe"] = across > 0 ? "right" : "left";
    row.toggleAttribute("data-armed", Math.abs(across) >= FAR_ENOUGH);
    row.style.setProperty("--swiped", `${across}px`);
  };
  const end = () => {
    const { onLeft, onRight } = actions();
    if (moved >= FAR_ENOUGH) onRight?.();
    if (moved <= -FAR_ENOUGH) onLeft();
    start = undefined;
    row.style.removeProperty("--swiped");
    delete row.dataset["swipe"];
    row.removeAttribute("data-armed");
  };
  // A finger that swiped did not mean to open the message.
  const click = (event: MouseEvent) => {
    if (moved === 0) return;
    event.preventDefault();
    event.stopPropagation();
    moved = 0;
  };
  row.addEventListener("touchstart", begin, { passive: true });
  row.addEventListener("touchmove", move, { passive: true });
  row.addEventListener("touchend", end);
  row.addEventListener("touchcancel", end);
  row.addEventListener("click", click, true);
  return () => {
    row.removeEventListener("touchstart", begin);
    row.removeEventListener("touchmove", move);
    row.removeEventListener("touchend", end);
    row.removeEventListener("touchcancel", end);
    row.removeEventListener("click", click, true);
  };
}
