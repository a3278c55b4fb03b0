import { webModule } from "#platform/web/module.ts";

const CALENDARS = { label: "Kalender", to: "/calendars" };

export default webModule({
  name: "event-import",
  pages: [
    {
      path: "/calendars/import",
      title: "Termine importieren",
      permission: "QUERY_CALENDAR",
      crumbs: [CALENDARS],
      wide: true,
      load: () => import("./EventImportPage.tsx"),
    },
  ],
});
