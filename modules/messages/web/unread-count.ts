import { queryOptions } from "@tanstack/react-query";
import type { messagesContract } from "../contract.ts";
import { call } from "#platform/web/api/api.ts";

/**
 * The route without its schemas: the menu is part of the first page, which shall not wait for zod.
 */
const searchUnread = {
  method: "GET",
  path: "/message/unread",
  access: "loggedIn",
} as unknown as typeof messagesContract.searchUnread;

/** How many received messages are unread. */
export const unreadCountQuery = queryOptions({
  queryKey: ["message", "unread-count"],
  queryFn: async ({ signal }) => {
    const page = await call(searchUnread, {
      query: { size: 1 },
      signal,
      quiet: true,
      silent: true,
    });
    return page.totalElements;
  },
});
