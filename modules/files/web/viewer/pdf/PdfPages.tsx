import type { PDFDocumentProxy } from "pdfjs-dist";
import { type KeyboardEvent, useMemo } from "react";
import type { PageSize } from "./page-sizes.ts";
import { PdfPage } from "./page/PdfPage.tsx";
import type { Hit } from "./pdf-search.ts";
import classes from "./pdf.module.css";
import type { PageScroll } from "./use-page-scroll.ts";

/** Beside the widest page. */
const MARGIN = 32;
const NO_HITS: readonly Hit[] = [];

interface PdfPagesProps {
  pdf: PDFDocumentProxy;
  sizes: readonly PageSize[];
  scrollerRef: PageScroll["scrollerRef"];
  scroll: Omit<PageScroll, "scrollerRef">;
  hits: readonly Hit[];
  currentHit: Hit | undefined;
  onSize: (page: number, size: PageSize) => void;
}

/** The pages one below the other, of which only those in sight exist. */
export function PdfPages(props: PdfPagesProps) {
  const { pdf, sizes, scrollerRef, scroll, hits, currentHit, onSize } = props;
  const { current, goTo, factor } = scroll;
  const hitsByPage = useMemo(() => Map.groupBy(hits, (hit) => hit.page), [hits]);
  const turnByKey = (event: KeyboardEvent) => {
    const pages = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 1, End: pdf.numPages };
    const page: number | undefined = pages[event.key as keyof typeof pages];
    if (page === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    goTo(page);
  };
  return (
    // The pages are scrolled by keyboard: arrows up and down, page keys; left and right turn them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={scrollerRef}
      className={classes.scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label="Seiten"
      onScroll={scroll.onScroll}
      onKeyDown={turnByKey}
    >
      <div
        className={classes.pages}
        style={{ height: scroll.contentHeight, minWidth: scroll.contentWidth + MARGIN }}
      >
        {scroll.inSight.map(({ index, start }) => {
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
                  currentHit={currentHit}
                  onGoTo={goTo}
                  onSize={onSize}
                />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
