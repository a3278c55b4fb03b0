import { ActionIcon, Button, Checkbox, Menu } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import "@mantine/dates/styles.layer.css";
import "dayjs/locale/de";
import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Eye, Pencil, Plus, Rss, Trash2 } from "lucide-react";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { useCan } from "#platform/web/session/me.tsx";
import { RouterLink } from "#platform/web/navigation.tsx";
import { calendarTones } from "#platform/web/ui/theme/calendar-colors.ts";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { calendarsContract, type Calendar } from "../../contract.ts";
import { CalendarFeedDialog } from "../feeds/CalendarFeedDialog.tsx";
import { SubscribeButton } from "../feeds/SubscribeButton.tsx";
import { HolidaySwitch } from "../holidays/HolidaySwitch.tsx";
import { periodTitle } from "./calendar-view.ts";
import { CreateEventButton } from "./toolbar/CreateEventButton.tsx";
import classes from "./panel.module.css";

interface CalendarPanelProps {
  /** Where events are made; absent where the button stands elsewhere or the reader may not. */
  createAddress: string | undefined;
  /** Whether the way to one's own feed stands here and not in the toolbar. */
  subscribable: boolean;
  calendars: readonly Calendar[] | undefined;
  /** Ids of the calendars switched off. */
  hidden: readonly string[];
  onHidden: (hidden: string[]) => void;
  date: string;
  onDate: (date: string) => void;
}

/** Beside the board: a small month to go by, the feeds, the calendars to switch on and off. */
export function CalendarPanel({
  createAddress,
  subscribable,
  calendars,
  hidden,
  onHidden,
  date,
  onDate,
}: CalendarPanelProps) {
  const mayManage = useCan("MANAGE_CALENDAR");
  const [feed, setFeed] = useState<Calendar>();
  return (
    <div className={classes.panel}>
      {createAddress !== undefined && (
        <CreateEventButton to={createAddress} label="Termin anlegen" />
      )}
      <div data-own-keys>
        <DatePicker
          key={date.slice(0, 7)}
          value={date}
          defaultDate={date}
          onChange={(day) => day && onDate(day)}
          locale="de"
          firstDayOfWeek={1}
          size="xs"
          highlightToday
          weekendDays={[]}
          getDayProps={(day) => ({ "aria-label": periodTitle("day", day) })}
          classNames={{ day: classes.smallDay ?? "", weekday: classes.smallWeekday ?? "" }}
          fullWidth
          ariaLabels={{
            previousMonth: "Voriger Monat",
            nextMonth: "Nächster Monat",
            monthLevelControl: "Monat wählen",
            yearLevelControl: "Jahr wählen",
          }}
        />
      </div>
      {subscribable && <SubscribeButton />}
      <section>
        <div className={classes.head}>
          <h2 className={classes.heading}>Kalender</h2>
          {mayManage && (
            <ActionIcon
              component={RouterLink}
              to="/calendars/create"
              variant="subtle"
              color="gray"
              aria-label="Kalender anlegen"
            >
              <Plus size={17} aria-hidden />
            </ActionIcon>
          )}
        </div>
        {!calendars ? (
          <ListSkeleton rows={4} />
        ) : (
          <ul className={classes.calendars}>
            {calendars.map((calendar) => (
              <CalendarLine
                key={calendar.id}
                calendar={calendar}
                shown={!hidden.includes(calendar.id)}
                onShown={(shown) =>
                  onHidden(
                    shown ? hidden.filter((id) => id !== calendar.id) : [...hidden, calendar.id],
                  )
                }
                onOnly={() =>
                  onHidden(calendars.filter((one) => one.id !== calendar.id).map((one) => one.id))
                }
                onFeed={() => setFeed(calendar)}
              />
            ))}
          </ul>
        )}
        {hidden.length > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => onHidden([])}>
            Alle zeigen
          </Button>
        )}
      </section>
      <HolidaySwitch date={date} />
      {feed && <CalendarFeedDialog calendar={feed} onClose={() => setFeed(undefined)} />}
    </div>
  );
}

interface CalendarLineProps {
  calendar: Calendar;
  shown: boolean;
  onShown: (shown: boolean) => void;
  onOnly: () => void;
  onFeed: () => void;
}

function CalendarLine({ calendar, shown, onShown, onOnly, onFeed }: CalendarLineProps) {
  const remove = useDeleteCalendar();
  const mayEdit = calendar.can.includes("EDIT");
  return (
    <li className={classes.calendar}>
      <Checkbox
        className={classes.check ?? ""}
        color={calendarTones(calendar.color).strong}
        iconColor="var(--surface-card)"
        label={calendar.name}
        checked={shown}
        onChange={(event) => onShown(event.currentTarget.checked)}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            className={classes.more ?? ""}
            variant="subtle"
            color="gray"
            aria-label={`Mehr zu ${calendar.name}`}
          >
            <Ellipsis size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Eye size={16} aria-hidden />} onClick={onOnly}>
            Nur diesen zeigen
          </Menu.Item>
          {calendar.icsId !== null && (
            <Menu.Item leftSection={<Rss size={16} aria-hidden />} onClick={onFeed}>
              Abo-Adresse
            </Menu.Item>
          )}
          {mayEdit && (
            <Menu.Item
              component={RouterLink}
              to={`/calendars/${calendar.id}/edit`}
              leftSection={<Pencil size={16} aria-hidden />}
            >
              Bearbeiten
            </Menu.Item>
          )}
          {calendar.can.includes("DELETE") && (
            <Menu.Item
              color="red"
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={() => void remove(calendar)}
            >
              Löschen
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

function useDeleteCalendar() {
  const client = useQueryClient();
  return async (calendar: Calendar) => {
    const sure = await askToConfirm({
      title: `Kalender „${calendar.name}“ löschen?`,
      text: "Alle Termine dieses Kalenders werden mit ihren Einladungen und Antworten gelöscht. Das lässt sich nicht rückgängig machen. Abonnierte Kalender auf Telefonen werden nicht mehr aktualisiert.",
      confirmLabel: "Kalender löschen",
      destructive: true,
    });
    if (!sure) return;
    await call(calendarsContract.deleteCalendar, { params: { id: calendar.id } });
    await Promise.all(
      [["calendar"], ["event"], ["invitation"]].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
    showDone(`Der Kalender „${calendar.name}“ ist gelöscht.`);
  };
}
