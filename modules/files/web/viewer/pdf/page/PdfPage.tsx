import { TextLayer, type PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { clearHits, highlightHits } from "./highlight.ts";
import { linksOf, type PageLink } from "./page-links.ts";
import type { Hit } from "./pdf-search.ts";
import type { PageSize } from "./page-sizes.ts";
import classes from "./pdf.module.css";
import { PIXELS_PER_POINT } from "./zoom.ts";

interface TextPart {
  element: HTMLElement;
  text: string;
  start: number;
}

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

/** Canvas memory of browsers is limited: beyond this many pixels a page is drawn coarser. */
const MOST_PIXELS = 16_000_000;

/** One page: its picture, its text to select and find, its links. */
export function PdfPage({
  pdf,
  number,
  size,
  factor,
  hits,
  currentHit,
  onGoTo,
  onSize,
}: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const textLayer = useRef<HTMLDivElement>(null);
  const [parts, setParts] = useState<readonly TextPart[]>([]);
  const [links, setLinks] = useState<readonly PageLink[]>([]);
  const [failed, setFailed] = useState(false);
  const scale = factor * PIXELS_PER_POINT;

  useEffect(() => {
    const stop = new AbortController();
    let cancel = () => {};
    const draw = async () => {
      const page = await pdf.getPage(number);
      if (stop.signal.aborted || !canvas.current) return;
      const natural = page.getViewport({ scale: 1 });
      if (Math.abs(natural.width - size.width) > 1 || Math.abs(natural.height - size.height) > 1)
        onSize(number, { width: natural.width, height: natural.height });
      const wanted = Math.min(
        window.devicePixelRatio,
        Math.sqrt(MOST_PIXELS / (natural.width * natural.height * scale * scale)),
      );
      const viewport = page.getViewport({ scale: scale * wanted });
      // Drawn aside first: zooming shows the old picture stretched until the new one is there.
      const fresh = document.createElement("canvas");
      fresh.width = Math.floor(viewport.width);
      fresh.height = Math.floor(viewport.height);
      const task = page.render({ canvas: fresh, viewport });
      cancel = () => task.cancel();
      await task.promise;
      const target = canvas.current;
      if (stop.signal.aborted || !target) return;
      target.width = fresh.width;
      target.height = fresh.height;
      target.getContext("2d")?.drawImage(fresh, 0, 0);
      setFailed(false);
      setLinks(await linksOf(pdf, page));
    };
    draw().catch((error: unknown) => {
      if (!stop.signal.aborted) {
        console.warn(`Page ${number} could not be drawn.`, error);
        setFailed(true);
      }
    });
    return () => {
      stop.abort();
      cancel();
    };
  }, [pdf, number, scale, size.width, size.height, onSize]);

  useEffect(() => {
    const container = textLayer.current;
    if (!container) return undefined;
    let layer: TextLayer | undefined;
    let gone = false;
    const fill = async () => {
      const page = await pdf.getPage(number);
      const content = await page.getTextContent();
      if (gone) return;
      container.replaceChildren();
      layer = new TextLayer({
        textContentSource: content,
        container,
        viewport: page.getViewport({ scale: PIXELS_PER_POINT }),
      });
      await layer.render();
      if (!gone) setParts(partsOf(layer, content.items));
    };
    // A page without readable text can still be looked at.
    fill().catch(() => setParts([]));
    return () => {
      gone = true;
      layer?.cancel();
    };
  }, [pdf, number]);

  useEffect(() => {
    const key = String(number);
    highlightHits(
      key,
      parts,
      hits.map((hit) => ({ ...hit, current: hit === currentHit })),
    );
    return () => clearHits(key);
  }, [number, parts, hits, currentHit]);

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
      <div ref={textLayer} className={classes.textLayer} />
      {links.map((link) => (
        <a
          key={`${link.left} ${link.top}`}
          className={classes.link}
          href={link.kind === "address" ? link.address : `#seite-${link.page}`}
          aria-label={link.kind === "address" ? link.address : `Zu Seite ${link.page}`}
          style={{
            left: link.left * scale,
            top: link.top * scale,
            width: link.width * scale,
            height: link.height * scale,
          }}
          {...(link.kind === "address" ? { target: "_blank", rel: "noopener noreferrer" } : {})}
          onClick={(event) => {
            if (link.kind !== "page") return;
            event.preventDefault();
            onGoTo(link.page);
          }}
        />
      ))}
      {failed && (
        <p className={classes.failed} role="alert">
          Diese Seite lässt sich nicht darstellen.
        </p>
      )}
    </div>
  );
}

/** Elements of the text layer with their place in the page's text as `pageText` joins it. */
function partsOf(layer: TextLayer, items: readonly object[]): TextPart[] {
  const parts: TextPart[] = [];
  let start = 0;
  let index = 0;
  for (const item of items) {
    if (!("str" in item) || typeof item.str !== "string") continue;
    const element = layer.textDivs[index];
    index += 1;
    if (element) parts.push({ element, text: item.str, start });
    start += item.str.length + ("hasEOL" in item && item.hasEOL === true ? 1 : 0);
  }
  return parts;
}
