import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { groupPrefixed } from "#platform/web/format/format.ts";
import { invitationsContract } from "../../invitation-contract.ts";

const SHOWN = 50;
const TYPING_PAUSE = 200;

/** An event, or the calendar in which one is to be made. */
export type InvitableIn = { eventId: string } | { calendarId: string };

/** Returns the groups and members fitting the text whom the reader may invite. */
export function useInvitable(among: InvitableIn, text: string) {
  const [q] = useDebouncedValue(text.trim(), TYPING_PAUSE);
  const search = useSearch(among, q);
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

function useSearch(among: InvitableIn, q: string) {
  return useQuery({
    queryKey: ["user", "invitable", among, q],
    queryFn: ({ signal }) => {
      const query = { size: SHOWN, ...(q !== "" && { q }) };
      return "eventId" in among
        ? call(invitationsContract.searchInvitable, {
            params: { id: among.eventId },
            query,
            signal,
            quiet: true,
          })
        : call(invitationsContract.searchInvitableIn, {
            params: { id: among.calendarId },
            query,
            signal,
            quiet: true,
          });
    },
    placeholderData: keepPreviousData,
  });
}
