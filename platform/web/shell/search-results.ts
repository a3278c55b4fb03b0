import { useDebouncedValue } from "@mantine/hooks";
import { useQueries } from "@tanstack/react-query";
import { holdsOneOf, type ShellUser } from "#platform/web/me.tsx";
import type { SearchHit, WebModule } from "#platform/web/module.ts";

export interface SearchGroup {
  label: string;
  hits: readonly SearchHit[];
}

const TYPING_PAUSE = 120;
const SHORTEST = 2;

/** Pages of the application at once, and what the modules' own searches find. */
export function useSearchResults(modules: readonly WebModule[], reader: ShellUser, text: string): SearchGroup[] {
  const [asked] = useDebouncedValue(text.trim(), TYPING_PAUSE);
  const providers = modules.flatMap((module) => module.searchProviders ?? []).filter((provider) => holdsOneOf(reader, provider.roles));
  const answers = useQueries({
    queries: providers.map((provider) => ({
      queryKey: ["search", provider.label, asked],
      queryFn: ({ signal }: { signal: AbortSignal }) => provider.search(asked, signal),
      enabled: asked.length >= SHORTEST,
      staleTime: 30_000,
    })),
  });
  const groups: SearchGroup[] = [
    ...providers.map((provider, index) => ({ label: provider.label, hits: answers[index]?.data ?? [] })),
    { label: "Seiten", hits: pageHits(modules, reader, text) },
  ];
  return groups.filter((group) => group.hits.length > 0);
}

/** Pages whose title contains the text; those with values in their address can't be opened by name. */
export function pageHits(modules: readonly WebModule[], reader: ShellUser, text: string): SearchHit[] {
  const wanted = folded(text);
  if (wanted === "") return [];
  const fromMenu = modules
    .flatMap((module) => [...(module.menu ?? []), ...(module.accountMenu ?? [])])
    .filter((entry) => entry.to !== undefined && holdsOneOf(reader, entry.roles))
    .map((entry) => ({ id: `page:${entry.to}`, title: entry.label, to: entry.to ?? "/" }));
  const fromPages = modules
    .flatMap((module) => module.pages)
    .filter((page) => !page.path.includes("$") && !page.hidden && holdsOneOf(reader, page.permission))
    .map((page) => ({ id: `page:${page.path}`, title: page.title, to: page.path }));
  const found = new Map<string, SearchHit>();
  for (const hit of [...fromMenu, ...fromPages]) {
    if (folded(hit.title).includes(wanted) && !found.has(hit.to)) found.set(hit.to, hit);
  }
  return [...found.values()].slice(0, 6);
}

/** Case, accents and the two ways to write an umlaut make no difference. */
export function folded(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll("ä", "ae")
    .replaceAll("ö", "oe")
    .replaceAll("ü", "ue")
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "");
}
