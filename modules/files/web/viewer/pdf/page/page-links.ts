import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";

/** A link on a page; place and size in points from the top left corner. */
export type PageLink = { left: number; top: number; width: number; height: number } & (
  | { kind: "address"; address: string }
  | { kind: "page"; page: number }
);

/**
 * Links of a page to the web, to mail addresses and to other pages; whatever else a PDF wants to
 * start is left out.
 */
export async function linksOf(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<PageLink[]> {
  const viewport = page.getViewport({ scale: 1 });
  const annotations = (await page.getAnnotations()) as {
    subtype?: string;
    url?: string;
    dest?: unknown;
    rect?: number[];
  }[];
  const links: PageLink[] = [];
  for (const { subtype, url, dest, rect } of annotations) {
    if (subtype !== "Link" || rect?.length !== 4) continue;
    const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(
      rect[0] ?? 0,
      rect[1] ?? 0,
    ) as number[];
    const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(
      rect[2] ?? 0,
      rect[3] ?? 0,
    ) as number[];
    const place = {
      left: Math.min(x1, x2),
      top: Math.min(y1, y2),
      width: Math.abs(x2 - x1),
      height: Math.abs(y2 - y1),
    };
    if (url !== undefined && /^(https?|mailto):/i.test(url))
      links.push({ ...place, kind: "address", address: url });
    else if (dest !== undefined && dest !== null) {
      const target = await pageOfDestination(pdf, dest);
      if (target !== undefined) links.push({ ...place, kind: "page", page: target });
    }
  }
  return links;
}

async function pageOfDestination(
  pdf: PDFDocumentProxy,
  dest: unknown,
): Promise<number | undefined> {
  try {
    const explicit: unknown = typeof dest === "string" ? await pdf.getDestination(dest) : dest;
    const [reference] = Array.isArray(explicit) ? (explicit as unknown[]) : [];
    if (typeof reference === "number") return reference + 1;
    if (typeof reference !== "object" || reference === null) return undefined;
    return (
      (await pdf.getPageIndex(reference as Parameters<PDFDocumentProxy["getPageIndex"]>[0])) + 1
    );
  } catch {
    // A link into nowhere is no link.
    return undefined;
  }
}
