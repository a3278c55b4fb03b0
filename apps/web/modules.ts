import calendars from "#modules/calendars/web/module.tsx";
import changelog from "#modules/changelog/web/module.tsx";
import dashboard from "#modules/dashboard/web/module.tsx";
import eventImport from "#modules/event-import/web/module.tsx";
import files from "#modules/files/web/module.tsx";
import groups from "#modules/members/web/groups/module.tsx";
import messages from "#modules/messages/web/module.tsx";
import search from "#modules/search/web/module.tsx";
import styleguide from "#modules/styleguide/web/module.tsx";
import tenants from "#modules/tenants/web/module.tsx";
import transfer from "#modules/transfer/web/module.tsx";
import users from "#modules/members/web/module.tsx";
import type { WebModule } from "#platform/web/module.ts";

/** All modules of the browser side. The order matters nowhere. */
export const modules: readonly WebModule[] = [
  calendars,
  changelog,
  dashboard,
  eventImport,
  files,
  groups,
  messages,
  search,
  styleguide,
  tenants,
  transfer,
  users,
];
