import { type BrowserContext, chromium } from "playwright-core";
import { logIn } from "../e2e/support/app-page.ts";
import { chromiumLaunchOptions } from "../e2e/support/chromium.ts";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { VIEWPORTS } from "../e2e/support/viewports.ts";

/** Opens a browser that knows nothing yet, with or without a session. */
export type OpenReader = (signedIn: boolean) => Promise<BrowserContext>;

/** Runs work on a server with the demo club and readers of the club office on their phones. */
export async function withReaders<T>(
  work: (open: OpenReader, server: RunningServer) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  const server = await startServer({ env });
  const browser = await chromium.launch(await chromiumLaunchOptions());
  try {
    const open = (cookies: Awaited<ReturnType<BrowserContext["cookies"]>>) =>
      browser.newContext({
        locale: "de-DE",
        timezoneId: "Europe/Berlin",
        baseURL: server.url,
        viewport: VIEWPORTS.phone,
        storageState: { cookies, origins: [] },
      });
    const login = await open([]);
    await logIn(await login.newPage(), "buero");
    const cookies = await login.cookies();
    await login.close();
    return await work((signedIn) => open(signedIn ? cookies : []), server);
  } finally {
    await browser.close();
    await server.stop();
  }
}
