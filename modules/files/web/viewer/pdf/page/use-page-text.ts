import { type PDFDocumentProxy, TextLayer } from "pdfjs-dist";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Hit } from "../pdf-search.ts";
import { PIXELS_PER_POINT } from "../zoom.ts";
import { clearHits, highlightHits } from "./highlight.ts";

interface TextPart {
  element: HTMLElement;
  text: string;
  start: number;
}

/** Puts a page's text over its picture, to select it; marks hits. Returns where it is put. */
export function usePageText(
  pdf: PDFDocumentProxy,
  number: number,
  hits: readonly Hit[],
  currentHit: Hit | undefined,
): RefObject<HTMLDivElement | null> {
  const container = useRef<HTMLDivElement>(null);
  const [parts, setParts] = useState<readonly TextPart[]>([]);
  useEffect(() => {
    const target = container.current;
    if (!target) return undefined;
    let layer: TextLayer | undefined;
    let gone = false;
    const fill = async () => {
      const page = await pdf.getPage(number);
      const content = await page.getTextContent();
      if (gone) return;
      target.replaceChildren();
      layer = new TextLayer({
        textContentSource: content,
        container: target,
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
  return container;
}

/** Returns elements of the text layer with their place in the text as `pageText` joins it. */
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
