import {
  entriesFor,
  MONTHS,
  SHORT_MONTHS,
  shortWeekday,
  TIME_WRITINGS,
  trueEvent,
  two,
  weekday,
  WEEKDAYS,
  type SheetEntry,
} from "./entries.ts";
import { foot, yearFor, type SheetKind } from "./kind.ts";
import { CLUBS } from "./club-words.ts";
import { Sheet } from "./sheet.ts";

/** Days in cells: calendar sheets, years at a glance, weeks. */
export const GRIDS: readonly SheetKind[] = [
  {
    name: "calendar sheet of a month",
    isHeldOut: false,
    draw: (random) => {
      const from = yearFor(random).add({ months: random.int(0, 11) });
      const entries = entriesFor(random, random.int(4, 10), {
        from,
        days: from.daysInMonth,
        spans: 0,
      });
      const sheet = new Sheet(true);
      sheet.put(421, 50, `${MONTHS[from.month - 1] ?? ""} ${from.year}`, {
        size: 24,
        bold: true,
        align: "CENTRE",
      });
      if (random.chance(0.5)) sheet.put(421, 72, random.pick(CLUBS), { align: "CENTRE" });
      const isLong = random.chance(0.5);
      WEEKDAYS.forEach((name, index) =>
        sheet.put(35 + index * 111, 95, isLong ? name : name.slice(0, 2), { bold: true, size: 10 }),
      );
      const time = random.pick(TIME_WRITINGS);
      const pitch = random.int(72, 80);
      const dot = random.chance(0.4) ? "." : "";
      for (let number = 1; number <= from.daysInMonth; number++) {
        const day = from.with({ day: number });
        const row = Math.floor((number + from.dayOfWeek - 2) / 7);
        const x = 35 + (day.dayOfWeek - 1) * 111;
        let y = sheet.put(x, 115 + row * pitch, `${number}${dot}`, { size: 11, bold: true });
        for (const entry of entries.filter((one) => one.day.equals(day))) {
          if (random.chance(0.5)) {
            if (entry.hour !== null) y = sheet.put(x, y, time(entry), { size: 8 });
            y = sheet.put(x, y, entry.title, { size: 8, width: 103 });
          } else
            y = sheet.put(
              x,
              y,
              [time(entry), entry.title].filter((part) => part !== "").join(" "),
              { size: 8, width: 103 },
            );
          if (entry.place !== null) y = sheet.put(x, y, entry.place, { size: 8, width: 103 });
        }
      }
      return { pages: [sheet.page()], truth: { events: entries.map(trueEvent) } };
    },
  },
  {
    name: "year at a glance, months as columns",
    isHeldOut: false,
    draw: (random) => {
      const first = yearFor(random).add({ months: random.chance(0.5) ? 0 : 6 });
      const count = random.pick([3, 4, 6]);
      const until = first.add({ months: count });
      const entries = entriesFor(random, random.int(8, 18), {
        from: first,
        days: until.since(first).days,
        spans: 0,
      }).map((entry) => ({ ...entry, hour: random.chance(0.4) ? entry.hour : null, place: null }));
      const sheet = new Sheet(true);
      sheet.put(40, 40, `Jahreskalender ${first.year}`, { size: 20, bold: true });
      const wide = 770 / count;
      const hasWeekday = random.chance(0.8);
      for (let column = 0; column < count; column++) {
        const from = first.add({ months: column });
        const x = 36 + column * wide;
        sheet.put(x + wide / 2, 64, MONTHS[from.month - 1] ?? "", {
          bold: true,
          size: 11,
          align: "CENTRE",
        });
        for (let number = 1; number <= from.daysInMonth; number++) {
          const day = from.with({ day: number });
          const y = 80 + number * 15.5;
          sheet.put(x, y, String(number), { size: 8 });
          if (hasWeekday) sheet.put(x + 14, y, shortWeekday(day), { size: 8 });
          const entry = entries.find((one) => one.day.equals(day));
          if (entry !== undefined)
            sheet.put(
              x + 32,
              y,
              [entry.hour === null ? "" : `${entry.hour}:${two(entry.minute)}`, entry.title]
                .filter((part) => part !== "")
                .join(" "),
              { size: count > 4 ? 6.5 : 8 },
            );
        }
      }
      return { pages: [sheet.page()], truth: { events: entries.map(trueEvent) } };
    },
  },
  {
    name: "week with its days as columns",
    isHeldOut: true,
    draw: (random) => {
      const any = yearFor(random).add({ days: random.int(0, 340) });
      const monday = any.subtract({ days: any.dayOfWeek - 1 });
      const sheet = new Sheet(true);
      sheet.put(40, 50, `Ferienwoche ${monday.year}`, { size: 22, bold: true });
      const used: SheetEntry[] = [];
      const isLong = random.chance(0.5);
      for (let column = 0; column < 5; column++) {
        const day = monday.add({ days: column });
        const x = 40 + column * 155;
        sheet.put(
          x,
          90,
          isLong
            ? `${weekday(day)}, ${day.day}.${day.month}.`
            : `${shortWeekday(day)} ${two(day.day)}.${two(day.month)}.`,
          { bold: true, size: 12 },
        );
        let y = 115;
        entriesFor(random, random.int(1, 3), { from: day, days: 9, spans: 0 }).forEach(
          (point, index) => {
            const entry = { ...point, day, last: day, hour: 9 + index * 3 };
            used.push(entry);
            y = sheet.put(x, y, TIME_WRITINGS[0]?.(entry) ?? "", { size: 10, bold: true });
            y = sheet.put(x, y, entry.title, { size: 10, width: 140 });
            if (entry.place !== null) y = sheet.put(x, y, entry.place, { size: 9, width: 140 });
            y += 14;
          },
        );
      }
      foot(sheet, random);
      return { pages: [sheet.page()], truth: { events: used.map(trueEvent) } };
    },
  },
  {
    name: "months as boxes with their days",
    isHeldOut: true,
    draw: (random) => {
      const from = yearFor(random);
      const entries = entriesFor(random, random.int(12, 26), { from, days: 365, spans: 0 }).map(
        (entry) => ({ ...entry, place: null }),
      );
      const sheet = new Sheet();
      sheet.put(297, 50, `Kalender ${from.year}`, { size: 22, bold: true, align: "CENTRE" });
      const short = random.chance(0.3);
      for (let index = 0; index < 12; index++) {
        const x = 40 + (index % 3) * 180;
        let y = sheet.put(
          x,
          90 + Math.floor(index / 3) * 180,
          (short ? SHORT_MONTHS : MONTHS)[index] ?? "",
          { bold: true, size: 13 },
        );
        for (const entry of entries.filter(({ day }) => day.month === index + 1))
          y = sheet.put(
            x,
            y,
            `${two(entry.day.day)}. ${[entry.title, TIME_WRITINGS[3]?.(entry) ?? ""].filter((part) => part !== "").join(", ")}`,
            { size: 9, width: 165 },
          );
      }
      return { pages: [sheet.page()], truth: { events: entries.map(trueEvent) } };
    },
  },
];
