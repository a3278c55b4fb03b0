import { useElementSize, useMergedRef } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { PageSize } from "./page-sizes.ts";
import { factorOf, PIXELS_PER_POINT, type Zoom } from "./zoom.ts";

/** Between two pages. */
const GAP = 14;
const A4: PageSize = { width: 595, height: 842 };
/** A desktop window shows a page at a readable size, not blown up to its width. */
const MOST_TO_FIT = 1.5;

/** The pages of a document in a box that scrolls: which are in sight, and how large they are. */
export function usePageScroll(sizes: readonly PageSize[], zoom: Zoom, startPage: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: measured, width, height } = useElementSize<HTMLDivElement>();
  const scrollerRef = useMergedRef(scroller, measured);
  const widest = useMemo(() => widestOf(sizes), [sizes]);
  const fitted = factorOf(zoom, widest, { width, height });
  const factor = zoom === "width" ? Math.min(fitted, MOST_TO_FIT) : fitted;
  const heightOf = (page: number) => (sizes[page - 1] ?? A4).height * factor * PIXELS_PER_POINT;

  // oxlint-disable-next-line react/incompatible-library -- read anew with every drawing
  const rows = useVirtualizer({
    count: sizes.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(index + 1) + GAP,
    overscan: 1,
    paddingStart: GAP,
    initialOffset: 0,
  });
  const [current, setCurrent] = useState(1);
  const place = useRef({ page: Math.min(Math.max(startPage, 1), sizes.length), within: 0 });
  const ready = width > 0;

  // Zooming keeps the place: the page and how far it is scrolled past the top.
  useEffect(() => {
    if (!ready) return;
    rows.measure();
    const { page, within } = place.current;
    const start = rows.getOffsetForIndex(page - 1, "start")?.[0] ?? 0;
    const pageHeight = (sizes[page - 1] ?? A4).height * factor * PIXELS_PER_POINT;
    scroller.current?.scrollTo({ top: start + within * pageHeight });
  }, [rows, factor, sizes, ready]);

  const onScroll = () => {
    const top = scroller.current?.scrollTop ?? 0;
    const atTop = rows.getVirtualItemForOffset(top + GAP);
    if (!atTop) return;
    const within = Math.max(0, (top - atTop.start) / Math.max(1, atTop.size));
    place.current = { page: atTop.index + 1, within };
    const middle = rows.getVirtualItemForOffset(top + height / 3);
    setCurrent((middle?.index ?? 0) + 1);
  };
  const goTo = useCallback(
    (page: number) => {
      const target = Math.min(Math.max(page, 1), sizes.length);
      rows.scrollToIndex(target - 1, { align: "start" });
    },
    [rows, sizes.length],
  );
  return {
    /** Of the box that scrolls. */
    scrollerRef,
    focus: () => scroller.current?.focus(),
    /** 1 = 100 %. */
    factor,
    /** The page that is being read. */
    current,
    goTo,
    onScroll,
    /** What the box holds; nothing is in sight before it is measured. */
    inSight: ready ? rows.getVirtualItems() : [],
    contentHeight: rows.getTotalSize() + GAP,
    contentWidth: widest.width * factor * PIXELS_PER_POINT,
  };
}

export type PageScroll = ReturnType<typeof usePageScroll>;

function widestOf(sizes: readonly PageSize[]): PageSize {
  return sizes.reduce(
    (widest, size) => (size.width > widest.width ? size : widest),
    sizes[0] ?? A4,
  );
}
