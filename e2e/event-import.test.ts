import { writeXlsx } from "hucre/xlsx";
import type { Locator, Page } from "playwright-core";
import { test } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  storyBrowser,
  VIEWPORTS,
} from "./support/browser.ts";

const stories = storyBrowser();

const ICS = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//Beispiel//DE",
  "BEGIN:VEVENT",
  "UID:bezirkstag@example.org",
  "DTSTAMP:20310101T000000Z",
  "DTSTART;VALUE=DATE:20310920",
  "DTEND;VALUE=DATE:20310922",
  "SUMMARY:Bezirksturntag",
  "LOCATION:Stadthalle",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

function file(name: string, mimeType: string, content: string | Buffer) {
  return { name, mimeType, buffer: Buffer.from(content) };
}

test("a calendar file is taken over; a second time it is known", async () => {
  const page = await stories.open({ as: "buero" });
  await page.goto("/calendars/import");
  const choose = () =>
    page.locator("input[type=file]").setInputFiles(file("bezirk.ics", "text/calendar", ICS));
  await choose();
  await page.getByText("Samstag, 20.09.2031 bis Sonntag, 21.09.2031, ganztägig").waitFor();
  await page.getByRole("combobox", { name: "In den Kalender" }).click();
  await page.getByRole("option", { name: "Vereinstermine" }).click();
  await page.getByRole("button", { name: "1 Termin übernehmen" }).click();
  await page.getByText(/^1 Termin angelegt/).waitFor();
  await page.getByRole("button", { name: "Weitere Termine importieren" }).click();
  await choose();
  await page.getByText("Schon vorhanden, wird aktualisiert:").waitFor();
  await page.getByRole("button", { name: "1 Termin übernehmen" }).click();
  await page.getByText(/^1 Termin war schon so vorhanden/).waitFor();
});

test("a programme and the photo of a notice are read, a workbook brings its days and times as Excel keeps them", async () => {
  const page = await stories.open({ as: "buero" });
  await page.goto("/calendars/import");
  await page
    .locator("input[type=file]")
    .setInputFiles(file("programm.pdf", "application/pdf", programme()));
  await page.getByRole("img", { name: "Seite 1 des Programms" }).waitFor({ timeout: 40_000 });
  await page.getByText("Waldfest", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Andere Datei" }).click();

  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "IMG_2031.jpg", mimeType: "image/jpeg", buffer: await notice() });
  await page.getByText("2 Termine in „IMG_2031.jpg“").waitFor({ timeout: 50_000 });
  await page.getByText("Kinderfasching", { exact: true }).waitFor();
  await page.getByText("Samstag, 22.02.2031").first().waitFor();
  await page.getByRole("button", { name: "Andere Datei" }).click();

  const day = 47_905; // 26.02.2031 as Excel counts days
  const workbook = await writeXlsx({
    sheets: [
      {
        name: "Termine",
        rows: [
          ["Datum", "Uhrzeit", "Titel", "Ort"],
          [day, 0.8125, "Vorstandssitzung", "Büro"],
          [day + 1, null, "Putztag", "Halle"],
        ],
      },
    ],
  });
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "Termine 2031.xlsx", mimeType: type, buffer: Buffer.from(workbook) });
  await page
    .getByText("2 Termine in „Termine 2031.xlsx“, 2 gewählt. Noch ist nichts gespeichert.")
    .waitFor();
  await page.getByRole("combobox", { name: "In den Kalender" }).click();
  await page.getByRole("option", { name: "Vereinstermine" }).click();
  await page.getByRole("button", { name: "2 Termine übernehmen" }).click();
  await page.getByText(/^2 Termine angelegt/).waitFor();
  await page.getByRole("link", { name: "Vorstandssitzung" }).click();
  await page.getByText(/^Mittwoch, 26\.02\.2031, 19:30/).waitFor();
  await page.getByText("Büro").waitFor();
});

