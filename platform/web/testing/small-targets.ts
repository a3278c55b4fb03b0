/**
 * Returns what can be pressed on the page and is smaller than `least` pixels in either direction,
 * as `element "name" width×height`. What belongs to it counts (a field's label, a link's area drawn
 * over its row). Left out are links within a sentence (WCAG 2.5.8) and what scrolls by keyboard.
 * Runs in the page, so that it can use nothing from outside.
 */
export function smallTargets(least: number): string[] {
  const PRESSED =
    'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="menuitem"], [role="option"], [role="tab"], [role="switch"], [role="checkbox"], [role="radio"]';
  // Half a pixel lies between what is laid out and what is drawn.
  const enough = least - 0.5;

  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest("[aria-hidden='true'], [inert]") === null &&
    !element.matches(":disabled, [aria-disabled='true'], [data-disabled]");

  /** A link whose line holds other words beside it. */
  const isInSentence = (element: Element) => {
    if (!element.matches("a") || getComputedStyle(element).display !== "inline") return false;
    const words = (node: Element) => (node.textContent ?? "").trim().length;
    return (
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) =>
          node !== element &&
          (node.textContent ?? "").trim() !== "" &&
          (node.nodeType === Node.TEXT_NODE ||
            getComputedStyle(node as Element).display === "inline"),
      ) && words(element) > 0
    );
  };

  /** Where a press means the element too: its label, and the field around the text of its pills. */
  const belonging = (element: Element): Element[] => [
    ...(element instanceof HTMLInputElement ? (element.labels ?? []) : []),
    ...[element.closest(".mantine-Input-wrapper")].filter((field) => field !== null),
  ];

  /** Whether a press there is one on the element. */
  const hits = (element: Element, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && [element, ...belonging(element)].some((one) => one.contains(hit));
  };

  /** How far the element can be pressed from its middle, in both directions together. */
  const reach = (element: Element, x: number, y: number, dx: number, dy: number) => {
    let length = 1;
    for (const sign of [1, -1])
      for (let step = 1; step <= least; step++) {
        if (!hits(element, x + sign * step * dx, y + sign * step * dy)) break;
        length += 1;
      }
    return length;
  };

  const found: string[] = [];
  for (const element of document.querySelectorAll(PRESSED)) {
    if (!isShown(element) || isInSentence(element)) continue;
    let box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    if (box.width >= enough && box.height >= enough) continue;
    element.scrollIntoView({ block: "center", inline: "center" });
    box = element.getBoundingClientRect();
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    if (!hits(element, x, y)) continue;
    const width = Math.max(box.width, reach(element, x, y, 1, 0));
    const height = Math.max(box.height, reach(element, x, y, 0, 1));
    if (width >= enough && height >= enough) continue;
    const name =
      element.getAttribute("aria-label") ?? (element.textContent ?? "").trim().slice(0, 30);
    found.push(
      `${element.tagName.toLowerCase()}.${String(element.getAttribute("class"))
        .replace(/m_\w+ ?/g, "")
        .slice(0, 60)} "${name}" ${Math.round(width)}×${Math.round(height)}`,
    );
  }
  window.scrollTo(0, 0);
  return found;
}
