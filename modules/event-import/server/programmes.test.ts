import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { calendarsContract } from "#modules/calendars/contract.ts";
import { programmeContract as api, type ProgrammeDraft } from "../contract.ts";
import { pdfOf } from "./documents/testing.ts";

let app: TestApp;
let office: TestUser;

beforeAll(async () => {
  app = await testApp();
  const tenant = await app.tenant("alpha");
  office = await app.user(tenant, { permissions: ["QUERY_CALENDAR", "MANAGE_CALENDAR"] });
});
afterAll(() => app?.close());

const sample = (name: string) => readFile(new URL(`./samples/${name}`, import.meta.url));
const send = (body: Buffer) => app.call(api.importProgramme, { body }, office);
const brief = ({ startDateTime, endDateTime, title, location }: ProgrammeDraft) => [
  startDateTime?.slice(0, 16),
  endDateTime?.slice(0, 16) ?? null,
  title,
  location,
];

describe("a programme becomes drafts", () => {
  test("two columns of months with numbers of days, the year in the title", async () => {
    const { status, body } = await send(await sample("terminplan-2027-monatsliste.pdf"));
    expect(status).toBe(200);
    expect(body.map(brief)).toEqual([
      ["2027-01-06T13:00", null, "Dreikönigswanderung", "Treffpunkt Rathaus"],
      ["2027-01-16T09:00", "2027-01-16T16:00", "Hallenturnier E-Jugend", "Turnhalle"],
      ["2027-01-29T00:00", "2027-01-31T23:59", "Skifreizeit", "Bergheim Alpsee"],
      ["2027-02-06T19:11", null, "Prunksitzung", "Festhalle"],
      ["2027-02-25T15:30", "2027-02-25T19:30", "Blutspende", "Turnhalle"],
      ["2027-03-12T20:00", null, "Hauptversammlung", "Gasthof Hirsch"],
      ["2027-03-27T19:00", null, "Osterfeuer", "Festwiese"],
      ["2027-04-17T00:00", "2027-04-17T23:59", "Flohmarkt", "Turnhalle und Vorplatz"],
      ["2027-04-30T00:00", "2027-05-02T23:59", "Maiwochenende", "Dorfplatz"],
      ["2027-05-30T06:30", null, "Ausflug Wanderabteilung", "Bushaltestelle Kirche"],
      ["2027-07-02T00:00", "2027-07-04T23:59", "Zeltlager", "Baggersee"],
      ["2027-07-17T00:00", "2027-07-18T23:59", "Sommerfest", "Waldsportplatz"],
      ["2027-09-18T17:00", null, "Weinfest", "Dorfplatz"],
      ["2027-10-16T20:00", null, "Theaterpremiere", "Festhalle"],
      ["2027-11-14T10:30", null, "Volkstrauertag", "Friedhof"],
      ["2027-12-11T00:00", "2027-12-12T23:59", "Weihnachtsmarkt", "Kirchplatz"],
    ]);
    expect(body.every(({ reading, page }) => reading.way === "LOCAL_TEXT" && page === 1)).toBe(
      true,
    );
  });

  test("a letter: several dates in a sentence, deadlines and the past left out, the page named", async () => {
    const { body } = await send(await sample("rundschreiben-2026-fliesstext.pdf"));
    expect(
      body.map((draft) => [draft.startDateTime?.slice(0, 16), draft.title, draft.page]),
    ).toEqual([
      ["2026-03-14T19:30", "Jahreshauptversammlung", 1],
      ["2026-04-02T18:00", "Osterbasteln", 1],
      ["2026-05-10T09:00", "Muttertagsfrühstück", 1],
      ["2026-06-08T18:30", "Sportabzeichen (Abnahme)", 1],
      ["2026-06-15T18:30", "Sportabzeichen (Abnahme)", 1],
      ["2026-06-22T18:30", "Sportabzeichen (Abnahme)", 1],
      ["2026-07-03T00:00", "Zeltlager", 1],
      ["2026-09-26T00:00", "Arbeitseinsatz", 2],
      ["2026-10-24T19:00", "Ehrungsabend", 2],
    ]);
  });

  test("a flyer: its name in large letters, the day, times and place each on a line of their own", async () => {
    const { body } = await send(await sample("flugblatt-gartenfest.pdf"));
    expect(body.map(brief)).toEqual([
      [
        "2027-06-19T14:00",
        "2027-06-19T22:00",
        "Gartenfest der Kleingärtner",
        "Vereinsgarten, Lindenweg 5",
      ],
    ]);
  });

  test("minutes of a past assembly are no event", async () => {
    const lines = [
      "Liebe Mitglieder,",
      "",
      "Die Niederschrift der Versammlung vom 27.02.2026 liegt ab 19 Uhr aus.",
      "",
      "Wir laden ein zum Osterfeuer am 27.03.2027 um 18 Uhr.",
    ];
    const { body } = await send(pdfOf(lines, 1));
    expect(body.map(({ title, startDateTime }) => [title, startDateTime])).toEqual([
      ["Osterfeuer", "2027-03-27T18:00:00+01:00"],
    ]);
  });

  test("a crooked scan without text, read without the network", async () => {
    const { body } = await send(await sample("aushang-sommer-2026-scan.pdf"));
    expect(body.map((draft) => [draft.startDateTime?.slice(0, 16), draft.title])).toEqual([
      ["2026-06-13T00:00", "Kreismeisterschaft Leichtathletik"],
      ["2026-06-20T21:00", "Sonnwendfeuer"],
      ["2026-07-03T00:00", "Zeltlager"],
      ["2026-07-11T14:00", "Sommerfest"],
      ["2026-07-23T19:00", "Grillabend Gymnastik"],
      ["2026-08-05T10:00", "Ferienprogramm „Spiel ohne Grenzen“"],
      ["2026-08-30T09:30", "Radtour"],
    ]);
    expect(body.map(({ reading }) => reading.way)).toEqual(
      Array.from({ length: 7 }, () => "LOCAL_OCR"),
    );
  }, 60_000);

  test("nothing is written by reading", async () => {
    await send(await sample("terminplan-2027-monatsliste.pdf"));
    const { body } = await app.call(calendarsContract.listUpcoming, {}, office);
    expect(body.content).toEqual([]);
  });
});

