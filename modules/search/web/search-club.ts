import { CalendarDays, FileText, Folder, Mail, UserRound, UsersRound } from "lucide-react";
import { call } from "#platform/web/api/api.ts";
import type { SearchHit, SearchHitGroup } from "#platform/web/module.ts";
import { searchContract, type SearchResult } from "../contract.ts";

/** By kind; kinds that come later go without. */
const ICONS: Record<string, NonNullable<SearchHit["icon"]>> = {
  USER: UserRound,
  GROUP: UsersRound,
  EVENT: CalendarDays,
  CALENDAR: CalendarDays,
  MESSAGE: Mail,
  FILE: FileText,
  FOLDER: Folder,
  SHARE: Folder,
};

/** Everything of the club that the reader may see, for the search box. */
export async function searchClub(
  text: string,
  signal: AbortSignal,
): Promise<readonly SearchHitGroup[]> {
  const groups = await call(searchContract.search, {
    query: { q: text },
    signal,
    quiet: true,
    silent: true,
  });
  return groups.map(({ type, label, results, more }) => ({
    label,
    hits: results.map((result) => toHit(type, result)),
    ...(more === null ? {} : { more: { label: more.label, to: more.route } }),
  }));
}

function toHit(groupType: string, { type, id, highlight, route }: SearchResult): SearchHit {
  const icon = ICONS[type];
  return {
    id: `${groupType}:${id}`,
    title: highlight.title,
    subtitle: highlight.subtitle,
    excerpt: highlight.excerpt,
    to: route,
    ...(icon && { icon }),
  };
}
