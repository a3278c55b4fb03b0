import { useEffect, useState } from "react";

/** Pixels a second: a picture that passes faster cannot be recognised. */
const TOO_FAST = 8_000;
/** Milliseconds after which the page counts as calm again. */
const CALM_AFTER = 120;

/**
 * Whether the page is being scrolled too fast for pictures to be seen, as by pulling the scroll bar
 * through years: what passes then need not be loaded.
 */
export function useFastScroll(): boolean {
  const [isFast, setFast] = useState(false);
  useEffect(() => {
    let [top, at] = [window.scrollY, performance.now()];
    let calm: number | undefined;
    const follow = () => {
      const [nextTop, now] = [window.scrollY, performance.now()];
      const isCalm = !isTooFast(nextTop - top, now - at);
      [top, at] = [nextTop, now];
      if (isCalm) return;
      setFast(true);
      window.clearTimeout(calm);
      calm = window.setTimeout(() => setFast(false), CALM_AFTER);
    };
    window.addEventListener("scroll", follow, { passive: true });
    return () => {
      window.removeEventListener("scroll", follow);
      window.clearTimeout(calm);
    };
  }, []);
  return isFast;
}

/**
 * Of one step: pixels and the milliseconds it took. The first step after a rest took all of the
 * rest.
 */
export function isTooFast(distance: number, elapsed: number): boolean {
  return (Math.abs(distance) / Math.max(elapsed, 1)) * 1000 > TOO_FAST;
}
