import { useSyncExternalStore } from "react";
import type { SearchHit } from "#platform/web/module.ts";

const MOST = 5;
const KEY = "recentHits";

/**
 * What was opened from the search box before, as far as this tab knows: names of members are
 * nothing to keep on a device.
 */
interface RecentHits {
  /** Who opened them; the next one to log in here sees none of it. */
  readerId: string;
  hits: readonly { id: string; title: string; to: string }[];
}

const NONE: RecentHits = { readerId: "", hits: [] };

let known: RecentHits | undefined;
const listeners = new Set<() => void>();

function read(): RecentHits {
  if (known === undefined) {
    try {
      known = (JSON.parse(sessionStorage.getItem(KEY) ?? "null") as RecentHits | null) ?? NONE;
    } catch {
      known = NONE;
    }
  }
  return known;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function rememberHit(
  readerId: string,
  { id, title, to }: Pick<SearchHit, "id" | "title" | "to">,
): void {
  const before = read().readerId === readerId ? read().hits : [];
  const hit = { id, title: title.map(({ text }) => text).join(""), to };
  known = { readerId, hits: [hit, ...before.filter((other) => other.id !== id)].slice(0, MOST) };
  sessionStorage.setItem(KEY, JSON.stringify(known));
  for (const listener of listeners) listener();
}

export function useRecentHits(readerId: string): readonly SearchHit[] {
  const recent = useSyncExternalStore(subscribe, read);
  return recent.readerId === readerId
    ? recent.hits.map(({ id, title, to }) => ({ id, to, title: [{ text: title, hit: false }] }))
    : [];
}
