import { call } from "#platform/web/api.ts";
import { groupPrefixed, plural } from "#platform/web/format.ts";
import type { SearchHit } from "#platform/web/module.ts";
import { groupsContract } from "../contract.ts";

const SHOWN = 5;

/** Groups for the search box. */
export async function searchGroups(text: string, signal: AbortSignal): Promise<readonly SearchHit[]> {
  const found = await call(groupsContract.searchGroups, { query: { q: text, size: SHOWN }, signal, quiet: true, silent: true });
  return found.content.map((group) => ({
    id: group.id,
    title: groupPrefixed(group),
    subtitle: plural(group.memberCount, "Mitglied", "Mitglieder"),
    to: `/groups/${group.id}`,
  }));
}
