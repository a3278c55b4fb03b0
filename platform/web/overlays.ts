import type { ComponentType } from "react";
import { store } from "./store.ts";

/** Small windows of modules that stay while the reader moves between pages (running uploads). */
export const overlays = store<readonly ComponentType[]>([]);

/** Shows a window over all pages from now on; it decides itself when there is nothing to show. */
export function showOverlay(component: ComponentType): void {
  if (!overlays.get().includes(component)) overlays.set([...overlays.get(), component]);
}