test("what the calendar knows already is marked as duplicate, what overlaps as clash", async () => {
  const calendar = await app.call(
    calendarsContract.createCalendar,
    { body: { name: "Vereinstermine", color: "GREEN" } },
    office,
  );
  const params = { id: calendar.body.id };
  const known = {
    title: "Osterfeuer",
    startDateTime: "2027-03-27T19:00:00+01:00",
    endDateTime: "2027-03-27T22:00:00+01:00",
  };
  const other = {
    title: "Chorprobe",
    startDateTime: "2027-03-12T19:30:00+01:00",
    endDateTime: "2027-03-12T21:00:00+01:00",
  };
  for (const body of [known, other])
    expect((await app.call(calendarsContract.createEvent, { params, body }, office)).status).toBe(
      201,
    );
  const { body } = await send(await sample("terminplan-2027-monatsliste.pdf"));
  expect(body.filter(({ duplicateOf }) => duplicateOf !== null).map(({ title }) => title)).toEqual([
    "Osterfeuer",
  ]);
  expect(
    body.find(({ title }) => title === "Hauptversammlung")?.clashesWith.map(({ title }) => title),
  ).toEqual(["Chorprobe"]);
  await app.call(calendarsContract.deleteCalendar, { params }, office);
});

const LINES = ["Jahresprogramm 2026", "14.03. 19.30 Uhr Jahreshauptversammlung im Vereinsheim"];

