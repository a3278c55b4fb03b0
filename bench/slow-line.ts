import { type BrowserContext, chromium, type Page } from "playwright-core";
import { logIn } from "../e2e/support/app-page.ts";
import { chromiumLaunchOptions } from "../e2e/support/chromium.ts";
import { firstViews, type FirstView, invitedGuest } from "../e2e/support/first-views.ts";
import { followRequests } from "../e2e/support/requests.ts";
import { startServer } from "../e2e/support/server.ts";
import { VIEWPORTS } from "../e2e/support/viewports.ts";
import type { Figure } from "./report.ts";

/** A telephone far from its mast: 400 kbit/s each way, 400 ms between question and answer. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

const SETTLED_MS = 4_000;

/**
 * Seconds until what a reader came for is there, over a bad line, on the demo club; the floor is
 * one question and answer and the same bytes at the line's full speed.
 */
export async function slowLineFigures(): Promise<Figure[]> {
  const server = await startServer();
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
    const figures: Figure[] = [];
    for (const view of firstViews(await invitedGuest(server.url, server.dataDir))) {
      const context = await open(view.signedIn ? cookies : []);
      try {
        figures.push(...(await measured(await context.newPage(), view)));
      } finally {
        await context.close();
      }
    }
    return figures;
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function measured(page: Page, view: FirstView): Promise<Figure[]> {
  if (view.warm) {
    await page.goto(view.path);
    await view.seen(page);
    // The stream of updates never ends: what comes after the view is given a moment.
    await page.waitForTimeout(SETTLED_MS);
  }
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", LINE);
  const followed = await followRequests(page);
  const start = performance.now();
  await (view.warm
    ? page.reload({ waitUntil: "commit" })
    : page.goto(view.path, { waitUntil: "commit" }));
  await view.seen(page);
  const seconds = (performance.now() - start) / 1_000;
  const bytes = followed.bytes();
  const requests = followed.paths.length;
  const floor = LINE.latency / 1_000 + bytes / LINE.downloadThroughput;
  return [
    {
      what: `${view.name}, 400 kbit/s and 400 ms`,
      ours: `${seconds.toFixed(1)} s`,
      floor: `${floor.toFixed(1)} s`,
      ratio: `${(seconds / floor).toFixed(1)} ×`,
      demand: `≤ ${view.seconds} s`,
      met: seconds <= view.seconds,
    },
    {
      what: `${view.name}, requests (${(bytes / 1_024).toFixed(0)} KiB)`,
      ours: String(requests),
      demand: `≤ ${view.requests}`,
      met: requests <= view.requests,
    },
  ];
}
