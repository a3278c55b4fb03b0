import { call } from "#platform/web/api/api.ts";
import { bareRoute } from "#platform/web/api/bare-route.ts";
import { AppLink } from "#platform/web/links.tsx";
import { holdsOneOf, ME_KEY, type ShellUser } from "#platform/web/session/me.tsx";
import { dashboardContent } from "#platform/web/module.ts";
import { queryClient } from "#platform/web/api/query-client.ts";
import type { calendarsContract, Event } from "../../contract.ts";
import { CalendarDot } from "../event/CalendarDot.tsx";
import { whenWords } from "../event/when-words.ts";
import classes from "./dashboard.module.css";

const SHOWN = 3;
const listUpcoming = bareRoute<typeof calendarsContract.listUpcoming>({
  method: "GET",
  path: "/event/upcoming",
  access: "QUERY_CALENDAR",
});

/** Dashboard: the next events of all readable calendars. */
export default dashboardContent({
  queryKey: ["event", "dashboard"],
  load: async (signal) => {
    const me = queryClient.getQueryData<ShellUser>(ME_KEY);
    if (me && !holdsOneOf(me, "QUERY_CALENDAR")) return [];
    return (await call(listUpcoming, { query: { page: 0, size: SHOWN }, signal })).content;
  },
  render: (events) => <UpcomingEvents events={events} />,
});

function UpcomingEvents({ events }: { events: readonly Event[] }) {
  return (
    <ul className={classes.items}>
      {events.map((event) => (
        <li key={event.id} className={classes.item}>
          <div className={classes.words}>
            <AppLink to={`/calendars/events/${event.id}`} className={classes.title ?? ""}>
              {event.title}
            </AppLink>
            {event.status === "CANCELLED" && (
              <strong className={classes.cancelled}>abgesagt</strong>
            )}
            <span className={classes.when}>{whenWords(event)}</span>
            <span className={classes.calendar}>
              <CalendarDot color={event.calendar.color} /> {event.calendar.name}
              {event.location && ` · ${event.location}`}
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}
