import type { PageSize } from "./page-sizes.ts";

/** A factor (1 = 100 %), or one that follows the window. */
export type Zoom = "width" | "page" | number;

/** CSS pixels per point at 100 %. */
export const PIXELS_PER_POINT = 96 / 72;
const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];
/** Room for the margin on both sides. */
const MARGIN = 32;

/** The factor that a zoom means for a page in a window of this size. */
export function factorOf(
  zoom: Zoom,
  page: PageSize,
  window: { width: number; height: number },
): number {
  if (typeof zoom === "number") return zoom;
  const byWidth = (window.width - MARGIN) / (page.width * PIXELS_PER_POINT);
  if (zoom === "width") return clamped(byWidth);
  return clamped(Math.min(byWidth, (window.height - MARGIN) / (page.height * PIXELS_PER_POINT)));
}

/** The next step up or down from a factor. */
export function nextZoom(factor: number, direction: 1 | -1): number {
  const next =
    direction === 1
      ? STEPS.find((step) => step > factor + 0.01)
      : STEPS.findLast((step) => step < factor - 0.01);
  return next ?? clamped(factor);
}

function clamped(factor: number): number {
  return Math.min(Math.max(factor, STEPS[0] ?? 0.25), STEPS.at(-1) ?? 4);
}
