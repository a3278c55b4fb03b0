import { createAtom } from "@tanstack/react-store";
import type { ComponentType } from "react";

/** Small windows of modules that stay while the reader moves between pages (running uploads). */
export const overlays = createAtom<readonly ComponentType[]>([]);

/** Shows a window over all pages from now on; it decides itself when there is nothing to show. */
export function showOverlay(component: ComponentType): void {
  if (!overlays.get().includes(component)) overlays.set([...overlays.get(), component]);
}
