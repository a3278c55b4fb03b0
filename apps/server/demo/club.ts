import type { Permission } from "#platform/contract/permissions.ts";

/** A group of the demo club: whom it takes, by age and sex. */
export interface DemoGroup {
  name: string;
  color?: "GREEN" | "BLUE" | "YELLOW" | "RED" | "ORANGE" | "VIOLET" | "TEAL" | "GRAY";
  description?: string;
  permissions?: Permission[];
  /** Part of the people of these ages who belong to it. */
  takes?: { from: number; to: number; gender?: "FEMALE" | "MALE"; share: number };
  leaders?: number;
  children?: DemoGroup[];
}

export const DEMO_CLUB = { name: "TSV Grünhausen 1898 e. V.", accentColor: "#1f6f54" };

/** What every member of a club may see in the demo: their groups, the calendars, the files. */
const EVERYBODY: Permission[] = [
  "QUERY_CALENDAR",
  "QUERY_FILESHARE",
  "QUERY_IMAGESHARE",
  "QUERY_GROUP",
];

export const DEMO_GROUPS: DemoGroup[] = [
  {
    name: "Alle Mitglieder",
    color: "GRAY",
    description: "Jeder im Verein. Trägt die Rechte, die alle haben.",
    permissions: EVERYBODY,
    takes: { from: 0, to: 120, share: 1 },
  },
  {
    name: "Vorstand",
    color: "VIOLET",
    description: "Der geschäftsführende Vorstand nach § 26 BGB und die Beisitzer.",
    permissions: ["QUERY_USER", "QUERY_GROUP", "QUERY_USER_CHANGELOG", "SEND_MESSAGE"],
  },
  {
    name: "Fußball",
    color: "GREEN",
    description: "Spielbetrieb im Bezirk Neckar/Fils, Training auf dem Kunstrasen.",
    leaders: 1,
    children: [
      { name: "Bambini", takes: { from: 4, to: 6, share: 0.7 }, leaders: 2 },
      { name: "E-Jugend", takes: { from: 7, to: 11, share: 0.5 }, leaders: 2 },
      { name: "C-Jugend", takes: { from: 12, to: 16, share: 0.75 }, leaders: 1 },
      {
        name: "1. Mannschaft",
        takes: { from: 18, to: 34, gender: "MALE", share: 0.5 },
        leaders: 1,
      },
      { name: "Frauen", takes: { from: 16, to: 38, gender: "FEMALE", share: 0.4 }, leaders: 1 },
      { name: "Alte Herren", takes: { from: 35, to: 60, gender: "MALE", share: 0.3 }, leaders: 1 },
    ],
  },
  {
    name: "Turnen",
    color: "ORANGE",
    description: "Vom Eltern-Kind-Turnen bis zur Gymnastik am Vormittag.",
    leaders: 1,
    children: [
      { name: "Kinderturnen", takes: { from: 4, to: 10, share: 0.5 }, leaders: 2 },
      { name: "Gerätturnen", takes: { from: 9, to: 20, gender: "FEMALE", share: 0.4 }, leaders: 1 },
      {
        name: "Gymnastik am Vormittag",
        takes: { from: 58, to: 90, gender: "FEMALE", share: 0.6 },
        leaders: 1,
      },
    ],
  },
  {
    name: "Leichtathletik",
    color: "RED",
    leaders: 1,
    children: [
      { name: "Lauftreff", takes: { from: 25, to: 70, share: 0.14 }, leaders: 1 },
      { name: "Schülerinnen und Schüler", takes: { from: 8, to: 15, share: 0.2 }, leaders: 1 },
    ],
  },
  { name: "Tischtennis", color: "BLUE", takes: { from: 14, to: 75, share: 0.1 }, leaders: 1 },
  {
    name: "Theatergruppe",
    color: "YELLOW",
    description: "Zwei Stücke im Jahr, geprobt wird donnerstags im Vereinsheim.",
    takes: { from: 16, to: 80, share: 0.06 },
    leaders: 1,
  },
  { name: "Seniorenkreis", color: "TEAL", takes: { from: 68, to: 110, share: 0.7 }, leaders: 1 },
];

/** Functions of the board, in the order they are given to the first fitting adults. */
export const BOARD_FUNCTIONS = [
  "1. Vorsitzender",
  "2. Vorsitzende",
  "Kassenwart",
  "Schriftführerin",
  "Jugendleiter",
  "Pressewartin",
  "Beisitzer",
  "Beisitzerin",
];
