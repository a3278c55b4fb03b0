import { UsersRound } from "lucide-react";
import { webModule } from "#platform/web/module.ts";

const GROUPS = { label: "Gruppen", to: "/groups" };
const MEMBERS = { label: "Mitglieder", to: "/users" };

export default webModule({
  name: "groups",
  pages: [
    {
      path: "/groups",
      title: "Gruppen Übersicht",
      permission: "QUERY_GROUP",
      crumbs: [MEMBERS],
      load: () => import("./GroupListPage.tsx"),
    },
    {
      path: "/groups/create",
      title: "Neue Gruppe anlegen",
      permission: "MANAGE_GROUP",
      crumbs: [MEMBERS, GROUPS],
      load: () => import("./GroupCreatePage.tsx"),
    },
    // Leaders see their own group without any permission; the server decides.
    {
      path: "/groups/$groupId",
      title: "Gruppe",
      crumbs: [MEMBERS, GROUPS],
      load: () => import("./GroupPage.tsx"),
    },
    {
      path: "/groups/$groupId/edit",
      title: "Gruppe bearbeiten",
      permission: "MANAGE_GROUP",
      crumbs: [MEMBERS, GROUPS],
      load: () => import("./GroupEditPage.tsx"),
    },
  ],
  menu: [
    {
      order: 10,
      under: "/users",
      label: "Gruppen",
      to: "/groups",
      icon: UsersRound,
      roles: ["QUERY_GROUP"],
    },
  ],
});
