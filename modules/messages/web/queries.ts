import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "#platform/contract/route.ts";
import { call } from "#platform/web/api/api.ts";
import { queryClient } from "#platform/web/api/query-client.ts";
import { messagesContract, type Message } from "../contract.ts";

export type MessagePage = AnswerOf<typeof messagesContract.searchMessages>;
/** Boxes that hold messages; drafts are something else. */
export type MailBox = "inbox" | "sent";

export const LIST_KEY = ["message", "list"] as const;
/** Messages of one call for a list. */
export const PAGE_SIZE = 50;

export function boxRoute(box: MailBox) {
  return box === "sent" ? messagesContract.searchSent : messagesContract.searchMessages;
}

/** One page of a box; the list asks for those in sight only. */
export function messagePageQuery(box: MailBox, q: string, page: number) {
  return queryOptions({
    queryKey: [...LIST_KEY, box, q, page],
    queryFn: ({ signal }) =>
      call(boxRoute(box), { query: { page, size: PAGE_SIZE, ...(q !== "" && { q }) }, signal }),
  });
}

export function messageKey(id: string) {
  return ["message", "one", id] as const;
}

/** How often an open message of one's own asks what became of it, in milliseconds. */
const DELIVERY_EVERY = 20_000;
/** The same while it can still be called back. */
const HELD_EVERY = 3_000;

/** Silent: a message that is gone is said in its place. Quiet when it is looked at again. */
export function messageQuery(id: string) {
  return queryOptions({
    queryKey: messageKey(id),
    queryFn: ({ signal }): Promise<Message> =>
      call(messagesContract.getMessage, {
        params: { id },
        signal,
        silent: true,
        quiet: queryClient.getQueryData(messageKey(id)) !== undefined,
      }),
    // Nobody is told of every single reader of a message to thousands; its sender looks again
    // instead.
    refetchInterval: ({ state: { data } }) => {
      if (data?.heldUntil) return HELD_EVERY;
      return data?.delivery ? DELIVERY_EVERY : false;
    },
  });
}

const MOST_DRAFTS = 200;

export const draftsQuery = queryOptions({
  queryKey: ["message-draft", "list"],
  queryFn: ({ signal }) =>
    call(messagesContract.searchDrafts, { query: { size: MOST_DRAFTS }, signal }),
});
