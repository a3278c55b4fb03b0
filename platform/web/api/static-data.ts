import { useQuery } from "@tanstack/react-query";
import { shellSources, type StaticItem } from "../shell-sources.ts";

const NONE: readonly StaticItem[] = [];

/**
 * A static list (`countries`, `genders` …). Empty while loading; a failure is told by an alert, as
 * specified.
 */
export function useStaticData(name: string): readonly StaticItem[] {
  const list = useQuery({
    queryKey: ["data-sources", name],
    queryFn: async ({ signal }) => {
      try {
        return await shellSources().loadStaticData(name, signal);
      } catch (error) {
        if (!signal.aborted) window.alert(error instanceof Error ? error.message : String(error));
        throw error;
      }
    },
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });
  return list.data ?? NONE;
}
