import { UserRound, Users } from "lucide-react";
import { webModule } from "#platform/web/module.ts";
import { myProfilePages } from "./my-profile/pages.ts";

const LIST = [{ label: "Mitglieder", to: "/users" }];

export default webModule({
  name: "users",
  pages: [
    {
      path: "/users",
      title: "Mitglieder",
      permission: "QUERY_USER",
      wide: true,
      load: () => import("./list/MemberListPage.tsx"),
    },
    {
      path: "/users/create",
      title: "Neues Mitglied anlegen",
      permission: "MANAGE_USER",
      crumbs: LIST,
      load: () => import("./form/CreateMemberPage.tsx"),
    },
    {
      path: "/users/trash",
      title: "Papierkorb",
      permission: "MANAGE_USER",
      crumbs: LIST,
      load: () => import("./erasure/TrashPage.tsx"),
    },
    {
      path: "/users/due-deletions",
      title: "Fällige Löschungen",
      permission: "MANAGE_USER",
      crumbs: LIST,
      load: () => import("./erasure/DueDeletionsPage.tsx"),
    },
    {
      path: "/users/jubilees",
      title: "Geburtstage und Jubiläen",
      permission: "QUERY_USER",
      crumbs: LIST,
      load: () => import("./jubilees/JubileesPage.tsx"),
    },
    {
      path: "/users/$userId",
      title: "Profil Ansicht",
      permission: "QUERY_USER",
      crumbs: LIST,
      load: () => import("./profile/MemberPage.tsx"),
    },
    {
      path: "/users/$userId/edit",
      title: "Mitglied bearbeiten",
      permission: "MANAGE_USER",
      crumbs: LIST,
      load: () => import("./form/EditMemberPage.tsx"),
    },
    {
      path: "/users/$userId/data-sheet",
      title: "Datenblatt",
      permission: "QUERY_USER",
      crumbs: LIST,
      load: () => import("./profile/DataSheetPage.tsx"),
    },
    {
      path: "/users/$userId/delete",
      title: "Mitglied löschen",
      permission: "MANAGE_USER",
      crumbs: LIST,
      load: () => import("./erasure/DeletionPage.tsx"),
    },
    ...myProfilePages,
  ],
  menu: [
    {
      order: 20,
      label: "Mitglieder",
      icon: Users,
      to: "/users",
      roles: ["QUERY_USER"],
      onPhoneBar: true,
    },
  ],
  accountMenu: [{ order: 10, label: "Mein Profil", to: "/profile", icon: UserRound }],
});
