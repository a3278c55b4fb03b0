import { startApplication } from "#platform/web/start.tsx";
import { modules } from "./modules.ts";
import { shellSources } from "./shell-sources.ts";

/** Shows the application; everything that its first page needs is bundled with it. */
export function showApplication(element: Element): void {
  startApplication(element, modules, shellSources);
}
