import type { Page } from "playwright-core";

const KIB = 1024;

/** Sizes of the scripts and styles as they come over the wire from now on, by address. */
export async function weighed(page: Page): Promise<Map<string, number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.clearBrowserCache");
  const sizes = new Map<string, number>();
  const heads = new Map<string, { url: string; bytes: number }>();
  session.on("Network.responseReceived", ({ requestId, response, type }) => {
    // What has arrived by now are the headers.
    if (type === "Script" || type === "Stylesheet")
      heads.set(requestId, { url: response.url, bytes: response.encodedDataLength });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const head = heads.get(requestId);
    // What comes from the cache has no size here.
    if (head !== undefined && encodedDataLength > 0)
      sizes.set(head.url, encodedDataLength - head.bytes);
  });
  return sizes;
}

/** What the pages of one tab need, whether it comes over the wire or from the cache. */
export interface FollowedWeights {
  /** Sizes of the scripts and styles that were needed since `begin`, by address. */
  needed(): Map<string, number>;
  /** From here on a new page counts. */
  begin(): void;
}

/** Follows a tab: a file has the size with which it came over the wire the first time. */
export async function followWeights(page: Page): Promise<FollowedWeights> {
  const sizes = await weighed(page);
  let needed = new Set<string>();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.responseReceived", ({ response, type }) => {
    if (type === "Script" || type === "Stylesheet") needed.add(response.url);
  });
  return {
    needed: () => new Map([...needed].map((url) => [url, sizes.get(url) ?? 0])),
    begin: () => void (needed = new Set()),
  };
}

/**
 * Waits until the first page has also brought what it fetches for the pages after it
 * (fetch-common-parts.ts); `sizes` returns those of what has come by now.
 */
export async function restOfFirstPage(
  page: Page,
  sizes: () => ReadonlyMap<string, number>,
): Promise<void> {
  const commonParts = () => [...sizes().keys()].find((url) => url.includes("/common-parts-"));
  let url = commonParts();
  for (; url === undefined; url = commonParts()) await page.waitForTimeout(100);
  // A module is there only when everything that it imports has come as well.
  await page.evaluate(`import(${JSON.stringify(url)}).then(() => undefined)`);
}

/** KiB of the files that are meant. */
export function totalOf(
  sizes: ReadonlyMap<string, number>,
  isMeant: (url: string) => boolean = () => true,
): number {
  return [...sizes].filter(([url]) => isMeant(url)).reduce((sum, [, size]) => sum + size, 0) / KIB;
}

/** The heaviest of the files that are meant, one a line. */
export function heaviest(
  sizes: ReadonlyMap<string, number>,
  isMeant: (url: string) => boolean = () => true,
): string {
  const files = [...sizes].filter(([url]) => isMeant(url)).toSorted(([, a], [, b]) => b - a);
  return files
    .slice(0, 8)
    .map(([url, size]) => `${(size / KIB).toFixed(1).padStart(7)} KiB ${new URL(url).pathname}`)
    .join("\n");
}
