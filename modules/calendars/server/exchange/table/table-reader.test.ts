import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { xlsxStream } from "#platform/server/documents/xlsx.ts";
import type { EventDraft } from "../../../exchange-contract.ts";
import { readEventFile } from "../read-file.ts";

const sample = (name: string) => readFileSync(join(import.meta.dirname, "..", "samples", name));
const read = (content: string | Uint8Array) =>
  readEventFile({
    bytes: typeof content === "string" ? Buffer.from(content) : content,
    timeZone: "Europe/Berlin",
    today: "2026-11-01",
  });

/** The first event of a table of one row. */
async function row(columns: string, cells: string): Promise<EventDraft> {
  const [draft] = await read(`${columns}\n${cells}\n`);
  return draft as EventDraft;
}

const shown = ({ startDateTime, endDateTime, allDay }: EventDraft) =>
  [startDateTime, endDateTime].map((text) => text?.slice(0, allDay ? 10 : 16) ?? "-");

describe("a table of events", () => {
  test("is read row by row; faulty rows say why", async () => {
    const drafts = await read(sample("termine.csv"));
    const good = drafts.filter(({ problems }) => problems.length === 0);
    expect(
      good.map((draft) => [...shown(draft), draft.title, draft.location ?? "-"].join("\t")),
    ).toEqual(sample("termine.expected.tsv").toString("utf8").trimEnd().split("\n"));
    expect(drafts.flatMap(({ problems }) => problems)).toEqual([
      "Zeile 14: Das Datum „30.02.2027“ gibt es nicht.",
      "Zeile 27: Der Titel fehlt.",
    ]);
    expect(drafts[0]?.description).toBe('Bitte "Helferliste" beachten');
  });

  test("may be in Windows-1252, by Outlook or Google, with lines above its headings", async () => {
    const outlook =
      '"Betreff","Beginnt am","Beginnt um","Endet am","Endet um","Ganztägiges Ereignis","Ort"\r\n"Übung","5.1.2027","19:30:00","5.1.2027","21:00:00","Aus","Büro"\r\n';
    const [event] = await read(Buffer.from(`Kalender 2027\r\n\r\n${outlook}`, "latin1"));
    expect([event?.title, event?.location, ...shown(event as EventDraft)]).toEqual([
      "Übung",
      "Büro",
      "2027-01-05T19:30",
      "2027-01-05T21:00",
    ]);
    expect(event?.line).toBe(4);
    const google = await row(
      "Subject,Start Date,Start Time,All Day Event",
      "Match,05/30/2027,,True",
    );
    expect([google.allDay, ...shown(google)]).toEqual([true, "2027-05-30", "2027-05-30"]);
  });

  test("takes Outlook's whole days, which end at a midnight, and Google's American times", async () => {
    const outlook = (last: string) =>
      row(
        "Betreff,Beginnt am,Beginnt um,Endet am,Endet um,Ganztägiges Ereignis",
        `Ausflug,31.5.2027,00:00:00,${last},00:00:00,Ein`,
      );
    expect(shown(await outlook("1.6.2027"))).toEqual(["2027-05-31", "2027-05-31"]);
    expect(shown(await outlook("3.6.2027"))).toEqual(["2027-05-31", "2027-06-02"]);
    const google = (begin: string, end: string) =>
      row(
        "Subject,Start Date,Start Time,End Date,End Time",
        `Match,05/30/2027,${begin},05/30/2027,${end}`,
      );
    expect(shown(await google("10:00 AM", "1:30 PM"))).toEqual([
      "2027-05-30T10:00",
      "2027-05-30T13:30",
    ]);
    expect(shown(await google("12:15 AM", "12:00 PM"))).toEqual([
      "2027-05-30T00:15",
      "2027-05-30T12:00",
    ]);
  });

  test("takes a day of the week beside a date, and `Termin` beside a title for the day", async () => {
    expect(shown(await row("Tag;Datum;Uhrzeit;Was", "Sa;29.05.2027;19-21 Uhr;Probe"))).toEqual([
      "2027-05-29T19:00",
      "2027-05-29T21:00",
    ]);
    expect(shown(await row("Tag;Was", "29.05.2027;Probe"))).toEqual(["2027-05-29", "2027-05-29"]);
    expect(await row("Termin;Veranstaltung", "Sa, 29.05.2027, 19 Uhr;Probe")).toMatchObject({
      title: "Probe",
      startDateTime: "2027-05-29T19:00:00+02:00",
    });
    expect(await row("Datum;Termin", "29.05.2027;Probe")).toMatchObject({ title: "Probe" });
  });

  test.each([
    ["Sa, 09.01.2027", "19 Uhr", "2027-01-09T19:00", "-"],
    ["9. Januar 2027", "ab 19.30 Uhr", "2027-01-09T19:30", "-"],
    ["09.01.27", "19:30 – 22 Uhr", "2027-01-09T19:30", "2027-01-09T22:00"],
    ["17./18.04.2027", "", "2027-04-17", "2027-04-18"],
    ["28.12.2026 bis 3.1.2027", "", "2026-12-28", "2027-01-03"],
    ["30. April – 2. Mai 2027", "ganztägig", "2027-04-30", "2027-05-02"],
    ["46031", "0,8125", "2026-01-09T19:30", "-"],
    ["2027-03-28", "22:00-01:30", "2027-03-28T22:00", "2027-03-29T01:30"],
  ])("understands %s %s", async (day, time, start, end) => {
    const draft = await row("Datum;Uhrzeit;Veranstaltung", `${day};${time};Fest`);
    expect([...shown(draft), ...draft.problems]).toEqual([start, end]);
  });

  test("names a match by its teams", async () => {
    expect(
      await row(
        "Datum;Uhrzeit;Heim;Gast;Spielstätte",
        "09.01.2027;15:00;TSV Grünhausen;SV Blau;Stadion",
      ),
    ).toMatchObject({
      title: "TSV Grünhausen – SV Blau",
      location: "Stadion",
    });
  });

  test("guesses a missing year and says so, refuses an end before the beginning and words for dates", async () => {
    expect(await row("Datum;Titel", "24.12.;Feier")).toMatchObject({
      startDateTime: "2026-12-24T00:00:00+01:00",
      uncertainFields: ["startDateTime"],
    });
    expect((await row("Von;Bis;Titel", "24.12.2026;20.12.2026;Feier")).problems).toEqual([
      "Zeile 2: Das Ende liegt vor dem Beginn.",
    ]);
    expect((await row("Datum;Titel", "demnächst;Feier")).problems).toEqual([
      "Zeile 2: „demnächst“ ist weder Datum noch Uhrzeit.",
    ]);
    expect((await row("Datum;Titel", ";Feier")).problems).toEqual(["Zeile 2: Das Datum fehlt."]);
  });

  test("may be an Excel workbook with dates as Excel has them", async () => {
    const day = new Date(Date.UTC(2027, 4, 30));
    const file = await buffer(
      xlsxStream(
        "Termine",
        ["Datum", "Uhrzeit", "Titel"],
        [
          [day, 0.8125, "Sommerfest"],
          [day, null, "Ausflug"],
        ],
      ),
    );
    const drafts = await read(file);
    expect(drafts.map((draft) => [draft.title, ...shown(draft), draft.line])).toEqual([
      ["Sommerfest", "2027-05-30T19:30", "-", 2],
      ["Ausflug", "2027-05-30", "2027-05-30", 3],
    ]);
  });
});

