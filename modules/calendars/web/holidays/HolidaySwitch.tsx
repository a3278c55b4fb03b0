import { Anchor, Button, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { formatDate } from "#platform/web/format/format.ts";
import { RouterLink } from "#platform/web/navigation.tsx";
import { useCan } from "#platform/web/session/me.tsx";
import type { Holidays } from "../../holiday-contract.ts";
import { shownPeriod } from "../board/calendar-view.ts";
import { holidaysQuery } from "./queries.ts";
import { useHolidaySwitch } from "./use-shown-holidays.ts";

const HolidayFeedDialog = lazy(() => import("./HolidayFeedDialog.tsx"));

/** Shows or hides holidays, and says where they come from; without a Land, the way to choose it. */
export function HolidaySwitch({ date }: { date: string }) {
  const maySet = useCan("MANAGE_TENANT");
  const [shown, setShown] = useHolidaySwitch();
  const { data } = useQuery(holidaysQuery(shownPeriod("month", date)));
  if (!data || (data.source === null && !maySet)) return null;
  return (
    <section>
      {data.source === null ? (
        <ChooseRegion />
      ) : (
        <>
          <Switch
            label="Ferien und Feiertage"
            checked={shown}
            onChange={(event) => setShown(event.currentTarget.checked)}
          />
          <Origin holidays={data} />
        </>
      )}
      {maySet && <FeedButton />}
    </section>
  );
}

function Origin({ holidays: { source, until } }: { holidays: Holidays }) {
  if (source === null) return null;
  return (
    <Text size="xs" c="dimmed" mt={6}>
      Schulferien bis {formatDate(until)}:{" "}
      {source.url === null ? (
        source.title
      ) : (
        <Anchor href={source.url} target="_blank" rel="noreferrer" inherit underline="always">
          {source.title}
        </Anchor>
      )}
    </Text>
  );
}

function ChooseRegion() {
  return (
    <Text size="sm" c="dimmed">
      <Anchor component={RouterLink} to="/settings" inherit underline="always">
        Bundesland wählen
      </Anchor>
      , damit Schulferien und Feiertage im Kalender stehen.
    </Text>
  );
}

function FeedButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" size="compact-sm" mt={4} onClick={() => setOpen(true)}>
        Eigener Ferienkalender
      </Button>
      {open && (
        <Suspense>
          <HolidayFeedDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
