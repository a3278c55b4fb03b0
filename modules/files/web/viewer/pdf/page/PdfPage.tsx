import type { PDFDocumentProxy } from "pdfjs-dist";
import type { PageSize } from "../page-sizes.ts";
import classes from "../pdf.module.css";
import type { Hit } from "../pdf-search.ts";
import { PIXELS_PER_POINT } from "../zoom.ts";
import { PageLinks } from "./PageLinks.tsx";
import { usePagePicture } from "./use-page-picture.ts";
import { usePageText } from "./use-page-text.ts";

export interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  size: PageSize;
  /** 1 = 100 %. */
  factor: number;
  hits: readonly Hit[];
  currentHit: Hit | undefined;
  onGoTo: (page: number) => void;
  /** Told when the page has another size than was thought. */
  onSize: (page: number, size: PageSize) => void;
}

/** One page: its picture, its text to select and find, its links. */
export function PdfPage(props: PdfPageProps) {
  const { pdf, number, size, factor, hits, currentHit, onGoTo, onSize } = props;
  const scale = factor * PIXELS_PER_POINT;
  const { canvas, links, failed } = usePagePicture({ pdf, number, size, scale, onSize });
  const text = usePageText(pdf, number, hits, currentHit);
  return (
    <div
      className={classes.page}
      style={{
        width: size.width * scale,
        height: size.height * scale,
        ["--total-scale-factor" as string]: scale,
        ["--scale-round-x" as string]: "1px",
      }}
      role="group"
      aria-label={`Seite ${number}`}
    >
      <canvas ref={canvas} className={classes.canvas} aria-hidden />
      <div ref={text} className={classes.textLayer} />
      <PageLinks links={links} scale={scale} onGoTo={onGoTo} />
      {failed && (
        <p className={classes.failed} role="alert">
          Diese Seite lässt sich nicht darstellen.
        </p>
      )}
    </div>
  );
}
