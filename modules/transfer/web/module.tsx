import { FileDown, FileUp } from "lucide-react";
import { webModule } from "#platform/web/module.ts";

const IMPORTS = [{ label: "Import Quellen", to: "/import" }];
const EXPORTS = [{ label: "Export Ziele", to: "/export" }];

export default webModule({
  name: "transfer",
  pages: [
    {
      path: "/export",
      title: "Export Ziele",
      permission: "MANAGE_EXPORTS",
      wide: true,
      load: () => import("./targets/ExportTargetsPage.tsx"),
    },
    {
      path: "/export/create",
      title: "Ziel anlegen",
      permission: "MANAGE_EXPORTS",
      crumbs: EXPORTS,
      load: () => import("./targets/TargetCreatePage.tsx"),
    },
    {
      path: "/export/$targetId",
      title: "Export Ziel",
      permission: "MANAGE_EXPORTS",
      crumbs: EXPORTS,
      load: () => import("./targets/TargetPage.tsx"),
    },
    {
      path: "/export/$targetId/edit",
      title: "Ziel bearbeiten",
      permission: "MANAGE_EXPORTS",
      crumbs: EXPORTS,
      load: () => import("./targets/TargetEditPage.tsx"),
    },
    {
      path: "/import",
      title: "Import Quellen",
      permission: "MANAGE_IMPORTS",
      wide: true,
      load: () => import("./sources/ImportSourcesPage.tsx"),
    },
    {
      path: "/import/create",
      title: "Quelle anlegen",
      permission: "MANAGE_IMPORTS",
      crumbs: IMPORTS,
      load: () => import("./sources/SourceCreatePage.tsx"),
    },
    {
      path: "/import/$sourceId",
      title: "Import Quelle",
      permission: "MANAGE_IMPORTS",
      crumbs: IMPORTS,
      load: () => import("./sources/SourcePage.tsx"),
    },
    {
      path: "/import/$sourceId/edit",
      title: "Quelle bearbeiten",
      permission: "MANAGE_IMPORTS",
      crumbs: IMPORTS,
      load: () => import("./sources/SourceEditPage.tsx"),
    },
    {
      path: "/users/sync",
      title: "Nutzer Import",
      permission: "MANAGE_IMPORTS",
      crumbs: [{ label: "Mitglieder", to: "/users" }],
      wide: true,
      load: () => import("./sync/UserImportPage.tsx"),
    },
    {
      path: "/mapping-config/create",
      title: "Feldzuordnung anlegen",
      permission: ["MANAGE_IMPORTS", "MANAGE_EXPORTS"],
      load: () => import("./mapping/MappingConfigPage.tsx"),
    },
    {
      path: "/mapping-config/$id",
      title: "Feldzuordnung",
      permission: ["MANAGE_IMPORTS", "MANAGE_EXPORTS"],
      load: () => import("./mapping/MappingConfigPage.tsx"),
    },
  ],
  menu: [
    {
      under: "/users",
      order: 30,
      label: "Exports",
      to: "/export",
      icon: FileDown,
      roles: ["MANAGE_EXPORTS"],
    },
    {
      under: "/users",
      order: 40,
      label: "Imports",
      to: "/import",
      icon: FileUp,
      roles: ["MANAGE_IMPORTS"],
    },
  ],
});
