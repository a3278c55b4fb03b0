import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { PageSize } from "../page-sizes.ts";
import { linksOf, type PageLink } from "./page-links.ts";

/** Canvas memory of browsers is limited: beyond this many pixels a page is drawn coarser. */
const MOST_PIXELS = 16_000_000;

interface PagePictureOptions {
  pdf: PDFDocumentProxy;
  number: number;
  size: PageSize;
  /** Pixels per point. */
  scale: number;
  /** Told when the page has another size than was thought. */
  onSize: (page: number, size: PageSize) => void;
}

interface PagePicture {
  /** Where the picture is drawn. */
  canvas: RefObject<HTMLCanvasElement | null>;
  links: readonly PageLink[];
  failed: boolean;
}

/** Draws a page on a canvas, anew with every other scale; returns its links with it. */
export function usePagePicture(options: PagePictureOptions): PagePicture {
  const { pdf, number, size, scale, onSize } = options;
  const { width, height } = size;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [links, setLinks] = useState<readonly PageLink[]>([]);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const draw = async () => {
      const page = await pdf.getPage(number);
      if (stop.signal.aborted || !canvas.current) return;
      const natural = page.getViewport({ scale: 1 });
      if (Math.abs(natural.width - width) > 1 || Math.abs(natural.height - height) > 1)
        onSize(number, { width: natural.width, height: natural.height });
      // Drawn aside first: zooming shows the old picture stretched until the new one is there.
      const fresh = await drawnAside(page, natural, scale, stop.signal);
      if (stop.signal.aborted || !canvas.current) return;
      copyOnto(canvas.current, fresh);
      setFailed(false);
      setLinks(await linksOf(pdf, page));
    };
    draw().catch((error: unknown) => {
      if (stop.signal.aborted) return;
      console.warn(`Page ${number} could not be drawn.`, error);
      setFailed(true);
    });
    return () => stop.abort();
  }, [pdf, number, scale, width, height, onSize]);
  return { canvas, links, failed };
}

async function drawnAside(
  page: PDFPageProxy,
  natural: PageSize,
  scale: number,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  const finest = Math.sqrt(MOST_PIXELS / (natural.width * natural.height * scale * scale));
  const viewport = page.getViewport({ scale: scale * Math.min(window.devicePixelRatio, finest) });
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const task = page.render({ canvas, viewport });
  signal.addEventListener("abort", () => task.cancel(), { once: true });
  await task.promise;
  return canvas;
}

function copyOnto(target: HTMLCanvasElement, source: HTMLCanvasElement): void {
  target.width = source.width;
  target.height = source.height;
  target.getContext("2d")?.drawImage(source, 0, 0);
}
