import type { TrueEvent } from "../programme-score.ts";
import { CLUBS, PLACES, TEAMS } from "./club-words.ts";
import {
  DAY_WRITINGS,
  entriesFor,
  month,
  shortWeekday,
  TIME_WRITINGS,
  trueEvent,
  two,
  weekday,
  type SheetEntry,
} from "./entries.ts";
import { foot, head, yearFor, type SheetKind } from "./kind.ts";
import type { Random } from "./random.ts";
import { Sheet } from "./sheet.ts";

/** Letters, fixtures, and pages of several parts. */
export const TEXTS: readonly SheetKind[] = [
  {
    name: "letter",
    isHeldOut: false,
    draw: (random) => {
      const from = yearFor(random);
      const entries = proseEntries(random, from, random.int(3, 6));
      const sheet = new Sheet();
      sheet.put(60, 60, random.pick(CLUBS), { size: 14, bold: true });
      sheet.put(535, 100, `Neustadt, den 3. Januar ${from.year}`, { align: "RIGHT" });
      let y = sheet.put(60, 140, "Liebe Mitglieder,") + 10;
      y =
        sheet.put(
          60,
          y,
          "ein gutes neues Jahr wünschen wir Ihnen und Ihren Familien. Im letzten Jahr hat unser Verein viel erlebt.",
          { width: 470 },
        ) + 8;
      const spacing = random.pick([0, 8]);
      for (const entry of entries) {
        const before = random.chance(0.6) ? `${random.pick(FILLERS)} ` : "";
        const after = random.chance(0.6) ? ` ${random.pick(FILLERS)}` : "";
        y = sheet.put(60, y, before + sentence(random, entry) + after, { width: 470 }) + spacing;
      }
      y =
        sheet.put(60, y, "Der Jahresbeitrag ist bis zum 31. März zu überweisen.", { width: 470 }) +
        8;
      sheet.put(60, y, "Herzliche Grüße\nIhr Vorstand");
      return { pages: [sheet.page()], truth: { events: entries.map(trueEvent) } };
    },
  },
  {
    name: "newsletter, a list beside its text",
    isHeldOut: true,
    draw: (random) => {
      const from = yearFor(random);
      const all = entriesFor(random, random.int(6, 10), { from, days: 365, spans: 0 });
      const told = proseEntries(random, from.add({ days: 3 }), 2);
      const sheet = new Sheet();
      let y = head(sheet, random, { x: 50, y: 60, said: String(from.year) });
      const top = y;
      y = sheet.put(50, y, "Rückblick und Ausblick", { bold: true, size: 13 }) + 4;
      y =
        sheet.put(
          50,
          y,
          "Das vergangene Jahr brachte dem Verein viele neue Mitglieder und schöne Stunden. Allen Helfern gilt unser Dank.",
          { width: 270 },
        ) + 8;
      for (const entry of told) y = sheet.put(50, y, sentence(random, entry), { width: 270 }) + 8;
      sheet.put(50, y, "Wer mitmachen will, meldet sich beim Vorstand.", { width: 270 });
      const day = random.pick([DAY_WRITINGS[1], DAY_WRITINGS[4]]) ?? (() => "");
      let right = sheet.put(360, top, "Auf einen Blick", { bold: true, size: 13 }) + 6;
      for (const entry of all) {
        sheet.put(360, right, day(entry), { size: 10, bold: true });
        right =
          sheet.put(
            425,
            right,
            [entry.title, TIME_WRITINGS[3]?.(entry) ?? ""].filter((part) => part !== "").join(", "),
            { size: 10, width: 130 },
          ) + 4;
      }
      foot(sheet, random);
      return {
        pages: [sheet.page()],
        truth: { events: [...told, ...all.map((one) => ({ ...one, place: null }))].map(trueEvent) },
      };
    },
  },
  {
    name: "fixtures",
    isHeldOut: false,
    draw: (random) => {
      const from = yearFor(random).add({ months: random.pick([2, 7]) });
      const entries = entriesFor(random, random.int(6, 12), { from, days: 120, spans: 0 });
      const own = random.pick(TEAMS);
      const sheet = new Sheet();
      let y = head(sheet, random, { x: 50, y: 60, said: String(from.year) });
      const asTable = random.chance(0.5);
      const events: TrueEvent[] = [];
      for (const entry of entries) {
        const other = random.pick(TEAMS.filter((team) => team !== own));
        const [home, guest] = random.chance(0.5) ? [own, other] : [other, own];
        const game = { ...entry, title: `${home} – ${guest}`, hour: entry.hour ?? 15, place: null };
        events.push(trueEvent(game));
        const when = `${shortWeekday(game.day)} ${two(game.day.day)}.${two(game.day.month)}.`;
        if (asTable) {
          sheet.put(50, y, when);
          sheet.put(140, y, `${two(game.hour)}:${two(game.minute)}`);
          sheet.put(200, y, home);
          sheet.put(310, y, "–");
          sheet.put(340, y, guest);
          y += 18;
        } else
          y =
            sheet.put(50, y, `${when} ${two(game.hour)}:${two(game.minute)} Uhr  ${game.title}`) +
            4;
      }
      foot(sheet, random);
      return { pages: [sheet.page()], truth: { events } };
    },
  },
  {
    name: "groups, each with its list",
    isHeldOut: false,
    draw: (random) => {
      const from = yearFor(random);
      const sheet = new Sheet();
      let y = head(sheet, random, { x: 60, y: 70, said: String(from.year) });
      const day = random.pick(DAY_WRITINGS);
      const time = random.pick(TIME_WRITINGS.slice(0, 2));
      const used: SheetEntry[] = [];
      for (const group of random
        .shuffled(["Jugend", "Senioren", "Frauengruppe", "Gesamtverein"])
        .slice(0, 3)) {
        y = sheet.put(60, y + 10, group, { size: 14, bold: true });
        for (const entry of entriesFor(random, random.int(2, 5), { from, days: 365 })) {
          used.push(entry);
          y =
            sheet.put(
              60,
              y,
              `${day(entry)}: ${[entry.title, entry.place ?? "", time(entry)].filter((part) => part !== "").join(", ")}`,
              { width: 480 },
            ) + 2;
        }
      }
      foot(sheet, random);
      return { pages: [sheet.page()], truth: { events: used.map(trueEvent) } };
    },
  },
];

