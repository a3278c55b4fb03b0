import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { useCan } from "#platform/web/session/me.tsx";
import { messagesContract } from "../contract.ts";

const SHOWN = 20;

/** Whom the reader may write to, as far as it fits the text. */
export function usePossibleRecipients(q: string, { enabled = true } = {}) {
  return useQuery({
    queryKey: ["user", "possible-recipients", q],
    queryFn: ({ signal }) =>
      call(messagesContract.searchRecipients, {
        query: { size: SHOWN, ...(q !== "" && { q }) },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Whether the reader may begin messages at all; undefined until that is known. */
export function useMayWrite(): boolean | undefined {
  const writesToEverybody = useCan("SEND_MESSAGE");
  // Leaders write to their own; only the server knows who leads.
  const possible = usePossibleRecipients("", { enabled: !writesToEverybody }).data;
  if (writesToEverybody) return true;
  return possible && (possible.everybody || possible.people.length + possible.groups.length > 0);
}
