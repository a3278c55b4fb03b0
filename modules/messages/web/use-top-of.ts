import { useLayoutEffect, useRef, type RefObject } from "react";

/**
 * Tells an element in `--top` where it begins on the page, so that it can fill the rest of the
 * screen.
 */
export function useTopOf(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    const measure = () =>
      box.style.setProperty(
        "--top",
        `${Math.round(box.getBoundingClientRect().top + window.scrollY)}px`,
      );
    measure();
    const observer = new ResizeObserver(measure);
    // What stands above it grows and shrinks (error notices).
    for (const sibling of box.parentElement?.children ?? [])
      if (sibling !== box) observer.observe(sibling);
    return () => observer.disconnect();
  }, []);
  return element;
}
