import { CLUBS, ENDS_OF_PAGES, REMARKS } from "./club-words.ts";
import {
  DAY_WRITINGS,
  entriesFor,
  month,
  weekday,
  shortMonth,
  shortWeekday,
  TIME_WRITINGS,
  trueEvent,
  type SheetEntry,
} from "./entries.ts";
import { foot, head, yearFor, type SheetKind } from "./kind.ts";
import type { Random } from "./random.ts";
import { Sheet } from "./sheet.ts";

/** Entries of several lines: tiles, flyers, posters. */
export const BLOCKS: readonly SheetKind[] = [
  {
    name: "tiles, the day above",
    isHeldOut: false,
    draw: (random) => tiles(random, ["DAY", "TITLE", "REST"]),
  },
  {
    name: "tiles, the title above",
    isHeldOut: false,
    draw: (random) => tiles(random, ["TITLE", "DAY", "REST"]),
  },
  {
    name: "tiles with a large number of the day",
    isHeldOut: true,
    draw: (random) => {
      const from = yearFor(random);
      const entries = entriesFor(random, random.int(4, 10), { from, days: 365, spans: 0 });
      const sheet = new Sheet();
      const top = head(sheet, random, { x: 40, y: 60, said: String(from.year) }) + 20;
      const columns = random.int(1, 2);
      const upper = random.chance(0.5);
      entries.forEach((entry, index) => {
        const x = 40 + (index % columns) * 265;
        const y = top + Math.floor(index / columns) * (columns === 1 ? 62 : 105);
        sheet.put(x, y, String(entry.day.day), { size: 26, bold: true });
        sheet.put(x, y + 15, upper ? shortMonth(entry.day).toUpperCase() : shortMonth(entry.day), {
          size: 11,
        });
        let right = sheet.put(x + 50, y - 10, entry.title, { size: 13, bold: true, width: 195 });
        const rest = [shortWeekday(entry.day), TIME_WRITINGS[0]?.(entry) ?? "", entry.place ?? ""];
        right = sheet.put(x + 50, right, rest.filter((part) => part !== "").join(", "), {
          size: 10,
          width: 195,
        });
      });
      foot(sheet, random);
      return { pages: [sheet.page()], truth: { events: entries.map(trueEvent) } };
    },
  },
  {
    name: "blocks set in the middle",
    isHeldOut: false,
    draw: (random) => {
      const from = yearFor(random);
      const entries = entriesFor(random, random.int(3, 6), { from, days: 365, spans: 0 });
      const sheet = new Sheet();
      let y = head(sheet, random, { x: 297, y: 70, centred: true, said: String(from.year) }) + 10;
      const day = random.pick(DAY_WRITINGS);
      const time = random.pick(TIME_WRITINGS.slice(0, 2));
      const titleFirst = random.chance(0.5);
      for (const entry of entries) {
        const when = [day(entry), time(entry)].filter((part) => part !== "").join(", ");
        const lines = titleFirst ? [entry.title, when] : [when, entry.title];
        for (const line of lines)
          y = sheet.put(297, y, line, {
            align: "CENTRE",
            bold: line === entry.title,
            size: line === entry.title ? 14 : 11,
          });
        if (entry.place !== null) y = sheet.put(297, y, entry.place, { align: "CENTRE" });
        if (random.chance(0.4))
          y = sheet.put(297, y, random.pick(REMARKS), { align: "CENTRE", size: 9 });
        y += 16;
      }
      foot(sheet, random);
      return { pages: [sheet.page()], truth: { events: entries.map(trueEvent) } };
    },
  },
  {
    name: "folded flyer",
    isHeldOut: true,
    draw: (random) => {
      const from = yearFor(random);
      const sheet = new Sheet(true);
      const entries = entriesFor(random, random.int(6, 12), { from, days: 365, spans: 0.1 });
      const day = random.pick(DAY_WRITINGS);
      const time = random.pick(TIME_WRITINGS.slice(0, 2));
      const place = random.shuffled([0, 1, 2]);
      const [list = 0, cover = 1, contact = 2] = place;
      sheet.put(140 + cover * 281, 160, random.pick(CLUBS), {
        size: 14,
        bold: true,
        align: "CENTRE",
      });
      sheet.put(140 + cover * 281, 200, `Programm ${from.year}`, {
        size: 24,
        bold: true,
        align: "CENTRE",
      });
      sheet.put(140 + cover * 281, 520, "Wir freuen uns auf Sie!", { align: "CENTRE" });
      const beside = 24 + contact * 281;
      let y = sheet.put(beside, 60, "So erreichen Sie uns", { bold: true, size: 13 });
      for (const line of random.shuffled(ENDS_OF_PAGES).slice(0, 4))
        y = sheet.put(beside, y + 4, line, { size: 9, width: 230 });
      let rest = entries;
      for (const panel of entries.length > 7 ? [list, contact] : [list]) {
        const x = 24 + panel * 281;
        y = panel === list ? 50 : 220;
        const own = panel === list ? rest.slice(0, 7) : rest;
        rest = rest.slice(own.length);
        for (const entry of own) {
          y = sheet.put(x, y, [day(entry), time(entry)].filter((part) => part !== "").join(", "), {
            size: 9,
            bold: true,
            width: 235,
          });
          y = sheet.put(x, y, entry.title, { size: 11, width: 235 });
          if (entry.place !== null) y = sheet.put(x, y, entry.place, { size: 9 });
          y += 12;
        }
      }
      return { pages: [sheet.page()], truth: { events: entries.map(trueEvent) } };
    },
  },
  {
    name: "poster of one event",
    isHeldOut: false,
    draw: (random) => {
      const [entry] = entriesFor(random, 1, { from: yearFor(random), days: 365, spans: 0.1 });
      if (entry === undefined) throw new Error("no event");
      const shown = { ...entry, place: entry.place ?? "Festplatz" };
      const sheet = new Sheet();
      sheet.put(297, 90, `${random.pick(CLUBS)}${random.chance(0.5) ? " lädt ein" : ""}`, {
        size: 16,
        align: "CENTRE",
      });
      let y = sheet.put(297, 230, shown.title, {
        size: 44,
        bold: true,
        align: "CENTRE",
        width: 480,
      });
      if (random.chance(0.5))
        y = sheet.put(
          297,
          y + 10,
          random.pick(["Ein Abend für alle", "Mit Speis und Trank", "Spaß für Groß und Klein"]),
          { size: 18, align: "CENTRE" },
        );
      y = sheet.put(297, y + 50, DAY_WRITINGS[random.pick([5, 0])]?.(shown) ?? "", {
        size: 26,
        bold: true,
        align: "CENTRE",
      });
      if (shown.hour !== null)
        y = sheet.put(297, y + 10, TIME_WRITINGS[random.int(0, 1)]?.(shown) ?? "", {
          size: 20,
          align: "CENTRE",
        });
      y = sheet.put(297, y + 20, shown.place, { size: 20, align: "CENTRE" });
      sheet.put(297, y + 40, random.pick(REMARKS), { size: 13, align: "CENTRE" });
      const isDated = random.chance(0.3);
      if (isDated)
        sheet.put(297, 790, "Karten im Vorverkauf ab 1. Februar bei Buch Meier", {
          size: 10,
          align: "CENTRE",
        });
      return { pages: [sheet.page()], truth: { events: [trueEvent(shown)] } };
    },
  },
  {
    name: "poster of a feast with its hours",
    isHeldOut: false,
    draw: (random) => {
      const from = yearFor(random);
      const [first] = entriesFor(random, 1, { from, days: 340, spans: 0 });
      if (first === undefined) throw new Error("no event");
      const isPair = random.chance(0.5);
      const feast: SheetEntry = {
        ...first,
        title: random.pick([
          "Sommerfest",
          "Weinfest",
          "Dorffest",
          "Rock am Weiher",
          "Jubiläum",
          "Kirchweih",
        ]),
        last: isPair ? first.day.add({ days: 1 }) : first.day,
        hour: null,
        place: first.place ?? "Festplatz",
      };
      const { day, last } = feast;
      const sheet = new Sheet();
      sheet.put(297, 70, `${random.pick(CLUBS)} lädt ein`, { size: 16, align: "CENTRE" });
      let y = sheet.put(297, 150, feast.title, {
        size: 42,
        bold: true,
        align: "CENTRE",
        width: 500,
      });
      const said = isPair
        ? day.month === last.month
          ? `${day.day}. ${random.pick(["&", "und", "–"])} ${last.day}. ${month(last)} ${last.year}`
          : `${day.day}. ${month(day)} – ${last.day}. ${month(last)} ${last.year}`
        : `${weekday(day)}, ${day.day}. ${month(day)} ${day.year}`;
      y = sheet.put(297, y + 20, said, { size: 26, bold: true, align: "CENTRE" });
      y = sheet.put(297, y + 8, feast.place ?? "", { size: 18, align: "CENTRE" }) + 20;
      const points: SheetEntry[] = [];
      for (let at = day; Temporal.PlainDate.compare(at, last) <= 0; at = at.add({ days: 1 })) {
        if (isPair)
          y = sheet.put(297, y + 8, weekday(at), { size: 18, bold: true, align: "CENTRE" });
        const own = [
          "Gottesdienst",
          "Mittagstisch",
          "Spielstraße",
          "Tanz mit der Band",
          "Kaffee und Kuchen",
          "Tombola",
        ];
        own.slice(0, random.int(2, 4)).forEach((title, index) => {
          const point = { ...feast, title, day: at, last: at, hour: 10 + index * 2, minute: 0 };
          points.push(point);
          y = sheet.put(297, y, `${TIME_WRITINGS[3]?.(point) ?? ""} ${title}`, {
            size: 16,
            align: "CENTRE",
          });
        });
      }
      sheet.put(297, 800, random.pick(REMARKS), { size: 11, align: "CENTRE" });
      return {
        pages: [sheet.page()],
        truth: { events: [trueEvent(feast)], optionalEvents: points.map(trueEvent) },
      };
    },
  },
  {
    name: "poster of a play with its dates",
    isHeldOut: false,
    draw: (random) => {
      const from = yearFor(random).add({ days: random.int(0, 300) });
      const title = random.pick([
        "Der Geizige",
        "Pension Schöller",
        "Die Mausefalle",
        "Außer Kontrolle",
        "Der eingebildete Kranke",
      ]);
      const place = random.pick(["Stadthalle", "Kulturscheune", "Bürgersaal"]);
      const entries = entriesFor(random, random.int(3, 6), { from, days: 30, spans: 0 }).map(
        (entry) => ({ ...entry, title, place, hour: entry.hour ?? 19 }),
      );
      const sheet = new Sheet();
      sheet.put(297, 80, random.pick(CLUBS), { size: 16, align: "CENTRE" });
      let y = sheet.put(297, 170, title, { size: 40, bold: true, align: "CENTRE", width: 500 });
      y = sheet.put(
        297,
        y + 5,
        random.pick(["Lustspiel in drei Akten", "Eine Komödie von Molière", "Schwank in 3 Akten"]),
        { size: 16, align: "CENTRE" },
      );
      if (random.chance(0.5))
        y = sheet.put(297, y + 8, "Regie: Hans Kurz", { size: 12, align: "CENTRE" });
      y += 60;
      const before = random.chance(0.5);
      if (before) y = sheet.put(297, y, place, { size: 18, align: "CENTRE" }) + 10;
      const day = random.pick(DAY_WRITINGS.slice(1, 4));
      const x = random.pick([200, 297]);
      for (const entry of entries)
        y = sheet.put(x, y, `${day(entry)}, ${TIME_WRITINGS[1]?.(entry) ?? ""}`, {
          size: 15,
          align: x === 297 ? "CENTRE" : "LEFT",
        });
      if (!before) y = sheet.put(297, y + 20, place, { size: 18, align: "CENTRE" });
      sheet.put(297, 780, `Eintritt 9 €  Saison ${from.year}`, { size: 11, align: "CENTRE" });
      return { pages: [sheet.page()], truth: { events: entries.map(trueEvent) } };
    },
  },
];

