import { useQuery } from "@tanstack/react-query";
import { groupTreeQuery } from "#modules/members/web/public.ts";
import { groupPrefixed } from "#platform/web/format/format.ts";
import { useCan } from "#platform/web/session/me.tsx";
import { CREATE, IGNORE } from "./group-decisions.ts";

/** What may become of a name of a file: a new group, none, or one of the club's. */
export function useGroupOptions(): { value: string; label: string }[] {
  const known = useQuery({ ...groupTreeQuery, enabled: useCan("QUERY_GROUP") }).data ?? [];
  const managesGroups = useCan("MANAGE_GROUP");
  return [
    ...(managesGroups ? [{ value: CREATE, label: "Gruppe neu anlegen" }] : []),
    { value: IGNORE, label: "Weglassen" },
    ...known.map((group) => ({ value: group.id, label: groupPrefixed(group) })),
  ];
}
