import type { Page } from "playwright-core";

/** What a tab asked for since it was followed. */
export interface FollowedRequests {
  /** Requests so far, their paths in order; those of frames as well. */
  paths: string[];
  /** Bytes received so far, headers included, as they came over the wire. */
  bytes(): number;
}

/** Follows what a tab sends and receives from now on. */
export async function followRequests(page: Page): Promise<FollowedRequests> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const paths: string[] = [];
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  page.on("request", (request) => {
    const { protocol, pathname } = new URL(request.url());
    if (protocol.startsWith("http")) paths.push(pathname);
  });
  return { paths, bytes: () => bytes };
}
