import { REMARKS } from "./club-words.ts";
import {
  DAY_WRITINGS,
  entriesFor,
  month,
  MONTHS,
  shortWeekday,
  TIME_WRITINGS,
  trueEvent,
  weekday,
  type SheetEntry,
} from "./entries.ts";
import { foot, head, yearFor, type SheetKind } from "./kind.ts";
import { Sheet, wrapped } from "./sheet.ts";

/** A row without a date is no event yet. */
const OPEN_ROW: Readonly<Record<string, string>> = {
  Datum: "offen",
  Uhrzeit: "–",
  Veranstaltung: "Helferfest",
  Ort: "wird bekannt gegeben",
};

/** One entry below the other. */
export const LISTS: readonly SheetKind[] = [
  {
    name: "list, a line each",
    isHeldOut: false,
    draw: (random) => {
      const from = yearFor(random);
      const entries = entriesFor(random, random.int(6, 16), { from, days: 365 });
      const sheet = new Sheet();
      let y = head(sheet, random, { x: 60, y: 70, said: String(from.year) });
      const day = random.pick(DAY_WRITINGS);
      const time = random.pick(TIME_WRITINGS);
      const mark = random.pick([", ", " – ", "  ", ": "]);
      for (const entry of entries)
        y =
          sheet.put(
            60,
            y,
            [day(entry), time(entry), entry.title, entry.place ?? ""]
              .filter((part) => part !== "")
              .join(mark),
            { width: 480 },
          ) + 5;
      foot(sheet, random);
      return { pages: [sheet.page()], truth: { events: entries.map(trueEvent) } };
    },
  },
  {
    name: "table with a head",
    isHeldOut: false,
    draw: (random) => {
      const from = yearFor(random);
      const entries = entriesFor(random, random.int(6, 18), { from, days: 365 });
      const sheet = new Sheet();
      let y = head(sheet, random, { x: 40, y: 60, said: String(from.year) });
      const day = random.pick(DAY_WRITINGS);
      const time = random.pick(TIME_WRITINGS);
      const columns = random.shuffled([
        { title: "Datum", width: 130, cell: day },
        { title: "Uhrzeit", width: 80, cell: time },
        { title: "Veranstaltung", width: 170, cell: (entry: SheetEntry) => entry.title },
        { title: "Ort", width: 130, cell: (entry: SheetEntry) => entry.place ?? "" },
      ]);
      const row = (text: (column: (typeof columns)[number]) => string, bold: boolean) => {
        let x = 40;
        let bottom = y;
        for (const column of columns) {
          if (text(column) !== "")
            bottom = Math.max(
              bottom,
              sheet.put(x, y, text(column), { bold, size: 10, width: column.width - 8 }),
            );
          x += column.width;
        }
        y = bottom + 6;
      };
      if (random.chance(0.7)) row(({ title }) => title, true);
      for (const entry of entries) row(({ cell }) => cell(entry), false);
      foot(sheet, random);
      return { pages: [sheet.page()], truth: { events: entries.map(trueEvent) } };
    },
  },
  {
    name: "table with wrapped cells",
    isHeldOut: false,
    draw: (random) => {
      const from = yearFor(random);
      const entries = entriesFor(random, random.int(8, 18), { from, days: 365, spans: 0.25 });
      const sheet = new Sheet();
      let y = head(sheet, random, { x: 40, y: 60, said: String(from.year) });
      const day = random.pick([DAY_WRITINGS[1], DAY_WRITINGS[3]]) ?? (() => "");
      const time = random.pick(TIME_WRITINGS);
      const isCentred = random.chance(0.6);
      const columns = [
        { title: "Datum", width: random.int(58, 90), cell: day },
        {
          title: "Uhrzeit",
          width: random.int(40, 60),
          cell: (entry: SheetEntry) =>
            entry.hour === null ? random.pick(["ganztägig", "–", ""]) : time(entry),
        },
        {
          title: "Veranstaltung",
          width: random.int(90, 140),
          cell: (entry: SheetEntry) => entry.title,
        },
        {
          title: "Ort",
          width: random.int(80, 110),
          cell: (entry: SheetEntry) => entry.place ?? "",
        },
      ];
      const row = (text: (column: (typeof columns)[number]) => string, bold: boolean) => {
        const lines = columns.map((column) => wrapped(text(column), 10, column.width - 8));
        const most = Math.max(...lines.map(({ length }) => length));
        let x = 40;
        columns.forEach((column, index) => {
          const own = lines[index] ?? [];
          const down = isCentred ? ((most - own.length) / 2) * 12.5 : 0;
          sheet.put(x, y + down, own.join("\n"), { bold, size: 10 });
          x += column.width;
        });
        y += most * 12.5 + 6;
      };
      row(({ title }) => title, true);
      entries.forEach((entry, index) => {
        if (index % 5 === 0 && random.chance(0.5))
          y = sheet.put(40, y, `${index / 5 + 1}. Quartal`, { size: 10, bold: true }) + 4;
        row(({ cell }) => cell(entry), false);
        if (random.chance(0.08)) row(({ title }) => OPEN_ROW[title] ?? "", false);
      });
      y = sheet.put(
        40,
        y + 6,
        "Meldeschluss für das Zeltlager ist der 30.04. – Formulare gibt es auf der Geschäftsstelle (Di 17–19 Uhr).",
        { size: 10, width: 500 },
      );
      foot(sheet, random);
      return { pages: [sheet.page()], truth: { events: entries.map(trueEvent) } };
    },
  },
  {
    name: "months with days below",
    isHeldOut: false,
    draw: (random) => {
      const from = yearFor(random);
      const entries = entriesFor(random, random.int(10, 24), { from, days: 365 });
      const sheet = new Sheet();
      const top = head(sheet, random, { x: 50, y: 60, said: String(from.year) });
      const columns = random.int(1, 2);
      const time = random.pick(TIME_WRITINGS);
      const style = random.int(0, 2);
      const day = (entry: SheetEntry) =>
        entry.day.equals(entry.last) || entry.day.month !== entry.last.month
          ? style === 0
            ? `${entry.day.day}.`
            : style === 1
              ? `${shortWeekday(entry.day)} ${entry.day.day}.`
              : `${shortWeekday(entry.day)}, ${entry.day.day}.`
          : `${entry.day.day}.–${entry.last.day}.`;
      const kept = entries.filter(({ day: first, last }) => first.month === last.month);
      let y = top;
      let column = 0;
      MONTHS.forEach((name, index) => {
        const own = kept.filter((entry) => entry.day.month === index + 1);
        if (own.length === 0) return;
        if (column + 1 < columns && y > top + 300) {
          column++;
          y = top;
        }
        const x = 50 + column * 260;
        y = sheet.put(x, y + 8, name, { bold: true, size: 14 });
        for (const entry of own) {
          sheet.put(x, y, day(entry));
          y =
            sheet.put(
              x + 55,
              y,
              [time(entry), entry.title, entry.place ?? ""]
                .filter((part) => part !== "")
                .join(", "),
              { width: columns === 2 ? 185 : 420 },
            ) + 3;
        }
      });
      foot(sheet, random);
      return { pages: [sheet.page()], truth: { events: kept.map(trueEvent) } };
    },
  },
  {
    name: "title left, day right",
    isHeldOut: false,
    draw: (random) => {
      const from = yearFor(random);
      const entries = entriesFor(random, random.int(5, 12), { from, days: 365 });
      const sheet = new Sheet();
      let y = head(sheet, random, { x: 60, y: 70, said: String(from.year) });
      const day = random.pick(DAY_WRITINGS);
      const time = random.pick(TIME_WRITINGS);
      for (const entry of entries) {
        sheet.put(60, y, entry.title, { bold: random.chance(0.5) });
        sheet.put(535, y, [day(entry), time(entry)].filter((part) => part !== "").join(", "), {
          align: "RIGHT",
        });
        y += random.chance(0.5) ? 16 : 22;
        if (entry.place !== null) y = sheet.put(60, y, entry.place, { size: 9 }) + 6;
      }
      foot(sheet, random);
      return { pages: [sheet.page()], truth: { events: entries.map(trueEvent) } };
    },
  },
  {
    name: "days as headings, hours below",
    isHeldOut: false,
    draw: (random) => {
      const from = yearFor(random).add({ days: random.int(0, 300) });
      const sheet = new Sheet();
      let y = head(sheet, random, { x: 60, y: 70, said: String(from.year) });
      const days = entriesFor(random, random.int(3, 7), { from, days: 40, spans: 0 });
      const used: SheetEntry[] = [];
      const format = random.int(0, 1);
      for (const { day } of days) {
        y = sheet.put(
          60,
          y + 8,
          format === 0
            ? `${weekday(day)}, ${day.day}. ${month(day)}`
            : `${shortWeekday(day)} ${day.day}.${day.month}.`,
          { bold: true, size: 12 },
        );
        const points = entriesFor(random, random.int(1, 3), { from: day, days: 9, spans: 0 });
        points.forEach((point, index) => {
          const entry = { ...point, day, last: day, hour: 9 + index * 4 + random.int(0, 2) };
          used.push(entry);
          sheet.put(75, y, random.pick(TIME_WRITINGS.slice(0, 1))(entry));
          y = sheet.put(
            150,
            y,
            [entry.title, entry.place ?? ""].filter((part) => part !== "").join(", "),
            { width: 380 },
          );
        });
      }
      foot(sheet, random);
      return { pages: [sheet.page()], truth: { events: used.map(trueEvent) } };
    },
  },
  {
    name: "day in the margin, block beside it",
    isHeldOut: false,
    draw: (random) => {
      const from = yearFor(random);
      const entries = entriesFor(random, random.int(4, 9), { from, days: 365 });
      const sheet = new Sheet();
      let y = head(sheet, random, { x: 50, y: 60, said: String(from.year) }) + 6;
      const day = random.pick(DAY_WRITINGS.slice(1));
      const time = random.pick(TIME_WRITINGS);
      const timeBelow = random.chance(0.5);
      for (const entry of entries) {
        let left = sheet.put(50, y, day(entry), { bold: true, width: 140 });
        if (timeBelow && entry.hour !== null) left = sheet.put(50, left, time(entry), { size: 10 });
        let right = sheet.put(210, y, entry.title, { size: 13, bold: true });
        if (!timeBelow && entry.hour !== null) right = sheet.put(210, right, time(entry));
        if (entry.place !== null) right = sheet.put(210, right, entry.place);
        if (random.chance(0.5)) right = sheet.put(210, right, random.pick(REMARKS), { size: 9 });
        y = Math.max(left, right) + 12;
      }
      foot(sheet, random);
      return { pages: [sheet.page()], truth: { events: entries.map(trueEvent) } };
    },
  },
  {
    name: "one day for several rows",
    isHeldOut: true,
    draw: (random) => {
      const from = yearFor(random);
      const sheet = new Sheet();
      let y = head(sheet, random, { x: 40, y: 60, said: String(from.year) });
      const days = entriesFor(random, random.int(4, 8), { from, days: 200, spans: 0 });
      const used: SheetEntry[] = [];
      for (const { day } of days) {
        const points = entriesFor(random, random.int(1, 3), { from: day, days: 9, spans: 0 });
        points.forEach((point, index) => {
          const entry = { ...point, day, last: day, hour: 9 + index * 4 };
          used.push(entry);
          if (index === 0) sheet.put(40, y, DAY_WRITINGS[1]?.(entry) ?? "");
          sheet.put(140, y, TIME_WRITINGS[0]?.(entry) ?? "");
          sheet.put(230, y, entry.title);
          sheet.put(420, y, entry.place ?? "");
          y += 17;
        });
        y += 5;
      }
      foot(sheet, random);
      return { pages: [sheet.page()], truth: { events: used.map(trueEvent) } };
    },
  },
  {
    name: "two tables side by side",
    isHeldOut: true,
    draw: (random) => {
      const from = yearFor(random);
      const entries = entriesFor(random, random.int(10, 20), { from, days: 365 });
      const sheet = new Sheet(true);
      const top = head(sheet, random, { x: 40, y: 50, said: String(from.year) });
      const day = random.pick([DAY_WRITINGS[1], DAY_WRITINGS[4]]) ?? (() => "");
      const half = Math.ceil(entries.length / 2);
      entries.forEach((entry, index) => {
        const x = index < half ? 40 : 440;
        const y = top + (index % half) * 24;
        sheet.put(x, y, day(entry), { size: 9 });
        sheet.put(x + 75, y, TIME_WRITINGS[2]?.(entry) ?? "", { size: 9 });
        sheet.put(x + 120, y, entry.title, { size: 9 });
        sheet.put(x + 265, y, entry.place ?? "", { size: 9 });
      });
      foot(sheet, random);
      return { pages: [sheet.page()], truth: { events: entries.map(trueEvent) } };
    },
  },
];
