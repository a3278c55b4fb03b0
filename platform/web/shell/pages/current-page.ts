import { useMatches } from "@tanstack/react-router";
import type { PageDefinition } from "#platform/web/module.ts";

/** The definition of the page on screen. */
export function useCurrentPage(): PageDefinition | undefined {
  return useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.page)?.staticData.page,
  });
}
