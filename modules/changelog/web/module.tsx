import { History } from "lucide-react";
import { lazy } from "react";
import { webModule } from "#platform/web/module.ts";

const MemberHistory = lazy(async () => ({
  default: (await import("./MemberHistory.tsx")).MemberHistory,
}));

const OwnHistory = lazy(async () => ({
  default: (await import("./OwnHistory.tsx")).OwnHistory,
}));

export default webModule({
  name: "changelog",
  pages: [
    {
      path: "/users/history",
      title: "Änderungshistorie",
      permission: "QUERY_USER_CHANGELOG",
      crumbs: [{ label: "Mitglieder", to: "/users" }],
      load: () => import("./HistoryPage.tsx"),
    },
  ],
  menu: [
    {
      order: 20,
      under: "/users",
      label: "Änderungshistorie",
      to: "/users/history",
      icon: History,
      roles: ["QUERY_USER_CHANGELOG"],
    },
  ],
  memberHistory: (userId) => <MemberHistory userId={userId} />,
  ownHistory: () => <OwnHistory />,
});
