import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { groupPrefixed } from "#platform/web/format/format.ts";
import { invitationsContract } from "../../invitation-contract.ts";

const SHOWN = 50;
const TYPING_PAUSE = 200;

/** Returns the groups and members fitting the text whom the reader may invite to the event. */
export function useInvitable(eventId: string, text: string) {
  const [q] = useDebouncedValue(text.trim(), TYPING_PAUSE);
  const search = useSearch(eventId, q);
  const { groups = [], people = [] } = search.data ?? {};
  return {
    fresh: search.isSuccess && !search.isPlaceholderData && q === text.trim(),
    groups: groups.map((group) => ({ value: group.id, label: groupPrefixed(group) })),
    members: people.map(({ id, firstname, lastname }) => ({
      value: id,
      label: `${lastname}, ${firstname}`,
    })),
  };
}

function useSearch(eventId: string, q: string) {
  return useQuery({
    queryKey: ["user", "invitable", eventId, q],
    queryFn: ({ signal }) =>
      call(invitationsContract.searchInvitable, {
        params: { id: eventId },
        query: { size: SHOWN, ...(q !== "" && { q }) },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  });
}
