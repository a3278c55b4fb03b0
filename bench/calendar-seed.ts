import { withClient } from "#platform/server/database/migrate.ts";
import { v7 as uuidv7 } from "uuid";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CALENDARS = 10;
const TITLES = [
  "Training",
  "Heimspiel",
  "Auswärtsspiel",
  "Vorstandssitzung",
  "Chorprobe",
  "Arbeitseinsatz",
  "Kinderturnen",
  "Übungsabend",
  "Ausflug",
  "Turnier",
];
const RULES = [
  "FREQ=WEEKLY",
  "FREQ=WEEKLY;BYDAY=MO,TH",
  "FREQ=WEEKLY;INTERVAL=2",
  "FREQ=MONTHLY;BYDAY=1TU",
  "FREQ=MONTHLY;BYMONTHDAY=15",
];

export interface CalendarPlan {
  tenant: string;
  /** Rows; the series are among them. */
  events: number;
  series: number;
}

/**
 * Fills calendars that everybody reads with events over ten years around today, unless they are
 * there already.
 */
export async function seedCalendars(
  ownerUrl: string,
  plans: readonly CalendarPlan[],
): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query("SET session_replication_role = replica");
    for (const { tenant, events, series } of plans) {
      const { rows } = await client.query<{ id: string; calendars: number }>(
        "SELECT tenant_id AS id, (SELECT count(*)::int FROM calendar c WHERE c.tenant_id = tenant.tenant_id AND c.ics_id LIKE 'bench-%') AS calendars FROM tenant WHERE name = $1",
        [tenant],
      );
      const [found] = rows;
      if (found === undefined) throw new Error(`the bench has no tenant ${tenant}`);
      if (found.calendars > 0) continue;
      const tables = rowsOf(found.id, events, series);
      for (const [table, list] of Object.entries(tables)) {
        const columns = Object.keys(list[0] ?? {}).join(", ");
        await client.query(
          `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`,
          [JSON.stringify(list)],
        );
      }
    }
    await client.query("VACUUM (ANALYZE) calendar, calendar_grant, event");
  });
}

function rowsOf(
  tenant_id: string,
  events: number,
  series: number,
): Record<string, Record<string, unknown>[]> {
  const now = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const colors = ["GREEN", "BLUE", "YELLOW", "RED"];
  const calendar = Array.from({ length: CALENDARS }, (_, index) => ({
    tenant_id,
    id: uuidv7(),
    name: `Kalender ${index + 1}`,
    color: colors[index % 4],
    ics_id: `bench-${tenant_id}-${index}`,
    version: 1,
  }));
  const calendar_grant = calendar.map(({ id }) => ({
    tenant_id,
    id: uuidv7(),
    calendar_id: id,
    subject: "ALL",
    access: "READ",
  }));
  const event = Array.from({ length: events }, (_, index) => {
    const isSeries = index < series;
    // Spread evenly and mixed through: a step that has no part in common with the number of days.
    const day = isSeries
      ? now - (100 + ((index * 37) % 1_400)) * DAY_MS
      : now + (((index * 1_861) % 3_650) - 1_825) * DAY_MS;
    const start = day + (7 + (index % 13)) * HOUR_MS;
    const allDay = index % 20 === 19;
    const id = uuidv7();
    const iso = (moment: number) => new Date(moment).toISOString();
    return {
      tenant_id,
      id,
      calendar_id: calendar[index % CALENDARS]?.id,
      uid: id,
      sequence: 0,
      title: `${TITLES[index % TITLES.length] ?? ""} ${index}`,
      description:
        index % 3 === 0
          ? "Bitte rechtzeitig da sein und Sportschuhe mit heller Sohle mitbringen."
          : null,
      location: index % 2 === 0 ? "Turnhalle Grünhausen, Schulstraße 12" : null,
      starts_at: iso(allDay ? day : start),
      ends_at: iso(allDay ? day + DAY_MS : start + (1 + (index % 3)) * HOUR_MS),
      all_day: allDay,
      status: "CONFIRMED",
      recurrence: isSeries ? RULES[index % RULES.length] : null,
      series_key: isSeries ? id.replaceAll("-", "").slice(16) : null,
      exdates: isSeries ? [iso(start + 14 * DAY_MS)] : [],
      created_at: iso(now),
      updated_at: iso(now),
      version: 1,
    };
  });
  return { calendar, calendar_grant, event };
}
