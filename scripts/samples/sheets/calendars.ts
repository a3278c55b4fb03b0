import type { TrueEvent } from "../programme-score.ts";
import { CLUBS, DAY_NAMES, HOURS_AND_RULES } from "./club-words.ts";
import {
  entriesFor,
  month,
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
import { yearFor, type SheetKind } from "./kind.ts";
import type { Random } from "./random.ts";
import { Sheet } from "./sheet.ts";

/** Days side by side, each with what happens on it. */
export const CALENDARS: readonly SheetKind[] = [
  {
    name: "calendar with numbers of weeks and bars",
    isHeldOut: false,
    draw: (random) => monthWithCells(random, "LEFT"),
  },
  {
    name: "calendar, numbers of days on the right",
    isHeldOut: true,
    draw: (random) => monthWithCells(random, "RIGHT"),
  },
  {
    name: "camp, days as blocks in columns",
    isHeldOut: false,
    draw: (random) => {
      const first = yearFor(random).add({ days: random.int(100, 300) });
      const columns = random.int(2, 3);
      const days = columns * random.int(2, 3);
      const sheet = new Sheet(columns === 3);
      sheet.put(40, 50, `Sommerlager ${first.year}`, { size: 24, bold: true });
      sheet.put(40, 74, random.pick(CLUBS), { size: 11 });
      const used: SheetEntry[] = [];
      const wide = (sheet.width - 80) / columns;
      let top = 110;
      for (let row = 0; row < days / columns; row++) {
        let lowest = top;
        for (let column = 0; column < columns; column++) {
          const day = first.add({ days: row * columns + column });
          const x = 40 + column * wide;
          let y = sheet.put(x, top, `${weekday(day)}, ${day.day}. ${month(day)}`, {
            bold: true,
            size: 13,
          });
          for (const entry of pointsOf(random, day, random.int(2, 4))) {
            used.push(entry);
            sheet.put(x, y, TIME_WRITINGS[1]?.(entry) ?? "", { size: 10 });
            y = sheet.put(x + 65, y, entry.title, { size: 10, width: wide - 80 }) + 4;
          }
          lowest = Math.max(lowest, y);
        }
        top = lowest + 22;
      }
      for (const rule of random.shuffled(HOURS_AND_RULES).slice(0, random.int(0, 2)))
        top = sheet.put(40, top, rule, { size: 10, width: sheet.width - 80 });
      return { pages: [sheet.page()], truth: { events: used.map(trueEvent) } };
    },
  },
  {
    name: "week with hours at the left",
    isHeldOut: false,
    draw: (random) => {
      const any = yearFor(random).add({ days: random.int(0, 340) });
      const monday = any.subtract({ days: any.dayOfWeek - 1 });
      const sheet = new Sheet(true);
      sheet.put(40, 50, `Ferienwoche ${monday.year}`, { size: 22, bold: true });
      const used: SheetEntry[] = [];
      for (let column = 0; column < 5; column++) {
        const day = monday.add({ days: column });
        sheet.put(
          110 + column * 142,
          85,
          `${shortWeekday(day)} ${two(day.day)}.${two(day.month)}.`,
          {
            bold: true,
            size: 12,
          },
        );
      }
      const hours = [9, 11, 14, 16].slice(0, random.int(2, 4));
      hours.forEach((hour, row) => {
        sheet.put(40, 112 + row * 60, `${hour}:00`, { size: 11 });
        for (let column = 0; column < 5; column++) {
          if (random.chance(0.35)) continue;
          const day = monday.add({ days: column });
          const [entry] = entriesFor(random, 1, { from: day, days: 1, spans: 0 });
          if (entry === undefined) continue;
          used.push({ ...entry, hour, minute: 0, place: null });
          sheet.put(110 + column * 142, 112 + row * 60, entry.title, { size: 10, width: 125 });
        }
      });
      return { pages: [sheet.page()], truth: { events: used.map(trueEvent) } };
    },
  },
  {
    name: "year planner of twelve columns",
    isHeldOut: true,
    draw: (random) => {
      const from = yearFor(random);
      const entries = entriesFor(random, random.int(15, 30), { from, days: 365, spans: 0 }).map(
        (entry) => ({ ...entry, hour: null, place: null }),
      );
      const sheet = new Sheet(true);
      sheet.put(421, 34, `Terminplan ${from.year}`, { size: 16, bold: true, align: "CENTRE" });
      const names = random.chance(0.5) ? MONTHS : SHORT_MONTHS;
      for (let column = 0; column < 12; column++) {
        const start = from.add({ months: column });
        const x = 18 + column * 68;
        sheet.put(x + 2, 52, names[column] ?? "", { size: 8, bold: true });
        for (let number = 1; number <= start.daysInMonth; number++) {
          const day = start.with({ day: number });
          const y = 52 + number * 16.5;
          sheet.put(x, y, String(number), { size: 5.5 });
          sheet.put(x + 8, y, shortWeekday(day), { size: 5.5 });
          const entry = entries.find((one) => one.day.equals(day));
          if (entry !== undefined) sheet.put(x + 18, y, entry.title, { size: 5, width: 48 });
        }
      }
      return { pages: [sheet.page()], truth: { events: entries.map(trueEvent) } };
    },
  },
  {
    name: "order of services beside notices",
    isHeldOut: false,
    draw: (random) => services(random, true),
  },
  {
    name: "order of services, in one column",
    isHeldOut: true,
    draw: (random) => services(random, false),
  },
];

function pointsOf(random: Random, day: Temporal.PlainDate, count: number): SheetEntry[] {
  return entriesFor(random, count, { from: day, days: 9, spans: 0 }).map((point, index) => ({
    ...point,
    day,
    last: day,
    hour: 9 + index * 4,
    place: null,
  }));
}

function monthWithCells(random: Random, numbers: "LEFT" | "RIGHT") {
  const from = yearFor(random).add({ months: random.int(0, 11) });
  const entries = entriesFor(random, random.int(8, 18), {
    from,
    days: from.daysInMonth,
    spans: 0,
  });
  const sheet = new Sheet(true);
  const name = `${MONTHS[from.month - 1] ?? ""} ${from.year}`;
  const end = sheet.put(30, 48, name, { size: 22, bold: true });
  if (random.chance(0.6)) sheet.put(230, 48, random.pick(CLUBS), { size: 12, bold: true });
  const hasWeeks = random.chance(0.5);
  const left = hasWeeks ? 52 : 30;
  const wide = (812 - left) / 7;
  const short = random.chance(0.5);
  WEEKDAYS.forEach((day, index) =>
    sheet.put(left + (index + 0.5) * wide, end, short ? day.slice(0, 2) : day, {
      size: 9,
      bold: true,
      align: "CENTRE",
    }),
  );
  const time = random.pick(TIME_WRITINGS);
  const pitch = 78;
  const before = from.dayOfWeek - 1;
  const weeks = Math.ceil((before + from.daysInMonth) / 7);
  const hasGrey = random.chance(0.5);
  for (let cell = 0; cell < weeks * 7; cell++) {
    const day = from.add({ days: cell - before });
    const x = left + (cell % 7) * wide;
    const top = end + 18 + Math.floor(cell / 7) * pitch;
    if (hasWeeks && cell % 7 === 0) sheet.put(32, top, String(day.weekOfYear ?? 1), { size: 7 });
    const isOther = day.month !== from.month;
    if (isOther && !hasGrey) continue;
    sheet.put(numbers === "LEFT" ? x + 3 : x + wide - 4, top, String(day.day), {
      size: 11,
      bold: true,
      align: numbers,
    });
    if (isOther) continue;
    let y = top + 11;
    for (const entry of entries.filter((one) => one.day.equals(day))) {
      const place = entry.place === null ? "" : ` (${entry.place})`;
      const isApart = random.chance(0.5);
      if (isApart && entry.hour !== null)
        y = sheet.put(x + 3, y, time(entry), { size: 7.5, bold: true });
      y = sheet.put(
        x + 3,
        y,
        [isApart ? "" : time(entry), entry.title + place].filter((part) => part !== "").join(" "),
        { size: 7.5, width: wide - 8 },
      );
    }
  }
  const events: TrueEvent[] = entries.map(trueEvent);
  // A bar over days of one week.
  const monday = from.add({ days: (8 - from.dayOfWeek) % 7 });
  if (random.chance(0.5)) {
    const span = {
      title: "Zeltlager der Jugend",
      day: monday.add({ days: 1 }),
      last: monday.add({ days: 3 }),
    };
    const row = Math.floor((monday.day - 1 + before) / 7);
    const y = end + 18 + row * pitch + 55;
    const isDated = random.chance(0.5);
    const said = isDated ? ` (${span.day.day}. bis ${span.last.day}. ${month(span.last)})` : "";
    sheet.put(left + 2.5 * wide, y, span.title + said, { size: 10, bold: true, align: "CENTRE" });
    events.push({
      title: span.title,
      start: span.day.toString(),
      end: null,
      allDay: true,
      location: null,
    });
  }
  if (random.chance(0.6)) sheet.put(30, 580, random.pick(HOURS_AND_RULES), { size: 8 });
  return { pages: [sheet.page()], truth: { events } };
}

function services(random: Random, hasNotices: boolean) {
  const from = yearFor(random).add({ days: random.int(0, 320) });
  const sheet = new Sheet();
  const until = from.add({ days: 30 });
  sheet.put(43, 55, `Pfarrbrief ${random.pick(CLUBS)}`, { size: 22, bold: true });
  sheet.put(
    43,
    76,
    `${from.day}. ${month(from)} ${from.year} bis ${until.day}. ${month(until)} ${until.year}`,
  );
  let y = sheet.put(43, 104, "Gottesdienste", { size: 13, bold: true }) + 2;
  if (random.chance(0.5))
    y = sheet.put(43, y, "Wenn nichts anderes angegeben: in der Pfarrkirche", { size: 9 });
  const used: SheetEntry[] = [];
  const isBare = random.chance(0.6);
  const names = [
    "Hochamt",
    "Abendmesse",
    "Wortgottesfeier",
    "Familiengottesdienst mit Taufe",
    "Andacht (Kapelle)",
    "Rosenkranz und Beichtgelegenheit",
    "Vesper, es singt der Kirchenchor",
    "Kindergottesdienst",
  ];
  for (const { day } of entriesFor(random, random.int(5, 9), { from, days: 30, spans: 0 })) {
    const said = random.chance(0.5) ? ` · ${random.pick(DAY_NAMES)}` : "";
    y = sheet.put(43, y + 6, `${weekday(day)}, ${day.day}. ${month(day)}${said}`, {
      bold: true,
      size: 10,
    });
    const titles = random.shuffled(names);
    Array.from({ length: random.int(1, 2) }).forEach((_, index) => {
      const entry: SheetEntry = {
        title: titles[index] ?? "Messe",
        day,
        last: day,
        hour: 8 + index * 9,
        minute: random.pick([0, 30]),
        place: null,
      };
      used.push(entry);
      const clock = `${entry.hour ?? 0}.${two(entry.minute)}`;
      sheet.put(43, y, isBare ? clock : `${clock} Uhr`, { size: 9.5 });
      y = sheet.put(isBare ? 77 : 95, y, entry.title, { size: 9.5, width: 190 });
    });
  }
  if (hasNotices) {
    let right = sheet.put(311, 104, "Liebe Gemeinde,", { size: 13, bold: true }) + 4;
    right =
      sheet.put(
        311,
        right,
        "in diesen Wochen feiern wir gemeinsam. Der Erlös der letzten Sammlung erbrachte 1.204 €. Allen Helfern gilt unser Dank.",
        { size: 9.5, width: 245 },
      ) + 6;
    const told = entriesFor(random, 3, { from: from.add({ days: 2 }), days: 25, spans: 0 });
    for (const [index, one] of told.entries()) {
      const title = ["Seniorennachmittag", "Frauenfrühstück", "Chorkonzert"][index] ?? "Treffen";
      const entry = { ...one, title, hour: 15, minute: 0, place: "Pfarrsaal" };
      used.push(entry);
      right =
        sheet.put(
          311,
          right,
          `${title}. ${random.pick(["Der", "Unser"])} ${title.toLowerCase() === "chorkonzert" ? "Konzertabend" : "Treffen"} ist am ${weekday(entry.day)}, ${entry.day.day}. ${month(entry.day)}, um 15 Uhr im Pfarrsaal. Herzliche Einladung zum ${title}.`,
          { size: 9.5, width: 245 },
        ) + 6;
    }
    for (const rule of random.shuffled(HOURS_AND_RULES).slice(0, 2))
      right = sheet.put(311, right, rule, { size: 9.5, width: 245 }) + 4;
  }
  return { pages: [sheet.page()], truth: { events: used.map(trueEvent) } };
}
