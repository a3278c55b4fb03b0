import { LayoutDashboard } from "lucide-react";
import { webModule } from "#platform/web/module.ts";

export default webModule({
  name: "dashboard",
  pages: [{ path: "/", title: "Home", load: () => import("./DashboardPage.tsx") }],
  menu: [{ order: 10, label: "Übersicht", to: "/", icon: LayoutDashboard, onPhoneBar: true }],
});
