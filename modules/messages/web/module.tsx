import { Mail } from "lucide-react";
import { webModule } from "#platform/web/module.ts";

export default webModule({
  name: "messages",
  pages: [{ path: "/messaging/{-$messageId}", title: "Nachrichten", load: () => import("./MessagesPage.tsx") }],
  menu: [{ order: 30, label: "Nachrichten", to: "/messaging", icon: Mail, onPhoneBar: true }],
});
