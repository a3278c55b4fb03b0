import type { PDFDocumentProxy } from "pdfjs-dist";
import { type ReactNode, useCallback, useState } from "react";
import type { Entry } from "../../../contract.ts";
import { ViewerFrame } from "../ViewerFrame.tsx";
import type { PageSize } from "./page-sizes.ts";
import { PdfPages } from "./PdfPages.tsx";
import { PdfPrintDialog } from "./PdfPrintDialog.tsx";
import { PdfSearchBar } from "./PdfSearchBar.tsx";
import { PdfThumbnails } from "./PdfThumbnails.tsx";
import { PdfTools } from "./PdfTools.tsx";
import classes from "./pdf.module.css";
import { usePageScroll } from "./use-page-scroll.ts";
import { usePdfSearch } from "./use-pdf-search.ts";
import { useViewerKeys } from "./use-viewer-keys.ts";
import { nextZoom, type Zoom } from "./zoom.ts";

interface PdfDocumentProps {
  /** Stands above the pages. */
  notice: ReactNode;
  shareId: string;
  entry: Entry;
  pdf: PDFDocumentProxy;
  firstSizes: PageSize[];
  startPage: number;
}

/** An open PDF with its tools, its search and its small pictures. */
export function PdfDocument({
  notice,
  shareId,
  entry,
  pdf,
  firstSizes,
  startPage,
}: PdfDocumentProps) {
  const [sizes, setSizes] = useState(firstSizes);
  const [zoom, setZoom] = useState<Zoom>("width");
  const [thumbnails, setThumbnails] = useState(
    () => window.matchMedia("(min-width: 64em)").matches && pdf.numPages > 1,
  );
  const [searching, setSearching] = useState(false);
  const [printing, setPrinting] = useState(false);
  const { scrollerRef, ...scroll } = usePageScroll(sizes, zoom, startPage);
  const { current, goTo, factor } = scroll;
  const search = usePdfSearch(pdf, goTo);
  const correctSize = useCallback(
    (page: number, size: PageSize) =>
      setSizes((before) => before.map((one, index) => (index === page - 1 ? size : one))),
    [],
  );
  const changeZoom = useCallback(
    (direction: 1 | -1) => setZoom(nextZoom(factor, direction)),
    [factor],
  );
  const closeSearch = () => {
    setSearching(false);
    search.setWords("");
    scroll.focus();
  };
  useViewerKeys({
    onSearch: () => setSearching(true),
    onPrint: () => setPrinting(true),
    onZoom: changeZoom,
    onReset: () => setZoom(1),
  });

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
      {notice}
      {searching && <PdfSearchBar search={search} pages={pdf.numPages} onClose={closeSearch} />}
      <div className={classes.viewer}>
        {thumbnails && <PdfThumbnails pdf={pdf} sizes={sizes} current={current} onGoTo={goTo} />}
        <PdfPages
          pdf={pdf}
          sizes={sizes}
          scrollerRef={scrollerRef}
          scroll={scroll}
          hits={search.hits}
          currentHit={search.current}
          onSize={correctSize}
        />
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