for (const [viewport, scheme] of [
  ["desktop", "dark"],
  ["phone", "light"],
] as const)
  test(`a box around an entry is read by itself (${viewport})`, async () => {
    const page = await stories.open({ as: "buero", viewport, scheme });
    await page.goto("/calendars/import");
    await page
      .locator("input[type=file]")
      .setInputFiles(file("programm.pdf", "application/pdf", programme()));
    const picture = page.getByRole("img", { name: "Seite 1 des Programms" });
    await picture.waitFor({ timeout: 40_000 });
    await page.getByText("2 Termine in „programm.pdf“").waitFor();
    await page.getByRole("button", { name: "Eintrag markieren" }).click();
    // The line of the Waldfest, as shares of the page.
    await picture.scrollIntoViewIfNeeded();
    await draw(page, picture, { left: 0.06, top: 0.1, right: 0.94, bottom: 0.15 }, viewport);
    await page.getByText("Der Rahmen wird gelesen.").waitFor();
    await page
      .getByText("1 Termin gelesen und oben in die Liste gesetzt.")
      .waitFor({ timeout: 50_000 });
    await page.getByText("3 Termine in „programm.pdf“").waitFor();
    const [first] = await page.getByRole("checkbox", { name: /Waldfest.* übernehmen$/ }).all();
    await first?.waitFor();
    // An empty corner: what can't be read is typed.
    await picture.scrollIntoViewIfNeeded();
    await draw(page, picture, { left: 0.1, top: 0.25, right: 0.6, bottom: 0.32 }, viewport);
    await page.getByText(/^Im Rahmen war kein ganzer Termin/).waitFor({ timeout: 50_000 });
    await page.getByText("noch ohne Tag").waitFor();
    await expectNoSidewaysScroll(page, VIEWPORTS[viewport].width, "marked programme");
    await expectAccessible(page, "a marked programme");
  });

interface Sides {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Draws a box on the picture, with the mouse or, on the phone, with a finger. */
async function draw(page: Page, picture: Locator, sides: Sides, viewport: "desktop" | "phone") {
  const box = await picture.boundingBox();
  if (box === null) throw new Error("the page of the programme is not shown");
  const begin = { x: box.x + sides.left * box.width, y: box.y + sides.top * box.height };
  const end = { x: box.x + sides.right * box.width, y: box.y + sides.bottom * box.height };
  if (viewport === "desktop") {
    await page.mouse.move(begin.x, begin.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 5 });
    await page.mouse.up();
    return;
  }
  const devtools = await page.context().newCDPSession(page);
  const middle = { x: (begin.x + end.x) / 2, y: (begin.y + end.y) / 2 };
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [begin] });
  for (const point of [middle, end])
    await devtools.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** A notice as somebody would photograph it: large print, a little crooked, on a wall. */
async function notice(): Promise<Buffer> {
  const wall = await stories.open();
  await wall.setContent(`<body style="margin:0;background:#b9b2a6"><div style="margin:60px;padding:50px;background:#fffdf6;transform:rotate(-1deg);font:30px/1.9 sans-serif">
    <h1 style="font-size:46px">Jahresprogramm 2031</h1>
    <p>Samstag, 22.02.2031, 14 Uhr: Kinderfasching</p><p>Sonntag, 06.04.2031, 10 Uhr: Frühlingslauf</p></div></body>`);
  return wall.screenshot({ type: "jpeg", quality: 80 });
}

/** One page with two lines of text, by hand: the smallest PDF a club could send. */
function programme(): string {
  const lines = [
    "Jahresprogramm 2031",
    "Samstag, 05.07.2031, 14 Uhr: Waldfest, Grillplatz",
    "Sonntag, 07.12.2031, 15 Uhr: Adventsfeier, Turnhalle",
  ];
  const text = lines
    .map((line, index) => `BT /F1 14 Tf 60 ${760 - index * 30} Td (${line}) Tj ET`)
    .join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  let pdf = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  return `${pdf}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
}
