import calendars from "#modules/calendars/web/module.tsx";
import dashboard from "#modules/dashboard/web/module.tsx";
import files from "#modules/files/web/module.tsx";
import messages from "#modules/messages/web/module.tsx";
import styleguide from "#modules/styleguide/web/module.tsx";
import transfer from "#modules/transfer/web/module.tsx";
import type { WebModule } from "#platform/web/module.ts";

/** All modules of the browser side. The order matters nowhere. */
export const modules: readonly WebModule[] = [calendars, dashboard, files, messages, styleguide, transfer];
