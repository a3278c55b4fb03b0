import { Anchor, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { formatDate } from "#platform/web/format/format.ts";
import { RouterLink } from "#platform/web/navigation.tsx";
import { useCan } from "#platform/web/session/me.tsx";
import { shownPeriod } from "../board/calendar-view.ts";
import { holidaysQuery } from "./queries.ts";
import { useHolidaySwitch } from "./use-shown-holidays.ts";

/** Shows or hides holidays, and says where they come from; without a Land, the way to choose it. */
export function HolidaySwitch({ date }: { date: string }) {
  const maySet = useCan("MANAGE_TENANT");
  const [shown, setShown] = useHolidaySwitch();
  const { data } = useQuery(holidaysQuery(shownPeriod("month", date)));
  if (!data) return null;
  if (data.region === null) return maySet && <ChooseRegion />;
  return (
    <section>
      <Switch
        label="Ferien und Feiertage"
        checked={shown}
        onChange={(event) => setShown(event.currentTarget.checked)}
      />
      {data.source && (
        <Text size="xs" c="dimmed" mt={6}>
          Schulferien bis {formatDate(data.until)}:{" "}
          <Anchor
            href={data.source.url}
            target="_blank"
            rel="noreferrer"
            inherit
            underline="always"
          >
            {data.source.title}
          </Anchor>
        </Text>
      )}
    </section>
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
