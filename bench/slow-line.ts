import type { Page } from "playwright-core";
import { firstViews, type FirstView, invitedGuest } from "../e2e/support/first-views.ts";
import { followRequests } from "../e2e/support/requests.ts";
import type { Figure } from "./report.ts";
import { withReaders } from "./view-reader.ts";

/** A telephone far from its mast: 400 kbit/s each way, 400 ms between question and answer. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

const SETTLED_MS = 4_000;

/**
 * Seconds until what a reader came for is there, over a bad line, on the demo club; the floor is
 * one question and answer and the same bytes at the line's full speed.
 */
export function slowLineFigures(): Promise<Figure[]> {
  return withReaders(async (open, server) => {
    const figures: Figure[] = [];
    for (const view of firstViews(await invitedGuest(server.url, server.dataDir))) {
      const context = await open(view.signedIn);
      try {
        figures.push(...(await measured(await context.newPage(), view)));
      } finally {
        await context.close();
      }
    }
    return figures;
  });
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