describe("hostile files are refused in German, and the server lives on", () => {
  test.each<[string, () => Buffer | Promise<Buffer>, number, string]>([
    ["an empty file", () => Buffer.alloc(0), 422, "DOCUMENT_EMPTY"],
    [
      "a program named .pdf",
      () => Buffer.from("MZ\u0090\u0000this is no document"),
      415,
      "PROGRAMME_TYPE",
    ],
    [
      "an SVG",
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      415,
      "PROGRAMME_TYPE",
    ],
    [
      "a PDF cut off",
      async () => (await sample("rundschreiben-2026-fliesstext.pdf")).subarray(0, 200),
      422,
      "DOCUMENT_BROKEN",
    ],
    ["a JPEG cut off", async () => (await photo()).subarray(0, 900), 422, "IMAGE_BROKEN"],
    [
      "a HEIC of rubbish",
      () =>
        Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic"), Buffer.alloc(400, 7)]),
      422,
      "IMAGE_BROKEN",
    ],
    [
      "a picture of 400 megapixels",
      () =>
        sharp({
          create: { width: 20_000, height: 20_000, channels: 3, background: "#fff" },
          limitInputPixels: false,
        })
          .png({ compressionLevel: 9 })
          .toBuffer(),
      413,
      "IMAGE_TOO_BIG",
    ],
  ])(
    "%s",
    async (_name, bytes, status, code) => {
      const answer = await send(await bytes());
      expect([answer.status, (answer.body as unknown as { code: string }).code]).toEqual([
        status,
        code,
      ]);
      expect((await app.call(api.getProgrammeReading, {}, office)).status).toBe(200);
    },
    60_000,
  );

  test("of a thousand pages the first are read, and the answer says so", async () => {
    const { status, body } = await send(pdfOf(LINES, 1_000));
    expect(status).toBe(200);
    expect(body[0]).toMatchObject({
      title: "Jahreshauptversammlung",
      startDateTime: "2026-03-14T19:30:00+01:00",
    });
    expect(body[0]?.reading.notes).toEqual([
      "Das Dokument hat 1.000 Seiten. Gelesen wurden die ersten 20.",
    ]);
  }, 60_000);

  test("of a page with 300,000 pieces of text the beginning is read, and the answer says so", async () => {
    const { status, body } = await send(pdfOf(LINES, 1, { letters: 300_000 }));
    expect(status).toBe(200);
    expect(body[0]).toMatchObject({
      title: "Jahreshauptversammlung",
      reading: { notes: ["Von sehr dicht beschriebenen Seiten wurde nur der Anfang gelesen."] },
    });
  }, 60_000);

  test("many dense pages are cut together, and what is left of them is not drawn", async () => {
    const { status, body } = await send(pdfOf(LINES, 20, { letters: 30_000 }));
    expect(status).toBe(200);
    expect(body[0]?.reading).toEqual({
      way: "LOCAL_TEXT",
      notes: ["Von sehr dicht beschriebenen Seiten wurde nur der Anfang gelesen."],
    });
  }, 60_000);

  test.each([
    ["more than 5,000 pages", () => pdfOf(["x"], 5_001)],
    ["a page without text that is kilometres wide", () => pdfOf([], 1, { size: "9000000 842" })],
  ])(
    "%s are too much",
    async (_name, bytes) => {
      const answer = await send(bytes());
      expect([answer.status, (answer.body as unknown as { code: string }).code]).toEqual([
        413,
        "DOCUMENT_TOO_BIG",
      ]);
    },
    60_000,
  );
});

test("a HEIC or another picture is shown as WebP, a PDF is not", async () => {
  const picture = await app.call(api.showProgrammePicture, { body: await photo() }, office);
  expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/webp"]);
  expect((await app.call(api.showProgrammePicture, { body: pdfOf(["x"], 1) }, office)).status).toBe(
    415,
  );
});

function photo(): Promise<Buffer> {
  const noise = Buffer.from(
    Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * 7919) % 256),
  );
  return sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
    .jpeg()
    .toBuffer();
}
