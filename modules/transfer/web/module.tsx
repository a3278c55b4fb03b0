import { FileDown, FileUp } from "lucide-react";
import { webModule } from "#platform/web/module.ts";

export default webModule({
  name: "transfer",
  pages: [
    { path: "/export", title: "Export Ziele", permission: "MANAGE_EXPORTS", load: () => import("./ExportTargetsPage.tsx") },
    { path: "/import", title: "Import Quellen", permission: "MANAGE_IMPORTS", load: () => import("./ImportSourcesPage.tsx") },
    {
      path: "/users/sync",
      title: "Nutzer Import",
      permission: "MANAGE_IMPORTS",
      crumbs: [{ label: "Mitglieder", to: "/users" }],
      load: () => import("./UserImportPage.tsx"),
    },
    {
      path: "/mapping-config/$id",
      title: "Feldzuordnung",
      permission: ["MANAGE_IMPORTS", "MANAGE_EXPORTS"],
      load: () => import("./MappingConfigPage.tsx"),
    },
  ],
  menu: [
    { under: "/users", order: 30, label: "Exports", to: "/export", icon: FileDown, roles: ["MANAGE_EXPORTS"] },
    { under: "/users", order: 40, label: "Imports", to: "/import", icon: FileUp, roles: ["MANAGE_IMPORTS"] },
  ],
});
