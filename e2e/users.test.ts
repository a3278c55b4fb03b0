import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  loaded,
  storyBrowser,
} from "./support/browser.ts";

/** The club's office at its daily work with members. */
const stories = storyBrowser();

/** A last name that no other story and no demo member has. */
const uniqueName = () => `Prüfstein-${crypto.randomUUID().slice(0, 8)}`;
const rows = (page: Page) => page.locator("main tbody tr");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

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

describe("finding members", () => {
  test("search folds umlauts, filters narrow, both stand in the address and survive Back", async () => {
    const page = await stories.open({ as: "buero" });
    await create(page, `Müller-${uniqueName()}`);
    await open(page, "/users");
    const everybody = await page.getByText(/^\d+ Mitglieder$/).textContent();
    await page.getByPlaceholder("Name, Nummer, E-Mail oder Ort").fill("mueller");
    await page.getByText(/^\d+ von \d+ Mitgliedern$/).waitFor();
    await page.waitForURL(/\?.*q=mueller/);
    await rows(page).filter({ hasText: "Müller, " }).first().waitFor();
    expect(
      await rows(page)
        .filter({ hasNotText: /m(ü|ue)ller/i })
        .count(),
    ).toBe(0);

    await button(page, "Filter").click();
    await page.getByRole("menuitem", { name: "Status" }).click();
    await page.getByLabel("aktiv", { exact: true }).check();
    await page.waitForURL(/status=ACTIVE/);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() =>
      [...document.querySelectorAll("main tbody tr")].every((row) =>
        row.textContent?.includes("aktiv"),
      ),
    );
    const address = page.url();

    await rows(page).first().getByRole("link").click();
    await page.getByRole("tab", { name: "Stammdaten" }).waitFor();
    await page.goBack();
    await loaded(page);
    expect(page.url()).toBe(address);
    await button(page, "Alle Filter entfernen")
      .or(button(page, "Filter Status entfernen"))
      .first()
      .click();
    await button(page, "Suchtext löschen").click();
    await page.getByText(everybody ?? "").waitFor();
  });

  test("nobody found: one sentence and the way out", async () => {
    const page = await stories.open({ as: "buero" });
    await open(page, "/users?q=gibtesnicht");
    await page.getByText("Niemand passt zu dieser Suche und diesen Filtern.").waitFor();
    expect(await rows(page).count()).toBe(0);
    await button(page, "Suche und Filter entfernen").click();
    await rows(page).first().waitFor();
    expect(new URL(page.url()).searchParams.has("q")).toBe(false);
  });

  test("a view is saved, chosen and deleted, with the way back", async () => {
    const page = await stories.open({ as: "buero" });
    const name = uniqueName();
    await open(page, "/users?status=HONORARY");
    await button(page, "Ansichten").click();
    await page.getByRole("menuitem", { name: "Diese Ansicht speichern" }).click();
    await page.getByLabel("Name der Ansicht").fill(name);
    await button(page, "Ansicht speichern").click();
    await page.getByText(`Die Ansicht „${name}“ ist gespeichert.`).waitFor();

    await open(page, "/users");
    await button(page, "Ansichten").click();
    await page.getByRole("menuitem", { name }).click();
    await page.waitForURL(/status=HONORARY/);
    await button(page, name).click();
    await page.getByRole("menuitem", { name: `„${name}“ löschen` }).click();
    await page.getByText(`Die Ansicht „${name}“ ist gelöscht.`).waitFor();
    await button(page, "Rückgängig").click();
    await page.getByText(`Die Ansicht „${name}“ ist gelöscht.`).waitFor({ state: "detached" });
    await open(page, "/users");
    await button(page, "Ansichten").click();
    await page.getByRole("menuitem", { name }).waitFor();
    expect(await page.getByRole("menuitem", { name }).count()).toBe(1);
  });

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
});

describe("entering members", () => {
  test("errors stand at the fields in German and nothing typed is lost", async () => {
    const page = await stories.open({ as: "buero" });
    stories.expectProblem(/^400 .*\/user$/);
    await open(page, "/users/create");
    await page.getByLabel(/^Vorname/).fill("Änne");
    await page.getByLabel("IBAN").fill("DE00 1234");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("alert").getByText("Bitte ausfüllen.").waitFor();
    await page.getByRole("alert").getByRole("link", { name: "Nachname" }).click();
    await page.keyboard.type(uniqueName());
    await page.keyboard.press("Control+Enter");
    await page.getByRole("alert").getByRole("link", { name: "IBAN" }).waitFor();
    expect(await page.getByLabel(/^Vorname/).inputValue()).toBe("Änne");
  });

  test("someone alike is shown while typing; a new person is created with German dates", async () => {
    const page = await stories.open({ as: "buero" });
    const lastname = uniqueName();
    const first = await create(page, lastname, { Geburtstag: "31.12.1999" });
    await page.getByText(/31\.12\.1999 \(\d+ Jahre\)/).waitFor();

    await open(page, "/users/create");
    await page.getByLabel(/^Vorname/).fill("Aenne");
    await page.getByLabel(/^Nachname/).fill(lastname.replace("ü", "ue"));
    await page.getByLabel("Geburtstag", { exact: true }).fill("31.12.99");
    await page.getByText("Gibt es diese Person schon?").waitFor();
    const link = page.getByRole("link", { name: `Änne ${lastname} in neuem Fenster ansehen` });
    expect(await link.getAttribute("href")).toBe(first);
  });

  test("leaving with changes asks first", async () => {
    const page = await stories.open({ as: "buero" });
    await open(page, "/users/create");
    await page.getByLabel(/^Vorname/).fill("Änne");
    await button(page, "Abbrechen").click();
    await page.getByRole("dialog").getByRole("button", { name: "Weiter bearbeiten" }).click();
    expect(await page.getByLabel(/^Vorname/).inputValue()).toBe("Änne");
    await button(page, "Abbrechen").click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: "Ohne Speichern verlassen" })
      .click();
    await page.waitForURL(/\/users$/);
  });

  test(
    "two edit at once: the second one sees what changed and by whom, chooses, and nothing is lost",
    { timeout: 120_000 },
    async () => {
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
      await office.getByLabel("Straße", { exact: true }).fill("Hauptstraße 1");
      await button(office, "Änderungen speichern").click();
      const conflict = office.getByRole("alert");
      await conflict
        .getByText(/^\S.+ hat dieses Mitglied am .+ geändert, während Sie es bearbeitet haben/)
        .waitFor();
      await expectAccessible(office, "conflict");
      const city = conflict.getByRole("row", { name: /^Ort/ });
      expect(await city.innerText()).toMatch(/Göppingen[\s\S]*Uhingen[\s\S]*Eislingen/);
      await conflict
        .getByRole("row", { name: /^Telefon/ })
        .getByText("07161 4711")
        .waitFor();
      await conflict.getByLabel("Ort: Ihre Eingabe").check();
      await button(office, "Mit dieser Auswahl speichern").click();

      await office.waitForURL(new RegExp(`${profile}$`));
      await loaded(office);
      for (const text of ["Eislingen", "Hauptstraße 1", "07161 4711"])
        await office.getByText(text).first().waitFor();
    },
  );
});

