import type { Page } from "playwright-core";
import { followRequests } from "../e2e/support/requests.ts";
import { type Figure, ms } from "./report.ts";
import { type OpenReader, withReaders } from "./view-reader.ts";

const TIMES = 7;
/** Milliseconds: Admidio's overview with an empty cache on such a machine, and what is demanded. */
const COLD_LIMIT = 1_100;
const WARM_LIMIT = 300;
const REQUEST_LIMIT = 25;
/** Until the page has what it needs for later, and a session's watcher stands. */
const SETTLED_MS = 4_000;

/**
 * Milliseconds from the start of the navigation until the overview stands with its data, on the
 * demo club and this machine: with an empty cache, and loaded again in the same tab.
 */
export function overviewFigures(): Promise<Figure[]> {
  return withReaders(
    async (open) => {
      const cold: number[] = [];
      const warm: number[] = [];
      const requests: number[] = [];
      // Once for what the server has to make first.
      await visited(open);
      for (let time = 0; time < TIMES; time++) {
        const visit = await visited(open);
        cold.push(visit.cold);
        warm.push(visit.warm);
        requests.push(visit.requests);
      }
      return [
        figure("overview, empty cache", median(cold), COLD_LIMIT),
        figure("overview, loaded again", median(warm), WARM_LIMIT),
        {
          what: "overview, empty cache: requests until it stands",
          ours: String(median(requests)),
          demand: `≤ ${REQUEST_LIMIT}`,
          met: median(requests) <= REQUEST_LIMIT,
        },
      ];
    },
    { NODE_ENV: "production" },
  );
}

async function visited(open: OpenReader) {
  const context = await open(true);
  try {
    const page = await context.newPage();
    await page.addInitScript(noteWhenSeen);
    const followed = await followRequests(page);
    await page.goto("/", { waitUntil: "commit" });
    const cold = await seenAfter(page);
    const requests = followed.paths.length;
    await page.waitForTimeout(SETTLED_MS);
    await page.reload({ waitUntil: "commit" });
    return { cold, warm: await seenAfter(page), requests };
  } finally {
    await context.close();
  }
}

/** Runs in the page: notes the first frame in which the overview is complete. */
function noteWhenSeen(): void {
  const look = () => {
    const headings = [...document.querySelectorAll("h2, h3")];
    const isSeen =
      headings.some(({ textContent }) => textContent.includes("Nächste Termine")) &&
      document.querySelector(".mantine-Skeleton-root") === null;
    if (isSeen) performance.mark("overview-seen");
    else requestAnimationFrame(look);
  };
  if (window.top === window) requestAnimationFrame(look);
}

async function seenAfter(page: Page): Promise<number> {
  const mark = await page.waitForFunction(
    () => performance.getEntriesByName("overview-seen")[0]?.startTime,
  );
  return (await mark.jsonValue()) ?? Number.NaN;
}

function figure(what: string, ours: number, limit: number): Figure {
  return { what, ours: ms(ours), demand: `< ${ms(limit)}`, met: ours < limit };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