describe("hostile and mistaken files", () => {
  test.each([
    ["nothing", "", /leer/],
    ["headings without a date", "Name;Ort\nA;B\n", /Überschriften/],
    ["a program", Buffer.from([0x4d, 0x5a, 0, 1, 2, 3, 0]), /keine Tabelle|Überschriften/],
    ["an old workbook", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), /\.xlsx oder CSV/],
    ["a broken workbook", Buffer.from("PK\u0003\u0004 und dann nichts"), /beschädigt/],
    ["too many columns", `Datum;Titel${";x".repeat(16_000)}\n1.1.2027;A\n`, /zu viele Spalten/],
    ["too many rows", `Datum;Titel\n${"1.1.2027;A\n".repeat(6_000)}`, /zu viele Zeilen/],
    ["headings that are words of the language", "__proto__;constructor\n1;2\n", /Überschriften/],
  ])("refuses %s with a German sentence", async (_what, content, sentence) => {
    await expect(read(content)).rejects.toMatchObject({
      status: 422,
      detail: expect.stringMatching(sentence) as string,
    });
  });

  test("does not unpack a bomb, whether its directory tells the size or lies", async () => {
    const bomb = deflateRawSync(Buffer.alloc(200 * 1024 * 1024, 0x20), { level: 9 });
    for (const told of [200 * 1024 * 1024, 0, 1_000]) {
      await expect(read(zipOf(bomb, told))).rejects.toMatchObject({ status: 422 });
    }
  });
});

/** A workbook of one part whose directory tells this size. */
function zipOf(packed: Buffer, told: number): Buffer {
  const name = Buffer.from("[Content_Types].xml");
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.byteLength, 18);
  local.writeUInt32LE(told, 22);
  local.writeUInt16LE(name.byteLength, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.byteLength, 20);
  central.writeUInt32LE(told, 24);
  central.writeUInt16LE(name.byteLength, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.byteLength + name.byteLength, 12);
  end.writeUInt32LE(local.byteLength + name.byteLength + packed.byteLength, 16);
  return Buffer.concat([local, name, packed, central, name, end]);
}
