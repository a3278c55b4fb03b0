import { groupPrefixed } from "#platform/web/format/format.ts";

/** A group-prefixed item: `groupName->name` when a group exists. */
export function GroupLabel({ item }: { item: { name: string; groupName?: string | null } }) {
  return groupPrefixed(item);
}
