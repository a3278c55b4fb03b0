import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { expectAccessible, expectNoSidewaysScroll, loaded, type Scheme, storyBrowser, VIEWPORTS } from "./support/browser.ts";

/**
 * The specification's route table and our own pages, walked as an administrator. `{user}` and `{group}` stand for
 * records of the demo club; a title of null means that the record names the page.
 */
const PAGES: readonly (readonly [path: string, title: string | null])[] = [
  ["/", "Home"],
  ["/users", "Mitglieder"],
  ["/users/{user}", null],
  ["/users/{user}/delete", null],
  ["/users/due-deletions", "Fällige Löschungen"],
  ["/users/create", "Neues Mitglied anlegen"],
  ["/users/sync", "Nutzer Import"],
  ["/users/history", "Änderungshistorie"],
  ["/groups", "Gruppen Übersicht"],
  ["/groups/{group}", null],
  ["/messaging", "Nachrichten"],
  ["/messaging?box=sent", "Nachrichten"],
  ["/messaging?box=drafts", "Nachrichten"],
  ["/messaging/018f0000-0000-7000-8000-000000000000", "Nachrichten"],
  ["/messaging/compose", "Neue Nachricht"],
  ["/calendars", "Kalender"],
  ["/calendars?view=week", "Kalender"],
  ["/calendars?view=year", "Kalender"],
  ["/calendars/create", "Kalender anlegen"],
  ["/calendars/events/create", "Termin anlegen"],
  ["/calendars/import", "Termine importieren"],
  ["/calendars/invitations", "Meine Einladungen"],
  ["/file-shares", "Dokumente"],
  ["/file-shares/create", "Neue Ablage anlegen"],
  ["/images-shares", "Bilder"],
  ["/mapping-config/create", "Feldzuordnung anlegen"],
  ["/mapping-config/create?isExport=true", "Feldzuordnung anlegen"],
  ["/profile", "Mein Profil"],
  ["/export", "Export Ziele"],
  ["/export?tab=runs", "Export Ziele"],
  ["/export/create", "Ziel anlegen"],
  ["/import", "Import Quellen"],
  ["/import?tab=mappings", "Import Quellen"],
  ["/import/create", "Quelle anlegen"],
  ["/public/invitation/unbekannt", "Einladung beantworten"],
  ["/public/message-mail/unbekannt", "E-Mails zu Nachrichten"],
  ["/error", "Fehler"],
  ["/tables", "Tabellen"],
  ["/forms", "Formulare"],
  ["/ui", "Bausteine"],
  ["/responsive", "Bildschirmgrößen"],
  ["/settings", "Einstellungen"],
  ["/users/trash", "Papierkorb"],
  ["/users/jubilees", "Geburtstage und Jubiläen"],
  ["/groups/create", "Neue Gruppe anlegen"],
];

const TENANT = /^(.+?) - (.+) - Intranet$/;
const stories = storyBrowser();
const records = { user: "", group: "" };

beforeAll(async () => {
  const page = await stories.open({ as: "admin" });
  records.user = await firstRecord(page, "/users");
  records.group = await firstRecord(page, "/groups");
});

describe.each(Object.keys(VIEWPORTS) as (keyof typeof VIEWPORTS)[])("%s", (viewport) => {
  test.each(PAGES)("%s", async (path, title) => {
    // Nobody is invited under this address.
    if (path === "/public/invitation/unbekannt") stories.expectProblem(/^404 .*\/invitation\/unbekannt/);
    // No mail carries this link.
    if (path === "/public/message-mail/unbekannt") stories.expectProblem(/^404 .*\/message-mail\/unbekannt/);
    // Nor is there such a message.
    if (path.startsWith("/messaging/018f")) stories.expectProblem(/^404 .*\/message\/018f/);
    const page = await stories.open({ as: "admin", viewport });
    await page.goto(path.replace("{user}", records.user).replace("{group}", records.group));
    // The style guide shows skeletons on purpose.
    await (path === "/ui" ? page.getByRole("heading", { level: 1, name: "Bausteine" }).waitFor() : loaded(page));
    if (title !== null) await page.waitForFunction((start) => document.title.startsWith(start), `${title} - `);
    expect(await page.title()).toMatch(TENANT);
    await expectAccessible(page, path);
    await show(page, "dark");
    await expectAccessible(page, `${path}, dark`, "colors");
    await expectNoSidewaysScroll(page, VIEWPORTS[viewport].width, path);
    if (viewport === "phone") await expectNoSidewaysScroll(page, 320, path);
  });
});

async function firstRecord(page: Page, list: string): Promise<string> {
  await page.goto(list);
  await loaded(page);
  const link = page.locator(`main a[href^="${list}/0"]`).first();
  const href = await link.getAttribute("href");
  return href?.slice(list.length + 1).replace(/[?#].*$/, "") ?? "";
}

/** As if another tab had switched: the page follows. */
async function show(page: Page, scheme: Scheme): Promise<void> {
  await page.evaluate((dark) => {
    localStorage.setItem("darkMode", dark ? "1" : "0");
    window.dispatchEvent(new StorageEvent("storage", { key: "darkMode" }));
  }, scheme === "dark");
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor({ state: "attached" });
}
