import { Settings } from "lucide-react";
import { webModule } from "#platform/web/module.ts";

const SETTINGS = [{ label: "Einstellungen", to: "/settings" }];

export default webModule({
  name: "tenants",
  pages: [
    {
      path: "/settings",
      title: "Einstellungen",
      permission: "MANAGE_TENANT",
      load: () => import("./SettingsPage.tsx"),
    },
    {
      path: "/settings/fields/create",
      title: "Neues Feld",
      permission: "MANAGE_TENANT",
      crumbs: SETTINGS,
      load: () => import("./CustomFieldCreatePage.tsx"),
    },
    {
      path: "/settings/fields/$fieldId",
      title: "Feld bearbeiten",
      permission: "MANAGE_TENANT",
      crumbs: SETTINGS,
      load: () => import("./CustomFieldEditPage.tsx"),
    },
  ],
  menu: [
    {
      order: 70,
      label: "Einstellungen",
      to: "/settings",
      icon: Settings,
      roles: ["MANAGE_TENANT"],
    },
  ],
});
