import type { AnyRouter } from "@tanstack/react-router";

/** So long a page may take to be as tall again as it was. */
const LIMIT_MS = 5_000;
/** With these a reader goes elsewhere by themselves. */
const OWN_MOVES = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Returns to where the reader was on a page they come back to, also when it is not tall enough yet:
 * the router tries once, when a list may still be empty.
 */
export function keepScrollPlaces(router: AnyRouter): void {
  const places = new Map<string, number>();
  let stop = () => {};
  const keyOf = ({ state, href }: AnyRouter["latestLocation"]) => state.__TSR_key ?? href;
  router.subscribe("onBeforeLoad", ({ fromLocation }) => {
    stop();
    if (fromLocation !== undefined) places.set(keyOf(fromLocation), window.scrollY);
  });
  router.subscribe("onRendered", ({ toLocation }) => {
    stop();
    const place = places.get(keyOf(toLocation)) ?? 0;
    if (window.scrollY < place) stop = whenTallEnough(place);
  });
}

/** Scrolls there as soon as the page is tall enough; returns what gives it up. */
function whenTallEnough(place: number): () => void {
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - window.innerHeight < place) return;
    stop();
    window.scrollTo({ top: place });
  });
  const timer = window.setTimeout(() => stop(), LIMIT_MS);
  const stop = () => {
    observer.disconnect();
    window.clearTimeout(timer);
    for (const move of OWN_MOVES) window.removeEventListener(move, stop);
  };
  for (const move of OWN_MOVES) window.addEventListener(move, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}
