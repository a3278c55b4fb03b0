import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";

/**
 * Only the rows in sight are in the document, so that a folder of 10,000 entries scrolls like one
 * of ten. `beyond`: rows kept above and below the window; high ones need fewer.
 */
export function useVirtualRows(
  count: number,
  rowHeight: number | ((index: number) => number),
  beyond = 8,
) {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  // What stands above the list changes with filters and selection.
  useLayoutEffect(() => {
    const measure = () =>
      setTop(
        list.current ? Math.round(list.current.getBoundingClientRect().top + window.scrollY) : 0,
      );
    measure();
    const observer = new ResizeObserver(measure);
    for (let above = list.current?.parentElement; above; above = above.parentElement)
      observer.observe(above);
    return () => observer.disconnect();
  }, []);
  // The library is made for being read anew with every drawing; nothing here is memoised by it.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useWindowVirtualizer({
    count,
    estimateSize: (index) => (typeof rowHeight === "number" ? rowHeight : rowHeight(index)),
    overscan: beyond,
    // Drawing may lag a frame behind the finger; holding the finger up for it may not.
    useFlushSync: false,
    scrollMargin: top,
    scrollPaddingStart: 120,
    scrollPaddingEnd: 80,
  });
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);

  /** The arrows walk through all rows, also through those that are not in the document yet. */
  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1, Home: -count, End: count }[event.key];
      const row = (event.target as HTMLElement).closest<HTMLElement>("[data-index]");
      if (step === undefined || !row || !(event.target as HTMLElement).matches("[data-row-link]"))
        return;
      event.preventDefault();
      const next = Math.min(count - 1, Math.max(0, Number(row.dataset["index"]) + step));
      rows.scrollToIndex(next, { align: "auto" });
      const focus = (tries: number) => {
        const link = list.current?.querySelector<HTMLElement>(
          `[data-index="${next}"] [data-row-link]`,
        );
        if (link) link.focus({ preventScroll: true });
        else if (tries > 0) requestAnimationFrame(() => focus(tries - 1));
      };
      focus(10);
    },
    [count, rows],
  );

  const items = rows
    .getVirtualItems()
    .map((item) => ({ index: item.index, offset: item.start - top }));
  return { list, items, height: rows.getTotalSize(), onKeyDown };
}
