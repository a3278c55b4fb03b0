import {
  dayOf,
  type DemoEvent,
  easter,
  nthWeekday,
  weekdayFrom,
  yearsAround,
} from "./demo-event.ts";

const PITCH = "Kunstrasen Grünhausen";
const GYM = "Turnhalle Grünhausen";
const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const OPPONENTS = [
  "SV Ebersbach",
  "TSG Salach",
  "1. FC Eislingen",
  "TV Jebenhausen",
  "SC Geislingen",
  "TSV Wäschenbeuren",
  "FV Faurndau",
  "SGM Rechberghausen",
];

interface Weekly {
  title: string;
  /** 1 = Monday */
  weekdays: number[];
  from: string;
  to: string;
  location: string;
  description?: string;
}

/** From the beginning of the season before last on, without the days around Christmas. */
function weekly({ weekdays, ...event }: Weekly, today: Temporal.PlainDate): DemoEvent {
  const day =
    weekdays
      .map((weekday) => weekdayFrom(dayOf(today.year - 1, 9, 7), weekday))
      .toSorted(Temporal.PlainDate.compare)[0] ?? today;
  const without = yearsAround(today).flatMap((year) =>
    Array.from({ length: 17 }, (_, index) => dayOf(year, 12, 22).add({ days: index })).filter(
      (left) => weekdays.includes(left.dayOfWeek),
    ),
  );
  return {
    ...event,
    day,
    without,
    recurrence: `FREQ=WEEKLY;BYDAY=${weekdays.map((weekday) => DAYS[weekday - 1]).join(",")}`,
  };
}

export function footballEvents(today: Temporal.PlainDate): DemoEvent[] {
  const trainings: Weekly[] = [
    { title: "Training Bambini", weekdays: [5], from: "16:00", to: "17:00", location: PITCH },
    { title: "Training E-Jugend", weekdays: [2, 4], from: "17:00", to: "18:30", location: PITCH },
    {
      title: "Training C-Jugend",
      weekdays: [1, 3],
      from: "17:30",
      to: "19:00",
      location: PITCH,
      description: "Im Winter bei Eis in der Turnhalle.",
    },
    { title: "Training Frauen", weekdays: [2], from: "19:00", to: "20:30", location: PITCH },
    {
      title: "Training 1. Mannschaft",
      weekdays: [2, 5],
      from: "19:15",
      to: "21:00",
      location: PITCH,
    },
    { title: "Training Alte Herren", weekdays: [4], from: "19:30", to: "21:00", location: PITCH },
  ];
  // Ten weekends back and ten ahead, so that every start of the demo shows results to come and
  // games that are over.
  const firstSunday = weekdayFrom(today.subtract({ days: 70 }), 7);
  const matches = Array.from({ length: 20 }, (_, week): DemoEvent[] => {
    const sunday = firstSunday.add({ days: week * 7 });
    const opponent = OPPONENTS[week % OPPONENTS.length] ?? "";
    const atHome = week % 2 === 0;
    const place = atHome
      ? "Sportplatz Grünhausen"
      : `Sportplatz ${opponent.split(" ").at(-1) ?? ""}`;
    const pairing = (home: string, guest: string) =>
      atHome ? `${home} – ${guest}` : `${guest} – ${home}`;
    const youth = OPPONENTS[(week + 3) % OPPONENTS.length] ?? "";
    return [
      {
        title: pairing("TSV Grünhausen", opponent),
        day: sunday,
        from: "15:00",
        to: "16:45",
        meet: atHome ? "14:00" : "13:15",
        location: place,
        places: 18,
      },
      {
        title: `C-Jugend: ${pairing("TSV Grünhausen", youth)}`,
        day: sunday.subtract({ days: 1 }),
        from: "11:00",
        to: "12:30",
        meet: atHome ? "10:15" : "09:30",
        location: atHome ? "Sportplatz Grünhausen" : `Sportplatz ${youth.split(" ").at(-1) ?? ""}`,
        description: "Bitte sagen Sie bis Donnerstagabend zu oder ab, damit die Aufstellung steht.",
        places: 16,
        ...(week === 12 ? { cancelled: true } : {}),
      },
    ];
  }).flat();
  return [
    ...trainings.map((training) => weekly(training, today)),
    ...matches,
    ...yearsAround(today).flatMap((year): DemoEvent[] => [
      {
        title: "Jugendturnier um den Grünhausen-Cup",
        day: nthWeekday(year, 6, 6, 3),
        from: "09:00",
        lastDay: nthWeekday(year, 6, 6, 3).add({ days: 1 }),
        to: "17:00",
        location: "Sportplatz Grünhausen",
      },
      {
        title: "Hallenturnier der E-Jugend",
        day: nthWeekday(year, 1, 6, 3),
        from: "09:30",
        to: "15:00",
        location: "EWS-Arena Göppingen",
      },
      {
        title: "Trainingslager der C-Jugend",
        day: easter(year).add({ days: 2 }),
        lastDay: easter(year).add({ days: 5 }),
        location: "Landessportschule Albstadt",
        places: 22,
      },
    ]),
  ];
}

