import { extractText } from "unpdf";
import { expect, test } from "vitest";
import { loaded, storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();

/** The page that the browser would print, by page of paper; printing itself asks nobody here. */
async function printed(path: string) {
  const page = await stories.open({ as: "buero" });
  await page.addInitScript(() => {
    window.print = () => {};
  });
  await page.goto(path);
  await loaded(page);
  await page.getByRole("button", { name: "Liste drucken" }).click();
  const sheet = page.locator("[data-print-sheet]");
  await sheet.waitFor({ state: "attached" });
  const heads = await sheet.locator("thead th").allTextContents();
  const rows = await sheet
    .locator("tbody tr")
    .evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent.trim())),
    );
  // The sheet goes with the printing.
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const { text } = await extractText(new Uint8Array(pdf));
  return { page, heads, rows, sheets: text };
}

test("the list of members prints everybody whom the filter finds, with heads on each page", async () => {
  const { page, heads, rows, sheets } = await printed("/users");
  const total = /^(\d+) Mitglieder/m.exec(await page.getByRole("main").innerText())?.[1];
  expect(Number(total)).toBeGreaterThan(200);
  expect(rows.length).toBeGreaterThanOrEqual(Number(total));
  expect(sheets.length).toBeGreaterThan(3);
  for (const [number, text] of sheets.entries())
    for (const head of heads) expect(text, `page ${number + 1}`).toContain(head);
  const all = sheets.join("\n");
  // No word is broken, but those that would push others off the paper.
  for (const word of rows.flat().flatMap((cell) => cell.split(/\s+/)))
    if (/^\p{L}{4,36}$/u.test(word)) expect(all).toContain(word);
  for (const around of ["Übersicht", "Nachrichten", "Liste drucken"])
    expect(all).not.toContain(around);
});

test("a filtered list prints what it shows, and no more", async () => {
  const { rows, sheets } = await printed("/users?q=becker");
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.length).toBeLessThan(20);
  expect(sheets).toHaveLength(1);
  for (const row of rows) expect(row.join(" ")).toMatch(/becker/i);
});

test("paper says which club and day it is of, and what it was filtered by", async () => {
  const members = (await printed("/users?q=becker&status=ACTIVE")).sheets.join("\n");
  expect(members).toContain("Gesucht nach „becker“");
  expect(members).toMatch(/Status: \S/);
  const history = (await printed("/users/history?recordType=GROUP")).sheets[0];
  expect(history).toContain("Art: Gruppe");
  const box = (await printed("/messaging?box=sent&q=probe")).sheets[0];
  expect(box).toContain("Gesucht nach „probe“");
  const groups = (await printed("/groups?q=turnen")).sheets[0];
  expect(groups).toContain("Gesucht nach „turnen“");
  for (const sheet of [members, history, box, groups])
    expect(sheet).toMatch(/\S+, Stand \d{2}\.\d{2}\.\d{4}/);
});

test("groups are printed with all branches, closed ones too", async () => {
  const { page, rows } = await printed("/groups");
  const total = /^(\d+) Gruppen/m.exec(await page.getByRole("main").innerText())?.[1];
  expect(rows).toHaveLength(Number(total));
  expect(rows.flat().join(" ")).toMatch(/\d+ Recht/);
});

test("the history prints every change that the filter finds", async () => {
  const { page, rows } = await printed("/users/history?recordType=GROUP");
  const total = /^(\d+) Änderungen/m.exec(await page.getByRole("main").innerText())?.[1];
  expect(rows).toHaveLength(Number(total));
  expect(rows.every(([, , , , what]) => what?.startsWith("Gruppe "))).toBe(true);
});

test("a box prints the list of its messages", async () => {
  const { page, rows, heads } = await printed("/messaging?box=sent");
  expect(heads).toEqual(["An", "Datum", "Betreff", "Anhänge"]);
  const total = page.getByRole("list", { name: "Gesendet" }).getByRole("listitem").first();
  expect(rows).toHaveLength(Number(await total.getAttribute("aria-setsize")));
});

test("a folder prints what lies in it", async () => {
  const page = await stories.open({ as: "buero" });
  await page.goto("/file-shares");
  await loaded(page);
  await page.getByRole("main").getByRole("link", { name: "Dokumente" }).first().click();
  await page.waitForURL(/\/file-shares\/[\w-]{36}/);
  await page.getByRole("table").waitFor();
  const shown = await page.locator("[data-entry]").count();
  const { rows } = await printed(new URL(page.url()).pathname);
  expect(shown).toBeGreaterThan(0);
  expect(rows).toHaveLength(shown);
});

test("a member's groups are printed, today's and the others", async () => {
  const page = await stories.open({ as: "buero" });
  await page.goto("/users?q=becker");
  await loaded(page);
  await page.getByRole("main").getByRole("link", { name: "Becker, Erwin" }).click();
  await page.waitForURL(/\/users\/[\w-]{36}$/);
  const { rows, heads } = await printed(`${new URL(page.url()).pathname}?tab=groups`);
  expect(heads).toEqual(["Gruppe", "Funktion", "Von", "Bis"]);
  expect(rows.length).toBeGreaterThan(0);
});
