import { call } from "#platform/web/api/api.ts";
import { bareRoute } from "#platform/web/api/bare-route.ts";
import { displayName } from "#platform/web/format/format.ts";
import { AppLink } from "#platform/web/links.tsx";
import { dashboardContent } from "#platform/web/module.ts";
import type { messagesContract } from "../../contract.ts";
import { shortDate, subjectWords } from "../message-words.ts";
import classes from "./unread-messages.module.css";

const SHOWN = 3;
const searchUnread = bareRoute<typeof messagesContract.searchUnread>({
  method: "GET",
  path: "/message/unread",
  access: "loggedIn",
});

/** Ungelesene Nachrichten on the overview; each card opens its message. */
export default dashboardContent({
  queryKey: ["message", "dashboard"],
  load: async (signal) =>
    (await call(searchUnread, { query: { page: 0, size: SHOWN }, signal })).content,
  render: (messages) => (
    <ul className={classes.messages}>
      {messages.map((message) => (
        <li key={message.id}>
          <AppLink
            to={`/messaging/${message.id}`}
            className={classes.message ?? ""}
            underline="never"
          >
            <span className={classes.from}>
              <span className={classes.sender}>{displayName(message.sender)}</span>
              <time dateTime={message.createDate}>{shortDate(message.createDate)}</time>
            </span>
            <span className={classes.subject}>{subjectWords(message.subject)}</span>
            <span className={classes.preview}>{message.preview}</span>
          </AppLink>
        </li>
      ))}
    </ul>
  ),
});
