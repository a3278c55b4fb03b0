/** Marks hits in the text layers of the pages on screen, without changing them (CSS highlights). */
const ALL = "pdf-hits";
const CURRENT = "pdf-hit";

const drawn = new Map<string, { all: Range[]; current: Range[] }>();

/**
 * Marks the hits of one text layer; `parts` are its elements with their text, in the order of
 * `pageText`.
 */
export function highlightHits(
  key: string,
  parts: readonly { element: HTMLElement; text: string; start: number }[],
  hits: readonly { start: number; end: number; current: boolean }[],
): void {
  const all: Range[] = [];
  const current: Range[] = [];
  for (const hit of hits) {
    for (const part of parts) {
      const from = Math.max(hit.start, part.start);
      const to = Math.min(hit.end, part.start + part.text.length);
      const node = part.element.firstChild;
      if (from >= to || !(node instanceof Text)) continue;
      const range = new Range();
      range.setStart(node, Math.min(from - part.start, node.length));
      range.setEnd(node, Math.min(to - part.start, node.length));
      (hit.current ? current : all).push(range);
    }
  }
  drawn.set(key, { all, current });
  publish();
}

export function clearHits(key: string): void {
  if (drawn.delete(key)) publish();
}

function publish(): void {
  // Browsers without CSS highlights still jump to the page of a hit.
  if (!("highlights" in CSS)) return;
  const layers = [...drawn.values()];
  CSS.highlights.set(ALL, new Highlight(...layers.flatMap((layer) => layer.all)));
  CSS.highlights.set(CURRENT, new Highlight(...layers.flatMap((layer) => layer.current)));
}