export function gymnasticsEvents(today: Temporal.PlainDate): DemoEvent[] {
  const lessons: Weekly[] = [
    { title: "Kinderturnen", weekdays: [3], from: "15:30", to: "16:30", location: GYM },
    { title: "Gerätturnen", weekdays: [1, 4], from: "17:00", to: "19:00", location: GYM },
    {
      title: "Gymnastik am Vormittag",
      weekdays: [2],
      from: "09:30",
      to: "10:30",
      location: GYM,
      description: "Bitte Matte und Handtuch mitbringen.",
    },
    {
      title: "Lauftreff",
      weekdays: [3],
      from: "18:30",
      to: "20:00",
      location: "Parkplatz am Waldfriedhof",
      description: "Drei Gruppen: 5, 8 und 12 Kilometer.",
    },
    {
      title: "Leichtathletik Schülerinnen und Schüler",
      weekdays: [5],
      from: "16:30",
      to: "18:00",
      location: "Sportplatz Grünhausen",
    },
  ];
  return [
    ...lessons.map((lesson) => weekly(lesson, today)),
    {
      title: "Schnupperstunde Eltern-Kind-Turnen",
      day: weekdayFrom(today.add({ days: 3 }), 6),
      from: "10:00",
      to: "11:30",
      location: GYM,
      description:
        "Für Kinder von eineinhalb bis vier Jahren mit Begleitung. Eine Anmeldung ist nötig, weil der Platz begrenzt ist.",
      places: 12,
    },
    ...yearsAround(today).flatMap((year): DemoEvent[] => [
      {
        title: "Vereinsmeisterschaft im Gerätturnen",
        day: nthWeekday(year, 11, 6, 2),
        from: "13:00",
        to: "17:00",
        location: GYM,
      },
      {
        title: "Abnahme des Sportabzeichens",
        day: nthWeekday(year, 9, 6, 2),
        from: "10:00",
        to: "15:00",
        location: "Sportplatz Grünhausen",
      },
      {
        title: "Gaukinderturnfest",
        day: nthWeekday(year, 6, 7, 4),
        from: "08:30",
        to: "17:00",
        meet: "07:45",
        location: "Stadion Göppingen",
      },
    ]),
  ];
}

export function boardEvents(today: Temporal.PlainDate): DemoEvent[] {
  const room = "Vereinsheim, Besprechungszimmer";
  return [
    {
      title: "Vorstandssitzung",
      day: nthWeekday(today.year - 1, 1, 2, 1),
      from: "19:30",
      to: "21:30",
      location: room,
      recurrence: "FREQ=MONTHLY;BYDAY=1TU",
    },
    ...yearsAround(today).flatMap((year): DemoEvent[] => [
      {
        title: "Kassenprüfung",
        day: nthWeekday(year, 2, 4, 2),
        from: "18:00",
        to: "20:00",
        location: room,
      },
      {
        title: "Klausurtagung",
        day: nthWeekday(year, 11, 6, 3),
        lastDay: nthWeekday(year, 11, 6, 3).add({ days: 1 }),
        location: "Haus auf der Alb, Bad Urach",
      },
      {
        title: "Meldung der Mitgliederzahlen an den Landesverband",
        day: dayOf(year, 1, 31),
        description: "Frist der Bestandserhebung.",
      },
    ]),
  ];
}
