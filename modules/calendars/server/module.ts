import { serverModule } from "#platform/server/services.ts";
import { wholeCalendarsContract } from "../whole-contract.ts";
import { calendarHandlers } from "./calendars/calendar-handlers.ts";
import { eventHandlers } from "./events/event-handlers.ts";
import { eventListHandlers } from "./events/event-list-handlers.ts";
import { feedHandlers } from "./feeds/feed-handlers.ts";
import { importHandlers } from "./exchange/import-handlers.ts";
import { registerFeedsOfPersons } from "./feeds/personal-data.ts";
import { registerCalendarsOfPersons } from "./calendars/personal-data.ts";
import {
  invitationHandlers,
  invitationJobs,
  invitationSchedule,
} from "./invitations/invitation-module.ts";
import { eventSearch } from "./calendars/search-provider.ts";

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
    // One line per part, as in the contract.
    ...calendarHandlers(services),
    ...eventListHandlers(services),
    ...eventHandlers(),
    ...feedHandlers(services),
    ...importHandlers(),
    ...invitationHandlers(services),
  }),
  jobs: (services) => ({ ...invitationJobs(services) }),
  schedule: { ...invitationSchedule },
});
