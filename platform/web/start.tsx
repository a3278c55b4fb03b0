import "@fontsource-variable/inter/wght.css";
import "./ui/theme/theme.css";
import "./ui/theme/targets.css";
import { createRoot } from "react-dom/client";
import type { WebModule } from "./module.ts";
import { App } from "./shell/App.tsx";
import { provideShellSources, type ShellSources } from "./shell-sources.ts";
import { loadTenantLook } from "./session/tenant-look.ts";

// Before any schema is made: else zod tries whether it may compile code, and browsers report a
// breach of the page's policy. It reads this when it is loaded, which the first page never does.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** Starts the application with its modules; the session was begun before it came. */
export function startApplication(
  element: Element,
  modules: readonly WebModule[],
  sources: ShellSources,
): void {
  provideShellSources(sources);
  void loadTenantLook();
  createRoot(element).render(<App modules={modules} />);
}
