import { useSyncExternalStore } from "react";
import type { SearchHit } from "#platform/web/module.ts";

const MOST = 5;
const KEY = "recentHits";

/** What was opened from the search box before, as far as this tab knows: names of members are nothing to keep on a device. */
interface RecentHit {
  id: string;
  title: string;
  to: string;
}

let known: readonly RecentHit[] | undefined;
const listeners = new Set<() => void>();

function read(): readonly RecentHit[] {
  if (known === undefined) {
    try {
      known = JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as RecentHit[];
    } catch {
      known = [];
    }
  }
  return known;
}

export function rememberHit({ id, title, to }: Pick<SearchHit, "id" | "title" | "to">): void {
  known = [{ id, title: title.map(({ text }) => text).join(""), to }, ...read().filter((hit) => hit.id !== id)].slice(0, MOST);
  sessionStorage.setItem(KEY, JSON.stringify(known));
  for (const listener of listeners) listener();
}

export function useRecentHits(): readonly SearchHit[] {
  const hits = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
  return hits.map(({ id, title, to }) => ({ id, to, title: [{ text: title, hit: false }] }));
}
