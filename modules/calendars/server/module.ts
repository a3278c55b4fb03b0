import { serverModule } from "#platform/server/services.ts";
import { wholeCalendarsContract } from "../whole-contract.ts";
import { calendarHandlers } from "./calendar-handlers.ts";
import { eventHandlers } from "./event-handlers.ts";
import { eventListHandlers } from "./event-list-handlers.ts";
import { feedHandlers } from "./exchange/feed-handlers.ts";
import { importHandlers } from "./exchange/import-handlers.ts";
import { registerFeedsOfPersons } from "./exchange/personal-data.ts";
import { registerCalendarsOfPersons } from "./personal-data.ts";
import {
  invitationHandlers,
  invitationJobs,
  invitationSchedule,
} from "./invitations/invitation-part.ts";
import { programmeHandlers } from "./programmes/programme-handlers.ts";
import { eventSearch } from "./search-provider.ts";

registerCalendarsOfPersons();
registerFeedsOfPersons();

export const calendarsModule = serverModule({
  name: "calendars",
  contract: wholeCalendarsContract,
  search: [eventSearch],
  liveKinds: {
    calendar: "QUERY_CALENDAR",
    event: "QUERY_CALENDAR",
    invitation: { hear: "QUERY_CALENDAR", ofMembers: true },
  },
  handlers: (services) => ({
    // One line per part, as in the contract: invitations, exchange and programmes add theirs.
    ...calendarHandlers(services),
    ...eventListHandlers(services),
    ...eventHandlers(),
    ...feedHandlers(services),
    ...importHandlers(),
    ...invitationHandlers(services),
    ...programmeHandlers(services),
  }),
  jobs: (services) => ({ ...invitationJobs(services) }),
  schedule: { ...invitationSchedule },
});
