import { CalendarDays } from "lucide-react";
import { webModule } from "#platform/web/module.ts";

const CALENDARS = { label: "Kalender", to: "/calendars" };

export default webModule({
  name: "calendars",
  pages: [
    {
      path: "/calendars",
      title: "Kalender",
      permission: "QUERY_CALENDAR",
      wide: true,
      load: () => import("./CalendarsPage.tsx"),
    },
    {
      path: "/calendars/events/create",
      title: "Termin anlegen",
      permission: "QUERY_CALENDAR",
      crumbs: [CALENDARS],
      load: () => import("./event/EventCreatePage.tsx"),
    },
    {
      path: "/calendars/events/$eventId",
      title: "Termin",
      permission: "QUERY_CALENDAR",
      crumbs: [CALENDARS],
      load: () => import("./event/EventPage.tsx"),
    },
    {
      path: "/calendars/events/$eventId/edit",
      title: "Termin bearbeiten",
      permission: "QUERY_CALENDAR",
      crumbs: [CALENDARS],
      load: () => import("./event/EventEditPage.tsx"),
    },
    // Also for people who see no calendar: they may be invited all the same.
    {
      path: "/calendars/invitations",
      title: "Meine Einladungen",
      crumbs: [CALENDARS],
      load: () => import("./invitations/mine/MyInvitationsPage.tsx"),
    },
    {
      path: "/calendars/create",
      title: "Kalender anlegen",
      permission: "MANAGE_CALENDAR",
      crumbs: [CALENDARS],
      load: () => import("./CalendarCreatePage.tsx"),
    },
    {
      path: "/calendars/$calendarId/edit",
      title: "Kalender bearbeiten",
      permission: "MANAGE_CALENDAR",
      crumbs: [CALENDARS],
      load: () => import("./CalendarEditPage.tsx"),
    },
  ],
  menu: [
    {
      order: 60,
      label: "Kalender",
      to: "/calendars",
      icon: CalendarDays,
      roles: ["QUERY_CALENDAR"],
      onPhoneBar: true,
    },
  ],
  dashboard: {
    invitations: () => import("./dashboard/open-invitations.tsx"),
    events: () => import("./dashboard/upcoming-events.tsx"),
  },
});
