import { ActionIcon, VisuallyHidden } from "@mantine/core";
import { GripVertical } from "lucide-react";
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent as Press,
  type ReactNode,
} from "react";
import { formatNumber } from "#platform/web/format/format.ts";
import classes from "./SortableList.module.css";

export interface SortableListProps<T> {
  /** Name of the list for screen readers. */
  label: string;
  items: readonly T[];
  /** Stable while the item moves. */
  itemKey: (item: T) => string;
  /** What an item is called when it is moved. */
  nameOf: (item: T) => string;
  onMove: (from: number, to: number) => void;
  children: (item: T, index: number) => ReactNode;
}

/**
 * Items in an order of one's own: dragged by their handle with mouse or finger, or moved with the
 * arrow keys on it.
 */
export function SortableList<T>({
  label,
  items,
  itemKey,
  nameOf,
  onMove,
  children,
}: SortableListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string>();
  const [said, setSaid] = useState("");

  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || from === to) return;
    onMove(from, to);
    setSaid(
      `${nameOf(item)} steht jetzt an Stelle ${formatNumber(to + 1)} von ${formatNumber(items.length)}.`,
    );
  };
  const moveByKey = (event: KeyboardEvent, index: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(index, index + step);
  };

  // The list as it is at the moment: a drag goes on over many renderings.
  const latest = useRef({ items, move });
  useEffect(() => {
    latest.current = { items, move };
  });
  const startDrag = (event: Press, key: string) => {
    if (event.button !== 0) return;
    setDragged(key);
    const follow = (pointer: PointerEvent) => {
      const from = latest.current.items.findIndex((item) => itemKey(item) === key);
      const rows = [...(list.current?.children ?? [])];
      const above = rows.filter(
        (row, index) => index !== from && middleOf(row) < pointer.clientY,
      ).length;
      if (above !== from) latest.current.move(from, above);
    };
    const end = () => {
      setDragged(undefined);
      window.removeEventListener("pointermove", follow);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
    };
    window.addEventListener("pointermove", follow);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  };

  return (
    <>
      <ul ref={list} className={classes.list} aria-label={label}>
        {items.map((item, index) => (
          <li
            key={itemKey(item)}
            className={classes.item}
            data-dragged={dragged === itemKey(item) || undefined}
          >
            <ActionIcon
              variant="subtle"
              color="gray"
              className={classes.handle ?? ""}
              aria-label={`${nameOf(item)} verschieben, Stelle ${index + 1} von ${items.length}`}
              title="Ziehen, oder mit den Pfeiltasten verschieben"
              onKeyDown={(event) => moveByKey(event, index)}
              onPointerDown={(event) => startDrag(event, itemKey(item))}
            >
              <GripVertical size={17} aria-hidden />
            </ActionIcon>
            <div className={classes.content}>{children(item, index)}</div>
          </li>
        ))}
      </ul>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}

/** The list after one of its items was moved. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

function middleOf(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}
