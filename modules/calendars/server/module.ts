import { serverModule } from "#platform/server/server-module.ts";
import { allCalendarsRoutes } from "../all-routes.ts";
import { calendarHandlers } from "./calendars/calendar-handlers.ts";
import { calendarOpenings } from "./calendars/access.ts";
import { eventHandlers } from "./editing/event-handlers.ts";
import { eventListHandlers } from "./lists/event-list-handlers.ts";
import { feedHandlers } from "./feeds/feed-handlers.ts";
import { holidayHandlers } from "./holidays/holiday-handlers.ts";
import { fetchHolidays } from "./holidays/feed/fetch-holidays.ts";
import { leaveOutHolidays } from "./holidays/leave-out-holidays.ts";
import { importHandlers } from "./exchange/import-handlers.ts";
import { feedOfPerson } from "./feeds/personal-data.ts";
import { calendarsAndEvents } from "./calendars/personal-data.ts";
import { invitationHandlers, invitationJobs } from "./invitations/invitation-module.ts";
import { invitationsOfPerson } from "./invitations/personal-data.ts";
import { invitedRecipients } from "./invitations/organiser/recipients.ts";
import { invitedPeople } from "./invitations/organiser/sighting.ts";
import { publicPage } from "./public-page/public-page.ts";
import { eventSearch } from "./calendars/search-provider.ts";

export const calendarsModule = serverModule({
  name: "calendars",
  about: "Kalender, Termine und Einladungen",
  tables: [
    "calendar",
    "calendar_feed",
    "calendar_grant",
    "event",
    "guest_invitation_count",
    "holiday",
    "holiday_feed",
    "invitation",
    "series_invitee",
  ],
  reads: ["club", "person", "group_member", "member_login"],
  contract: allCalendarsRoutes,
  search: [eventSearch],
  opens: calendarOpenings,
  recipients: invitedRecipients,
  shows: invitedPeople,
  personalData: [calendarsAndEvents, invitationsOfPerson, feedOfPerson],
  liveKinds: {
    calendar: "QUERY_CALENDAR",
    event: "QUERY_CALENDAR",
    invitation: { visibleTo: "QUERY_CALENDAR", ofMembers: true },
  },
  handlers: (services) => ({
    // One line per part, as in the contract.
    ...calendarHandlers(services),
    ...eventListHandlers(services),
    ...eventHandlers(services),
    ...feedHandlers(services),
    ...importHandlers(),
    ...holidayHandlers(),
    ...invitationHandlers(services),
  }),
  jobs: [...invitationJobs, leaveOutHolidays, fetchHolidays],
  plugin: publicPage,
});
