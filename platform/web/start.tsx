import "@fontsource-variable/inter/wght.css";
import "./ui/theme/theme.css";
import { createRoot } from "react-dom/client";
import { config } from "zod/v4/core";
import { beginOverview } from "./first-overview.ts";
import type { WebModule } from "./module.ts";
import { startSession } from "./session/session.ts";
import { App } from "./shell/App.tsx";
import { provideShellSources, type ShellSources } from "./shell-sources.ts";
import { loadTenantLook } from "./session/tenant-look.ts";

// Before any schema is made: else zod tries whether it may compile code, and browsers report a
// breach of the page's policy.
config({ jitless: true });

/**
 * Starts the application with its modules; the single sign-on check and the club's look load at the
 * same time.
 */
export function startApplication(
  element: Element,
  modules: readonly WebModule[],
  sources: ShellSources,
): void {
  provideShellSources(sources);
  void loadTenantLook();
  const started = startSession();
  if (window.location.pathname === "/")
    beginOverview(async () => {
      await started;
      return sources.loadOverview();
    });
  createRoot(element).render(<App modules={modules} />);
}
