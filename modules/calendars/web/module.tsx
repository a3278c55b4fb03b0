import { CalendarDays } from "lucide-react";
import { webModule } from "#platform/web/module.ts";

export default webModule({
  name: "calendars",
  pages: [
    { path: "/calendars", title: "Kalender", permission: "QUERY_CALENDAR", wide: true, load: () => import("./CalendarsPage.tsx") },
    { path: "/public/invitation/$id", title: "Einladung beantworten", load: () => import("./PublicInvitationPage.tsx") },
  ],
  menu: [{ order: 60, label: "Kalender", to: "/calendars", icon: CalendarDays, roles: ["QUERY_CALENDAR"], onPhoneBar: true }],
});
