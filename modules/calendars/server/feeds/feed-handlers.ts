import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { contentDisposition } from "#platform/server/http/content-disposition.ts";
import { notFound } from "#platform/server/http/app-error.ts";
import type { ByteAnswer, Handlers } from "#platform/server/http/implement.ts";
import { addressKey } from "#platform/server/http/rate-limits.ts";
import type { Services } from "#platform/server/services.ts";
import { TenantCache } from "#platform/server/database/tenant-cache.ts";
import type { exchangeContract } from "../../exchange-contract.ts";
import { newIcsId } from "./ics-id.ts";
import { calendarOfFeed, type Feed, findFeed, renderCalendar } from "./feed.ts";
import { deleteFeed, saveFeed, selectFeed } from "./feed-queries.ts";

type Routes = Pick<
  typeof exchangeContract,
  "getFeed" | "getMyCalendarFeed" | "renewMyCalendarFeed" | "deleteMyCalendarFeed"
>;

/**
 * Addresses that mean nothing, per caller. Calendar programs go on asking for one that has ended.
 */
const UNKNOWN_ADDRESSES = { points: 40, seconds: 600 };
const ID = /^([A-Za-z0-9_-]{20,100})\.ics$/;
const KEPT_BYTES = 64 * 1024 * 1024;

const zipped = promisify(gzip);

export function feedHandlers({ live, rateLimits, environment }: Services): Handlers<Routes> {
  const feeds = new TenantCache<{ feed: Feed | undefined }>(live, { max: 20_000 });
  /** Feeds as they go out, compressed, by tenant, address and state. */
  const texts = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (text) => text.byteLength,
  });
  const addressOf = (tenantName: string, icsId: string | null) => ({
    icsId,
    url:
      icsId === null
        ? null
        : `${environment.publicUrl(tenantName)}/public/${tenantName}/ics/${icsId}.ics`,
  });

  return {
    async getFeed({ params, tenant, read, request }): Promise<ByteAnswer> {
      const icsId = ID.exec(params.file)?.[1];
      const { feed } =
        icsId === undefined
          ? { feed: undefined }
          : await feeds.get(tenant.id, icsId, () =>
              read(async (tx) => ({ feed: await findFeed(tx, icsId, tenant) })),
            );
      if (feed === undefined) {
        await rateLimits.consume("calendar-feed", addressKey(request), UNKNOWN_ADDRESSES);
        throw notFound();
      }
      const headers = {
        etag: feed.etag,
        "cache-control": "private, no-cache",
        vary: "accept-encoding",
      };
      const contentType = "text/calendar; charset=utf-8";
      if (matches(request.headers["if-none-match"], feed.etag))
        return { status: 304, contentType, content: Buffer.alloc(0), headers };
      const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?(?:,|$))/.test(
        String(request.headers["accept-encoding"] ?? ""),
      );
      const key = `${tenant.id} ${icsId} ${feed.etag} ${takesGzip}`;
      let content = texts.get(key);
      if (content === undefined) {
        const pageOf = (id: string) =>
          `${environment.publicUrl(tenant.name)}/calendars/events/${id}`;
        const text = await renderCalendar(
          await read((tx) => calendarOfFeed(tx, feed, tenant, pageOf)),
        );
        content = takesGzip ? await zipped(text) : Buffer.from(text);
        texts.set(key, content);
      }
      return {
        contentType,
        content,
        headers: {
          ...headers,
          ...(takesGzip ? { "content-encoding": "gzip" } : {}),
          "content-disposition": contentDisposition("inline", "kalender.ics"),
        },
      };
    },
    async getMyCalendarFeed({ read, principal, tenant }) {
      return addressOf(tenant.name, await read((tx) => selectFeed(tx, principal.userId)));
    },
    async renewMyCalendarFeed({ write, principal, tenant }) {
      const icsId = newIcsId();
      await write((tx) => saveFeed(tx, principal.userId, icsId));
      return addressOf(tenant.name, icsId);
    },
    async deleteMyCalendarFeed({ write, principal }) {
      await write((tx) => deleteFeed(tx, principal.userId));
    },
  };
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const plain = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.split(",").some((tag) => tag.trim() === "*" || plain(tag) === plain(etag));
}
