import type { AnyRouter } from "@tanstack/react-router";
import { getElementScrollRestorationEntry } from "@tanstack/router-core";

/** So long a page may take to show what it showed. */
const LIMIT_MS = 20_000;
/** With these a reader goes elsewhere by themselves. */
const OWN_MOVES = ["wheel", "touchstart", "pointerdown", "keydown"] as const;
/** The router's name for what scrolls within a page. */
const SCROLLER = "data-scroll-restoration-id";

/** Lists that scroll in their own box; another list begins at its top. */
export const TABLE = `[${SCROLLER}="table"]`;

/**
 * Returns readers to where they were on a page they come back to: what was in sight, in the page
 * and in its boxes, and the link that they left by. The router remembers places for the session and
 * tries once, when a list may still be empty; this waits for the list.
 */
export function keepPlaces(router: AnyRouter): void {
  const links = new Map<string, string>();
  let stop = () => {};
  const keyOf = ({ state, href }: AnyRouter["latestLocation"]) => state.__TSR_key ?? href;
  router.subscribe("onBeforeLoad", ({ fromLocation }) => {
    stop();
    const link = document.activeElement?.closest("main a[href]")?.getAttribute("href");
    if (fromLocation && link) links.set(keyOf(fromLocation), link);
  });
  router.subscribe("onRendered", ({ toLocation }) => {
    stop();
    const scrolled = new WeakSet<object>();
    const link = links.get(keyOf(toLocation));
    links.delete(keyOf(toLocation));
    stop = whileLoading(() => {
      restoreScrollers(router, scrolled);
      if (link !== undefined) focusLink(link);
    });
  });
}

/** Does it at each change of the page until it has loaded; returns what gives it up. */
function whileLoading(restore: () => void): () => void {
  const changes = new MutationObserver(restore);
  const sizes = new ResizeObserver(restore);
  const stop = () => {
    changes.disconnect();
    sizes.disconnect();
    window.clearTimeout(timer);
    for (const move of OWN_MOVES) window.removeEventListener(move, stop);
  };
  const timer = window.setTimeout(stop, LIMIT_MS);
  for (const move of OWN_MOVES) window.addEventListener(move, stop, { passive: true });
  changes.observe(document.body, { childList: true, subtree: true });
  sizes.observe(document.body);
  return stop;
}

/** Scrolls what has become tall enough, each once. */
function restoreScrollers(router: AnyRouter, scrolled: WeakSet<object>): void {
  const page = document.documentElement;
  const boxes = document.querySelectorAll<HTMLElement>(`[${SCROLLER}]`);
  for (const box of [page, ...boxes]) {
    if (scrolled.has(box)) continue;
    const place = getElementScrollRestorationEntry(
      router,
      box === page ? { getElement: () => window } : { id: String(box.getAttribute(SCROLLER)) },
    );
    if (!place || box.scrollHeight - box.clientHeight < place.scrollY) continue;
    scrolled.add(box);
    box.scrollTo({ left: place.scrollX, top: place.scrollY });
  }
}

/** Readers with a keyboard go on from the link that they opened. */
function focusLink(href: string): void {
  if (document.activeElement !== document.body) return;
  document
    .querySelector<HTMLElement>(`main a[href="${CSS.escape(href)}"]`)
    ?.focus({ preventScroll: true });
}
