import { useVirtualizer } from "@tanstack/react-virtual";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef } from "react";
import type { PageSize } from "./page-sizes.ts";
import classes from "./pdf.module.css";

const WIDTH = 112;
/** The page's number and the room around. */
const EXTRA = 38;

interface PdfThumbnailsProps {
  pdf: PDFDocumentProxy;
  sizes: readonly PageSize[];
  current: number;
  onGoTo: (page: number) => void;
}

/** Small pictures of all pages; only those in sight are drawn. */
export function PdfThumbnails({ pdf, sizes, current, onGoTo }: PdfThumbnailsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- read anew with every drawing
  const rows = useVirtualizer({
    count: sizes.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(sizes[index]) + EXTRA,
    overscan: 3,
  });
  useEffect(() => rows.scrollToIndex(current - 1, { align: "auto" }), [rows, current]);
  return (
    <nav ref={scroller} className={classes.thumbnails} aria-label="Seitenübersicht">
      <div style={{ height: rows.getTotalSize(), position: "relative" }}>
        {rows.getVirtualItems().map(({ index, start }) => (
          <button
            key={index}
            type="button"
            className={classes.thumbnail}
            style={{ transform: `translateY(${start}px)` }}
            aria-current={index + 1 === current ? "page" : undefined}
            aria-label={`Zu Seite ${index + 1}`}
            onClick={() => onGoTo(index + 1)}
          >
            <Picture pdf={pdf} number={index + 1} height={heightOf(sizes[index])} />
            <span>{index + 1}</span>
          </button>
        ))}
      </div>
    </nav>
  );
}

function heightOf(size: PageSize | undefined): number {
  return size ? Math.min(220, Math.round((size.height / size.width) * WIDTH)) : 158;
}

function Picture({
  pdf,
  number,
  height,
}: {
  pdf: PDFDocumentProxy;
  number: number;
  height: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let cancel = () => {};
    let gone = false;
    const draw = async () => {
      const page = await pdf.getPage(number);
      const target = canvas.current;
      if (gone || !target) return;
      const natural = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({
        scale: (WIDTH / natural.width) * Math.min(2, window.devicePixelRatio),
      });
      target.width = Math.floor(viewport.width);
      target.height = Math.floor(viewport.height);
      const task = page.render({ canvas: target, viewport });
      cancel = () => task.cancel();
      await task.promise;
    };
    // The large page says what is wrong with it.
    draw().catch(() => {});
    return () => {
      gone = true;
      cancel();
    };
  }, [pdf, number]);
  return <canvas ref={canvas} style={{ width: WIDTH, height }} aria-hidden />;
}
