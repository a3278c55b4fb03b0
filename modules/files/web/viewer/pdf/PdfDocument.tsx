import { useElementSize, useMergedRef } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import type { Entry } from "../../../contract.ts";
import { ViewerFrame } from "../ViewerFrame.tsx";
import type { PageSize } from "./page-sizes.ts";
import type { Hit } from "./pdf-search.ts";
import { PdfPage } from "./PdfPage.tsx";
import { PdfPrintDialog } from "./PdfPrintDialog.tsx";
import { PdfSearchBar } from "./PdfSearchBar.tsx";
import { PdfThumbnails } from "./PdfThumbnails.tsx";
import { PdfTools } from "./PdfTools.tsx";
import classes from "./pdf.module.css";
import { usePdfSearch } from "./use-pdf-search.ts";
import { factorOf, nextZoom, PIXELS_PER_POINT, type Zoom } from "./zoom.ts";

interface PdfDocumentProps {
  shareId: string;
  entry: Entry;
  pdf: PDFDocumentProxy;
  firstSizes: PageSize[];
  startPage: number;
}

/** Between two pages. */
const GAP = 14;
const NO_HITS: readonly Hit[] = [];

/** An open PDF: pages one below the other, of which only those in sight exist. */
export function PdfDocument({ shareId, entry, pdf, firstSizes, startPage }: PdfDocumentProps) {
  const [sizes, setSizes] = useState(firstSizes);
  const [zoom, setZoom] = useState<Zoom>("width");
  const [thumbnails, setThumbnails] = useState(
    () => window.matchMedia("(min-width: 64em)").matches && pdf.numPages > 1,
  );
  const [searching, setSearching] = useState(false);
  const [printing, setPrinting] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: measured, width, height } = useElementSize<HTMLDivElement>();
  const scrollerRef = useMergedRef(scroller, measured);
  const widest = useMemo(
    () =>
      sizes.reduce(
        (widestSoFar, size) => (size.width > widestSoFar.width ? size : widestSoFar),
        sizes[0] ?? { width: 595, height: 842 },
      ),
    [sizes],
  );
  // A desktop window shows a page at a readable size, not blown up to its width.
  const fitted = factorOf(zoom, widest, { width, height });
  const factor = zoom === "width" ? Math.min(fitted, 1.5) : fitted;

  // oxlint-disable-next-line react/incompatible-library -- read anew with every drawing
  const rows = useVirtualizer({
    count: sizes.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (sizes[index]?.height ?? 842) * factor * PIXELS_PER_POINT + GAP,
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
    const height1 = (sizes[page - 1]?.height ?? 842) * factor * PIXELS_PER_POINT;
    scroller.current?.scrollTo({ top: start + within * height1 });
  }, [rows, factor, sizes, ready]);

  const onScroll = () => {
    const top = scroller.current?.scrollTop ?? 0;
    const atTop = rows.getVirtualItemForOffset(top + GAP);
    if (!atTop) return;
    place.current = {
      page: atTop.index + 1,
      within: Math.max(0, (top - atTop.start) / Math.max(1, atTop.size)),
    };
    const middle = rows.getVirtualItemForOffset(top + height / 3);
    setCurrent((middle?.index ?? 0) + 1);
  };
  const goTo = useCallback(
    (page: number) => {
      const target = Math.min(Math.max(page, 1), pdf.numPages);
      rows.scrollToIndex(target - 1, { align: "start" });
    },
    [rows, pdf],
  );
  const correctSize = useCallback(
    (page: number, size: PageSize) =>
      setSizes((before) => before.map((one, index) => (index === page - 1 ? size : one))),
    [],
  );

  const search = usePdfSearch(pdf, goTo);
  const hitsByPage = useMemo(() => Map.groupBy(search.hits, (hit) => hit.page), [search.hits]);
  const closeSearch = () => {
    setSearching(false);
    search.setWords("");
    scroller.current?.focus();
  };

  const changeZoom = useCallback(
    (direction: 1 | -1) => setZoom(nextZoom(factor, direction)),
    [factor],
  );
  useViewerKeys({
    onSearch: () => setSearching(true),
    onPrint: () => setPrinting(true),
    onZoom: changeZoom,
    onReset: () => setZoom(1),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const page = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 1, End: pdf.numPages }[
      event.key
    ];
    if (page === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    goTo(page);
  };

  return (
    <ViewerFrame
      shareId={shareId}
      entry={entry}
      tools={
        <PdfTools
          pages={pdf.numPages}
          current={current}
          onGoTo={goTo}
          zoom={zoom}
          factor={factor}
          onZoom={setZoom}
          onStep={changeZoom}
          thumbnails={thumbnails}
          onThumbnails={() => setThumbnails(!thumbnails)}
          onSearch={() => (searching ? closeSearch() : setSearching(true))}
          onPrint={() => setPrinting(true)}
        />
      }
    >
      {searching && <PdfSearchBar search={search} pages={pdf.numPages} onClose={closeSearch} />}
      <div className={classes.viewer}>
        {thumbnails && <PdfThumbnails pdf={pdf} sizes={sizes} current={current} onGoTo={goTo} />}
        {/* The pages are scrolled by keyboard: arrows up and down, page keys; left and right turn them. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <div
          ref={scrollerRef}
          className={classes.scroller}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          role="region"
          aria-label="Seiten"
          onScroll={onScroll}
          onKeyDown={onKeyDown}
        >
          <div
            className={classes.pages}
            style={{
              height: rows.getTotalSize() + GAP,
              minWidth: widest.width * factor * PIXELS_PER_POINT + 32,
            }}
          >
            {ready &&
              rows.getVirtualItems().map(({ index, start }) => {
                const size = sizes[index];
                return (
                  size && (
                    <div
                      key={index}
                      className={classes.slot}
                      style={{ transform: `translateY(${start}px)` }}
                    >
                      <PdfPage
                        pdf={pdf}
                        number={index + 1}
                        size={size}
                        factor={factor}
                        hits={hitsByPage.get(index + 1) ?? NO_HITS}
                        currentHit={search.current}
                        onGoTo={goTo}
                        onSize={correctSize}
                      />
                    </div>
                  )
                );
              })}
          </div>
        </div>
      </div>
      <PdfPrintDialog
        pdf={pdf}
        current={current}
        opened={printing}
        onClose={() => setPrinting(false)}
      />
    </ViewerFrame>
  );
}

interface ViewerKeys {
  onSearch: () => void;
  onPrint: () => void;
  onZoom: (direction: 1 | -1) => void;
  onReset: () => void;
}

/** The browser's own keys for search, print and zoom act on the document. */
function useViewerKeys(keys: ViewerKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      const { onSearch, onPrint, onZoom, onReset } = latest.current;
      const action = {
        f: onSearch,
        p: onPrint,
        "+": () => onZoom(1),
        "=": () => onZoom(1),
        "-": () => onZoom(-1),
        "0": onReset,
      }[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
