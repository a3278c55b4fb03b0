import { Mail } from "lucide-react";
import { webModule } from "#platform/web/module.ts";
import { UnreadBadge } from "./UnreadBadge.tsx";

const MESSAGES = { label: "Nachrichten", to: "/messaging" };

export default webModule({
  name: "messages",
  pages: [
    {
      path: "/messaging/{-$messageId}",
      title: "Nachrichten",
      load: () => import("./MessagesPage.tsx"),
    },
    // No message has this id.
    {
      path: "/messaging/compose",
      title: "Neue Nachricht",
      crumbs: [MESSAGES],
      load: () => import("./compose/ComposePage.tsx"),
    },
    {
      path: "/public/message-mail/$token",
      title: "E-Mails zu Nachrichten",
      load: () => import("./subscription/MailSubscriptionPage.tsx"),
    },
  ],
  menu: [
    {
      order: 30,
      label: "Nachrichten",
      to: "/messaging",
      icon: Mail,
      onPhoneBar: true,
      Badge: UnreadBadge,
    },
  ],
  dashboard: { messages: () => import("./dashboard/unread-messages.tsx") },
});
