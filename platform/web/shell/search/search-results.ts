import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ShellUser } from "#platform/web/session/me.tsx";
import type { SearchHitGroup, WebModule } from "#platform/web/module.ts";
import { pageHits } from "./page-hits.ts";

const TYPING_PAUSE_MS = 130;
/** A single letter is in everything. */
const SHORTEST = 2;
const MOST_IN_FRONT = 3;

export interface SearchResults {
  groups: readonly SearchHitGroup[];
  /** WAITING: what is shown belongs to what was typed before, or nothing is there yet. */
  state: "WAITING" | "DONE" | "FAILED";
}

/**
 * Pages of the application at once, records after a pause in typing; until they come, those found
 * before stay.
 */
export function useSearchResults(
  modules: readonly WebModule[],
  reader: ShellUser,
  text: string,
): SearchResults {
  const wanted = text.trim();
  const [asked] = useDebouncedValue(wanted, TYPING_PAUSE_MS);
  const source = modules.find((module) => module.searchSource !== undefined)?.searchSource;
  const enabled = asked.length >= SHORTEST && wanted.length >= SHORTEST;
  // The request of an earlier text is given up: nothing observes its query any more.
  const answer = useQuery({
    queryKey: ["search", asked],
    queryFn: ({ signal }) => source?.(asked, signal) ?? [],
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
  const pages = pageHits(modules, reader, wanted);
  const records = wanted.length >= SHORTEST ? (answer.data ?? []) : [];
  const ofPages = {
    label: "Seiten",
    hits: pages.begins ? pages.hits.slice(0, MOST_IN_FRONT) : pages.hits,
  };
  // Known at once: below the records they would be pushed down by them.
  const groups = (pages.begins ? [ofPages, ...records] : [...records, ofPages]).filter(
    ({ hits }) => hits.length > 0,
  );
  if (wanted.length < SHORTEST) return { groups, state: "DONE" };
  if (asked !== wanted || answer.isPlaceholderData || answer.isPending)
    return { groups, state: "WAITING" };
  return { groups, state: answer.isError ? "FAILED" : "DONE" };
}
