import { useQuery } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { filesContract, type Entry } from "../../contract.ts";

/**
 * An address for elements that can't send the token. Short-lived: `renew` gets the next one, for a
 * film that is paused over lunch.
 */
export function useTicket(shareId: string, entry: Pick<Entry, "id" | "path" | "version">) {
  const ticket = useQuery({
    // Not below "file-entry": a change elsewhere in the share must not restart the film.
    queryKey: ["file-ticket", entry.id, entry.version],
    queryFn: ({ signal }) =>
      call(filesContract.createTicket, {
        params: { id: shareId, path: entry.path },
        body: entry.version === null ? {} : { version: entry.version },
        signal,
      }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return { url: ticket.data?.url, error: ticket.error, renew: ticket.refetch };
}
