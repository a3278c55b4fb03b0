import { dayOf, type DemoEvent, easter, nthWeekday, yearsAround } from "./demo-event.ts";

const HOUSE = "Vereinsheim, Am Sportplatz 1";

/** What the whole club meets for. */
export function clubEvents(today: Temporal.PlainDate): DemoEvent[] {
  const begin = today.year - 1;
  return [
    {
      title: "Vereinsheim geöffnet",
      day: nthWeekday(begin, 1, 5, 2),
      from: "19:00",
      to: "23:00",
      location: HOUSE,
      description: "Getränke und kleine Karte. Den Dienst teilen sich die Abteilungen.",
      recurrence: "FREQ=WEEKLY;BYDAY=FR",
      without: yearsAround(today).flatMap((year) =>
        [dayOf(year, 12, 25), dayOf(year, 12, 26)].filter((day) => day.dayOfWeek === 5),
      ),
    },
    {
      title: "Papiersammlung",
      day: nthWeekday(begin, 3, 6, 1),
      from: "08:30",
      to: "12:30",
      meet: "08:15",
      location: "Treffpunkt Bauhof, Industriestraße 4",
      description: "Bitte Handschuhe mitbringen. Danach gibt es für alle Helfer Leberkäswecken.",
      recurrence: "FREQ=MONTHLY;INTERVAL=3;BYDAY=1SA",
    },
    ...yearsAround(today).flatMap((year): DemoEvent[] => [
      {
        title: "Jahreshauptversammlung",
        day: nthWeekday(year, 3, 5, 3),
        from: "19:30",
        to: "22:00",
        location: HOUSE,
        description:
          "Tagesordnung: Begrüßung, Berichte, Entlastung, Wahlen, Ehrungen, Anträge, Verschiedenes.\nAnträge bitte bis zwei Wochen vorher schriftlich an den Vorstand.",
      },
      {
        title: "Kinderfasching",
        day: easter(year).subtract({ days: 50 }),
        from: "14:00",
        to: "17:30",
        location: "Turnhalle Grünhausen",
      },
      {
        title: "Maiwanderung",
        day: dayOf(year, 5, 1),
        from: "10:00",
        to: "16:00",
        meet: "09:45",
        location: "Ab Vereinsheim zum Hohenstaufen",
        places: 60,
      },
      {
        title: "Sommerfest",
        day: nthWeekday(year, 7, 6, 2),
        from: "14:00",
        lastDay: nthWeekday(year, 7, 6, 2).add({ days: 1 }),
        to: "18:00",
        location: "Sportplatz Grünhausen",
        description:
          "Samstag: Turniere, Hüpfburg und Tanz am Abend. Sonntag: Gottesdienst im Grünen, Frühschoppen, Kuchenbuffet.",
      },
      {
        title: "Arbeitseinsatz am Sportplatz",
        day: nthWeekday(year, 10, 6, 4),
        from: "09:00",
        to: "13:00",
        location: "Sportplatz Grünhausen",
      },
      {
        title: "Weihnachtsfeier",
        day: nthWeekday(year, 12, 6, 2),
        from: "18:00",
        to: "23:00",
        location: HOUSE,
        description:
          "Mit Ehrungen und dem Theaterstück der Theatergruppe. Bitte melden Sie sich an, das Vereinsheim fasst 120 Gäste.",
        places: 120,
      },
      {
        title: "Silvesterlauf",
        day: dayOf(year, 12, 31),
        from: "13:00",
        to: "15:30",
        meet: "12:30",
        location: "Start am Sportplatz",
        places: 200,
      },
    ]),
  ];
}
