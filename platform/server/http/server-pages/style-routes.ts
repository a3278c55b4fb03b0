import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { DEFAULT_ACCENT } from "#platform/contract/look/accent.ts";
import { parseHex, toHex } from "#platform/contract/contrast.ts";
import { LRUCache } from "lru-cache";
import { sendCompressed } from "../answers/send-compressed.ts";
import { stylesheet } from "./style.ts";

/** Below the assets, which need no club: whoever runs in front of the server may keep them. */
const FOLDER = "/assets/pages";
const KEPT_COLORS = 500;

const hashes = new LRUCache<string, string>({ max: KEPT_COLORS });

/** Returns the address of the style for a club's colour; another text has another address. */
export function styleAddress(accentColor: string): string {
  const color = colorOf(accentColor);
  let hash = hashes.get(color);
  if (hash === undefined) {
    hash = createHash("sha256").update(stylesheet(color)).digest("hex").slice(0, 12);
    hashes.set(color, hash);
  }
  return `${FOLDER}/${color.slice(1)}-${hash}.css`;
}

/** Serves the style of all pages that the server writes. */
export function styleRoutes(server: FastifyInstance): void {
  server.get(`${FOLDER}/:file`, async (request, reply) => {
    const { file } = request.params as { file: string };
    const color = colorOf(/^([0-9a-f]{6})-/.exec(file)?.[1] ?? "");
    // A page of another version of the product gets the style of this one, and asks again.
    const isCurrent = styleAddress(color) === `${FOLDER}/${file}`;
    return sendCompressed(
      stylesheet(color),
      reply
        .header("cache-control", isCurrent ? "public, max-age=31536000, immutable" : "no-cache")
        .type("text/css; charset=utf-8"),
    );
  });
}

function colorOf(accentColor: string): string {
  const color = parseHex(accentColor);
  return color === undefined ? DEFAULT_ACCENT : toHex(color);
}
