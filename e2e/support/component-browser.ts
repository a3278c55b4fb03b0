import { playwright, type PlaywrightProviderOptions } from "@vitest/browser-playwright";
import type { BrowserProviderOption } from "vitest/node";
import { chromiumLaunchOptions } from "./chromium.ts";

/** Returns Vitest's provider for the Chromium that this machine has, found when it is needed. */
export function componentBrowser(
  options: Omit<PlaywrightProviderOptions, "launchOptions">,
): BrowserProviderOption {
  const launchOptions: PlaywrightProviderOptions["launchOptions"] = {};
  const { prewarm: _, ...provider } = playwright({ ...options, launchOptions });
  return {
    ...provider,
    providerFactory(project) {
      const made = provider.providerFactory(project);
      const openPage = made.openPage.bind(made);
      made.openPage = async (...page) => {
        Object.assign(launchOptions, await chromiumLaunchOptions());
        return openPage(...page);
      };
      return made;
    },
  };
}
