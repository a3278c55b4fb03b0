import type { TrueEvent } from "../programme-score.ts";
import { CLUBS, HOURS_AND_RULES, TEAMS } from "./club-words.ts";
import {
  entriesFor,
  month,
  shortWeekday,
  TIME_WRITINGS,
  trueEvent,
  two,
  weekday,
} from "./entries.ts";
import { head, yearFor, type SheetKind } from "./kind.ts";
import { Sheet } from "./sheet.ts";

const COURSES = [
  "Seepferdchen",
  "Bronzekurs",
  "Aquafitness",
  "Rückenschule",
  "Babyschwimmen",
  "Kraulkurs",
];

/** Games, courses and performances, and cells of several lines. */
export const SEASONS: readonly SheetKind[] = [
  {
    name: "fixtures, home and guest in columns",
    isHeldOut: false,
    draw: (random) => {
      const from = yearFor(random).add({ months: random.pick([0, 7]) });
      const entries = entriesFor(random, random.int(8, 16), { from, days: 140, spans: 0 });
      const own = random.pick(TEAMS);
      const sheet = new Sheet();
      let y = head(sheet, random, { x: 36, y: 60, said: String(from.year) });
      const hasHead = random.chance(0.7);
      const columns = [36, 60, 84, 150, 200, 300, 315, 420];
      const row = (cells: readonly string[], bold = false) => {
        cells.forEach((cell, index) => {
          if (cell !== "") sheet.put(columns[index] ?? 0, y, cell, { size: 9, bold });
        });
        y += 17;
      };
      if (hasHead)
        row(
          [
            random.pick(["Nr.", "Sp."]),
            "Tag",
            "Datum",
            random.pick(["Anwurf", "Zeit", "Beginn"]),
            "Heim",
            "",
            "Gast",
            "Halle",
          ],
          true,
        );
      const events: TrueEvent[] = [];
      for (const [index, entry] of entries.entries()) {
        const { day } = entry;
        const when = [
          String(index + 1),
          shortWeekday(day),
          `${two(day.day)}.${two(day.month)}.${String(day.year).slice(2)}`,
        ];
        if (random.chance(0.08)) {
          row([...when, "–", "spielfrei"]);
          continue;
        }
        const other = random.pick(TEAMS.filter((team) => team !== own));
        const [home, guest] = random.chance(0.5) ? [own, other] : [other, own];
        const game = {
          ...entry,
          title: `${home} – ${guest}`,
          hour: entry.hour ?? 15,
          place: random.pick(["Sporthalle Nord", "Turnhalle", "Berghalle"]),
        };
        events.push(trueEvent(game));
        row([...when, `${two(game.hour)}:${two(game.minute)}`, home, "–", guest, game.place]);
      }
      if (random.chance(0.5))
        y = sheet.put(36, y + 8, "* verlegt, ursprünglicher Termin war Sa, 05.12., 18:30 Uhr", {
          size: 8,
        });
      for (const rule of random.shuffled(HOURS_AND_RULES).slice(0, 2))
        y = sheet.put(36, y + 3, rule, { size: 8 });
      return { pages: [sheet.page()], truth: { events } };
    },
  },
  {
    name: "courses with several dates in a row",
    isHeldOut: true,
    draw: (random) => {
      const from = yearFor(random);
      const sheet = new Sheet(true);
      let y = head(sheet, random, { x: 40, y: 55, said: String(from.year) });
      const events: TrueEvent[] = [];
      const row = (cells: readonly string[], bold = false) => {
        [40, 180, 470, 580].forEach((x, index) =>
          sheet.put(x, y, cells[index] ?? "", { size: 10, bold, width: index === 1 ? 280 : 200 }),
        );
        y += 22;
      };
      row(["Kurs", "Termine", "Uhrzeit", "Ort"], true);
      for (const title of random.shuffled(COURSES).slice(0, random.int(3, 5))) {
        const days = entriesFor(random, random.int(2, 4), {
          from: from.add({ days: random.int(0, 200) }),
          days: 60,
          spans: 0,
        });
        const hour = random.int(9, 18);
        for (const entry of days)
          events.push(trueEvent({ ...entry, title, hour, minute: 0, place: "Hallenbad" }));
        row([
          title,
          days.map(({ day }) => `${two(day.day)}.${two(day.month)}.`).join(", "),
          `${hour}:00 Uhr`,
          "Hallenbad",
        ]);
      }
      return { pages: [sheet.page()], truth: { events } };
    },
  },
  {
    name: "play, weekdays and hours in columns",
    isHeldOut: false,
    draw: (random) => {
      const from = yearFor(random).add({ days: random.int(0, 300) });
      const title = random.pick([
        "Der Erbonkel vom Schlosshof",
        "Die Perle Anna",
        "Ein Traum von Hochzeit",
        "Der Meisterboxer",
        "Mord am Mühlbach",
        "Krach im Bräuhaus",
      ]);
      const place = random.pick(["Stadthalle", "Kulturscheune", "Bürgersaal Au"]);
      const entries = entriesFor(random, random.int(3, 6), { from, days: 30, spans: 0 }).map(
        (entry) => ({ ...entry, title, place, hour: entry.hour ?? 19 }),
      );
      const sheet = new Sheet();
      sheet.put(297, 80, random.pick(CLUBS), { size: 16, align: "CENTRE" });
      sheet.put(297, 105, random.pick(["präsentiert", "zeigt", "spielt"]), {
        size: 12,
        align: "CENTRE",
      });
      let y = sheet.put(297, 180, title, { size: 38, bold: true, align: "CENTRE", width: 420 });
      y =
        sheet.put(297, y + 4, "Ländlicher Schwank in drei Akten", { size: 14, align: "CENTRE" }) +
        50;
      for (const entry of entries) {
        const { day } = entry;
        sheet.put(90, y, weekday(day), { size: 18 });
        sheet.put(210, y, `${day.day}. ${month(day)} ${day.year}`, { size: 18, bold: true });
        sheet.put(410, y, TIME_WRITINGS[1]?.(entry) ?? "", { size: 18 });
        y += 30;
      }
      y = sheet.put(297, y + 10, place, { size: 20, bold: true, align: "CENTRE" });
      y =
        sheet.put(
          297,
          y,
          "Einlass jeweils eine Stunde vor Beginn · Bewirtung durch den Sportverein",
          { size: 11, align: "CENTRE" },
        ) + 30;
      sheet.put(
        297,
        y,
        "Karten 9 € / Kinder 5 € · Vorverkauf ab 14. September bei Schreibwaren Baum",
        { size: 10, align: "CENTRE" },
      );
      if (random.chance(0.6))
        sheet.put(297, y + 14, "(Mo–Fr 8–12.30 und 14–18 Uhr) und unter Tel. 0171 3920047", {
          size: 10,
          align: "CENTRE",
        });
      return { pages: [sheet.page()], truth: { events: entries.map(trueEvent) } };
    },
  },
  {
    name: "the day halfway down beside two lines",
    isHeldOut: false,
    draw: (random) => {
      const from = yearFor(random);
      const entries = entriesFor(random, random.int(4, 9), { from, days: 200, spans: 0 }).map(
        (entry) => ({ ...entry, place: entry.place ?? "Vereinsheim" }),
      );
      const sheet = new Sheet();
      const top = sheet.put(297, 80, random.pick(["Ferienprogramm", "Das ist los", "Herbst"]), {
        size: 34,
        bold: true,
        align: "CENTRE",
      });
      let y =
        sheet.put(297, top + 10, String(from.year), { size: 34, bold: true, align: "CENTRE" }) + 40;
      const pitch = random.int(44, 58);
      for (const entry of entries) {
        const { day } = entry;
        sheet.put(70, y + 8, `${shortWeekday(day)} ${day.day}.${day.month}.`, { size: 14 });
        sheet.put(
          160,
          y + 8,
          entry.hour === null ? "ganztägig" : (TIME_WRITINGS[3]?.(entry) ?? ""),
          { size: 14 },
        );
        sheet.put(300, y, entry.title, { size: 14, bold: random.chance(0.5) });
        sheet.put(300, y + 17, entry.place, { size: 14 });
        y += pitch;
      }
      sheet.put(297, y + 10, "Anmeldeschluss: 17.7. · Stand 1.6.", { size: 10, align: "CENTRE" });
      return { pages: [sheet.page()], truth: { events: entries.map(trueEvent) } };
    },
  },
];