describe("leaving and coming back", () => {
  test("deleting offers Rückgängig; the trash gives back as well", async () => {
    const page = await stories.open({ as: "buero" });
    const lastname = uniqueName();
    await create(page, lastname);
    await button(page, "Mehr").click();
    await page.getByRole("menuitem", { name: "In den Papierkorb legen" }).click();
    await page.getByText(`Änne ${lastname} liegt im Papierkorb.`).waitFor();
    await button(page, "Rückgängig").click();
    await page
      .getByRole("status")
      .filter({ hasText: "liegt im Papierkorb" })
      .waitFor({ state: "detached" });
    await open(page, `/users?q=${encodeURIComponent(lastname)}`);
    await rows(page).filter({ hasText: lastname }).waitFor();

    await rows(page).first().hover();
    await page.getByLabel(`Änne ${lastname} auswählen`).check();
    await page.getByText("1 Mitglied ausgewählt").waitFor();
    await button(page, "In den Papierkorb").click();
    await page.getByText("1 Mitglied liegt im Papierkorb.").waitFor();
    await open(page, `/users/trash?q=${encodeURIComponent(lastname)}`);
    await button(page, "Zurückholen").click();
    await page.getByText(`Änne ${lastname} ist wieder in der Mitgliederliste.`).waitFor();
    await page.getByText("Niemand passt zu dieser Suche").waitFor();
    await open(page, `/users?q=${encodeURIComponent(lastname)}`);
    expect(await rows(page).filter({ hasText: lastname }).count()).toBe(1);
  });
});

describe("login and rights", () => {
  test("nobody gives a right that they do not hold", async () => {
    const page = await stories.open({ as: "buero" });
    await create(page, uniqueName());
    await page.getByRole("tab", { name: "Anmeldung" }).click();
    await button(page, "Rechte ändern").click();
    expect(await page.getByLabel("Einstellungen des Vereins ändern").isDisabled()).toBe(true);
    expect(await page.getByLabel("Administratorin oder Administrator").isDisabled()).toBe(true);
    await page.getByLabel("Nachrichten an alle schreiben").check();
    await button(page, "Rechte speichern").click();
    await page.getByText("Die Rechte sind gespeichert").waitFor();
    await page.getByRole("listitem").filter({ hasText: "Nachrichten an alle schreiben" }).waitFor();
  });

  test("a member joins a group and has a function in it", async () => {
    const page = await stories.open({ as: "buero" });
    await create(page, uniqueName());
    await page.getByRole("tab", { name: "Gruppen und Funktionen" }).click();
    await button(page, "In Gruppe aufnehmen").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Gruppe").click();
    await page.getByRole("option").first().click();
    await dialog.getByLabel("Funktion").fill("Kassenwartin");
    await dialog.getByRole("button", { name: "Zugehörigkeit speichern" }).click();
    await page.getByRole("cell", { name: "Kassenwartin" }).waitFor();
    expect(
      await page.getByRole("row").filter({ hasText: "Kassenwartin" }).getByRole("link").count(),
    ).toBe(1);
  });

  test("a plain member is told that the list is not for them", async () => {
    const page = await stories.open({ as: "mitglied" });
    await open(page, "/users");
    expect(await rows(page).count()).toBe(0);
    await page.getByText("nicht die notwendigen Rechte").first().waitFor();
  });
});

describe.each(["desktop", "phone"] as const)("every view of a member on a %s", (viewport) => {
  test.each(["", "?tab=groups", "?tab=login", "?tab=history", "/edit", "/data-sheet"])(
    "profile%s",
    async (view) => {
      const page = await stories.open({
        as: "buero",
        viewport,
        scheme: viewport === "phone" ? "dark" : "light",
      });
      await open(page, "/users?q=mueller");
      const profile = await page.locator("[data-row-link]").first().getAttribute("href");
      await open(page, `${profile}${view}`);
      await heading(page).waitFor();
      expect(await heading(page).count()).toBe(1);
      await expectAccessible(page, `profile${view}`);
      await expectNoSidewaysScroll(page, viewport === "phone" ? 320 : 1440, `profile${view}`);
    },
  );
});