function tiles(random: Random, order: readonly ("DAY" | "TITLE" | "REST")[]) {
  const from = yearFor(random);
  const entries = entriesFor(random, random.int(4, 12), { from, days: 365 });
  const sheet = new Sheet();
  const top = head(sheet, random, { x: 40, y: 60, said: String(from.year) }) + 10;
  const columns = random.int(2, 3);
  const wide = 525 / columns;
  const day = random.pick(DAY_WRITINGS);
  const time = random.pick(TIME_WRITINGS);
  const isCentred = random.chance(0.3);
  const tall = random.int(92, 120);
  const withDay = random.chance(0.3);
  const lines = (entry: SheetEntry) =>
    order.map((part) =>
      part === "DAY"
        ? [day(entry), withDay ? time(entry) : ""].filter((one) => one !== "").join(", ")
        : part === "TITLE"
          ? entry.title
          : [withDay ? "" : time(entry), entry.place ?? ""].filter((one) => one !== "").join("\n"),
    );
  entries.forEach((entry, index) => {
    const x = 40 + (index % columns) * wide + (isCentred ? wide / 2 - 8 : 0);
    let y = top + Math.floor(index / columns) * tall;
    for (const line of lines(entry))
      if (line !== "")
        y = sheet.put(x, y, line, {
          width: wide - 16,
          size: line === entry.title ? 13 : 10,
          bold: line === entry.title,
          align: isCentred ? "CENTRE" : "LEFT",
        });
    if (random.chance(0.3))
      sheet.put(x, y, random.pick(REMARKS), {
        size: 8,
        width: wide - 16,
        align: isCentred ? "CENTRE" : "LEFT",
      });
  });
  foot(sheet, random);
  return { pages: [sheet.page()], truth: { events: entries.map(trueEvent) } };
}
