import { queryOptions } from "@tanstack/react-query";
import type { messagesContract } from "../contract.ts";
import { call } from "#platform/web/api/api.ts";
import { bareRoute } from "#platform/web/api/bare-route.ts";

const countUnread = bareRoute<typeof messagesContract.countUnread>({
  method: "GET",
  path: "/message/unread/count",
  access: "loggedIn",
});

/** How many received messages are unread. */
export const unreadCountQuery = queryOptions({
  queryKey: ["message", "unread-count"],
  queryFn: async ({ signal }) => {
    const { count } = await call(countUnread, { signal, quiet: true, silent: true });
    return count;
  },
});
