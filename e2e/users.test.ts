import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { loaded, storyBrowser } from "./support/browser.ts";

/** The club's office at its daily work with members; what one page does is told beside it. */
const stories = storyBrowser();

/** A last name that no other story and no demo member has. */
const uniqueName = () => `Prüfstein-${crypto.randomUUID().slice(0, 8)}`;
const rows = (page: Page) => page.locator("main tbody tr");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await loaded(page);
}

/** Fills the form of a new member and saves; returns the address of the profile. */
async function create(
  page: Page,
  lastname: string,
  more: Record<string, string> = {},
): Promise<string> {
  await open(page, "/users/create");
  await page.getByLabel(/^Vorname/).fill("Änne");
  await page.getByLabel(/^Nachname/).fill(lastname);
  for (const [label, value] of Object.entries(more))
    await page.getByLabel(label, { exact: true }).fill(value);
  await button(page, "Mitglied anlegen").click();
  await page.waitForURL(/\/users\/0[0-9a-f-]{35}$/);
  await loaded(page);
  return new URL(page.url()).pathname;
}

test("what is on screen becomes a file: same people, same columns", async () => {
  const page = await stories.open({ as: "buero" });
  await open(page, "/users?q=mueller&columns=name,city,birthday");
  const shown = await rows(page).count();
  await button(page, "Mehr").click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Als CSV für Excel herunterladen" }).click(),
  ]);
  const text = await readFile(await download.path(), "utf8");
  const lines = text.trimEnd().split(/\r?\n/);
  expect(lines[0]?.replaceAll('"', "")).toBe("\uFEFFNachname;Vorname;Ort;Geburtstag");
  expect(lines.length - 1).toBe(shown);
  expect(download.suggestedFilename()).toMatch(/^Mitglieder \d{4}-\d{2}-\d{2}\.csv$/);
});

test("a new person is found by somebody alike, goes into the trash and comes back", async () => {
  const page = await stories.open({ as: "buero" });
  const lastname = uniqueName();
  const profile = await create(page, lastname, { Geburtstag: "31.12.1999" });
  await page.getByText(/31\.12\.1999 \(\d+ Jahre\)/).waitFor();

  await open(page, "/users/create");
  await page.getByLabel(/^Vorname/).fill("Aenne");
  await page.getByLabel(/^Nachname/).fill(lastname.replace("ü", "ue"));
  await page.getByText("Gibt es diese Person schon?").waitFor();
  const link = page.getByRole("link", { name: `Änne ${lastname} in neuem Fenster ansehen` });
  expect(await link.getAttribute("href")).toBe(profile);

  await open(page, profile);
  await button(page, "Mehr").click();
  await page.getByRole("menuitem", { name: "In den Papierkorb legen" }).click();
  await page.getByText(`Änne ${lastname} liegt im Papierkorb.`).waitFor();
  await open(page, `/users/trash?q=${encodeURIComponent(lastname)}`);
  await button(page, "Zurückholen").click();
  await page.getByText(`Änne ${lastname} ist wieder in der Mitgliederliste.`).waitFor();
  await open(page, `/users?q=${encodeURIComponent(lastname)}`);
  expect(await rows(page).filter({ hasText: lastname }).count()).toBe(1);
});

test("two edit at once: the second one sees what changed and by whom, chooses, and nothing is lost", async () => {
  stories.expectProblem(/^412 /);
  const [office, admin] = [
    await stories.open({ as: "buero" }),
    await stories.open({ as: "admin" }),
  ];
  const profile = await create(office, uniqueName(), { Ort: "Göppingen" });
  await open(office, `${profile}/edit`);
  await open(admin, `${profile}/edit`);
  await admin.getByLabel("Ort", { exact: true }).fill("Uhingen");
  await admin.getByLabel("Telefon", { exact: true }).fill("07161 4711");
  await button(admin, "Änderungen speichern").click();
  await admin.waitForURL(new RegExp(`${profile}$`));

  await office.getByLabel("Ort", { exact: true }).fill("Eislingen");
  await button(office, "Änderungen speichern").click();
  const conflict = office.getByRole("alert", { name: "Noch nicht gespeichert" });
  await conflict.getByText(/^\S.+ hat dieses Mitglied am .+ geändert/).waitFor();
  await button(office, "Mit dieser Auswahl speichern").click();
  await office.waitForURL(new RegExp(`${profile}$`));
  for (const text of ["Eislingen", "07161 4711"]) await office.getByText(text).first().waitFor();
});