/** What letters say between their dates. */
const FILLERS = [
  "Alle Mitglieder und Freunde des Vereins sind dazu eingeladen.",
  "Im vergangenen Jahr kamen so viele Gäste wie lange nicht mehr, und der Vorstand dankt allen Helfern.",
  "Wer Kuchen backen kann, meldet sich bitte bis zum 20. Februar bei Frau Kern.",
  "Die Kinder haben dafür fleißig geübt.",
  "Der Beitrag wird am 1. April eingezogen.",
  "Für das leibliche Wohl sorgt die Jugendabteilung.",
  "Wir hoffen auf gutes Wetter.",
] as const;

/** Events that sentences can tell: their names take an article. */
function proseEntries(random: Random, from: Temporal.PlainDate, count: number): SheetEntry[] {
  const titles = random.shuffled([
    "Sommerfest",
    "Herbstkonzert",
    "Kinderflohmarkt",
    "Skatturnier",
    "Maifest",
    "Vereinsausflug",
    "Adventsmarkt",
    "Grillabend",
    "Spieleabend",
    "Frühlingsball",
  ]);
  return entriesFor(random, count, { from, days: 330, spans: 0 }).map((entry, index) => ({
    ...entry,
    title: titles[index] ?? "",
    hour: entry.hour ?? 19,
    place: entry.place ?? random.pick(PLACES),
  }));
}

function sentence(random: Random, entry: SheetEntry): string {
  const day = `${weekday(entry.day)}, ${random.chance(0.5) ? "den " : ""}${entry.day.day}. ${month(entry.day)}`;
  const time =
    entry.minute === 0 ? `${entry.hour ?? 0} Uhr` : `${entry.hour ?? 0}.${two(entry.minute)} Uhr`;
  const place = entry.place?.startsWith("Kirche")
    ? "in der Kirche"
    : `Treffpunkt ${entry.place ?? ""}`;
  return random.pick([
    `Am ${day}, findet um ${time} unser ${entry.title} statt (${place}).`,
    `Zum ${entry.title} laden wir am ${day}, um ${time} herzlich ein. Wir freuen uns über viele Gäste.`,
    `Wie in jedem Jahr treffen wir uns am ${day}, um ${time} zum ${entry.title}.`,
    `Weiter geht es mit dem ${entry.title}: Am ${day}, sind alle um ${time} dabei.`,
    `Unser ${entry.title} ist am ${day}, ab ${time}. Helfer sind willkommen.`,
  ]);
}
