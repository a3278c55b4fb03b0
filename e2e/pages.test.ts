import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  loaded,
  type Scheme,
  storyBrowser,
  VIEWPORTS,
} from "./support/browser.ts";
import { heaviest, restOfFirstPage, totalOf, weighed } from "./support/weight.ts";

/**
 * The specification's route table and our own pages, walked as an administrator. Words in braces
 * stand for records of the demo club; a title of null means that the record names the page. What a
 * page loads beyond the first one is weighed on the way.
 */
const PAGES: readonly (readonly [path: string, title: string | null])[] = [
  ["/", "Home"],
  ["/users", "Mitglieder"],
  ["/users/{user}", null],
  ["/users/{user}/edit", null],
  ["/users/{user}/data-sheet", null],
  ["/users/{user}/delete", null],
  ["/users/due-deletions", "Fällige Löschungen"],
  ["/users/create", "Neues Mitglied anlegen"],
  ["/users/sync", "Nutzer Import"],
  ["/users/history", "Änderungshistorie"],
  ["/groups", "Gruppen Übersicht"],
  ["/groups/{group}", null],
  ["/groups/{group}/edit", null],
  ["/messaging", "Nachrichten"],
  ["/messaging?box=sent", "Nachrichten"],
  ["/messaging?box=drafts", "Nachrichten"],
  ["/messaging/{message}", null],
  ["/messaging/018f0000-0000-7000-8000-000000000000", "Nachrichten"],
  ["/messaging/compose", "Neue Nachricht"],
  ["/calendars", "Kalender"],
  ["/calendars?view=week", "Kalender"],
  ["/calendars?view=year", "Kalender"],
  ["/calendars/create", "Kalender anlegen"],
  ["/calendars/events/create", "Termin anlegen"],
  ["/calendars/events/{event}", null],
  ["/calendars/events/{event}/edit", null],
  ["/calendars/import", "Termine importieren"],
  ["/calendars/invitations", "Meine Einladungen"],
  ["/file-shares", "Dokumente"],
  ["/file-shares/create", "Neue Ablage anlegen"],
  ["/file-shares/{share}", null],
  ["/file-share/{share}/edit", null],
  ["/file-share/{share}/trash", "Papierkorb"],
  ["/images-shares", "Bilder"],
  ["/images-shares/create", null],
  ["/images-shares/{gallery}", null],
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
  ["/settings/fields/create", null],
  ["/settings/fields/{field}", null],
  ["/users/trash", "Papierkorb"],
  ["/users/jubilees", "Geburtstage und Jubiläen"],
  ["/groups/create", "Neue Gruppe anlegen"],
];

const TENANT = /^(.+?) - (.+) - Intranet$/;
const stories = storyBrowser();
/** Where links to a record of each kind stand, and what they begin with. */
const LISTS = {
  user: ["/users", "/users/"],
  group: ["/groups", "/groups/"],
  message: ["/messaging", "/messaging/"],
  event: ["/calendars?view=list", "/calendars/events/"],
  share: ["/file-shares", "/file-shares/"],
  gallery: ["/images-shares", "/images-shares/"],
  field: ["/settings", "/settings/fields/"],
} as const;
const records = new Map<string, string>();
/** What a reader has already who comes from the first page. */
let firstPage: ReadonlySet<string> = new Set();
const MOST_KIB = 100;
/**
 * What a page shows at once and these bring afterwards: the calendar's board and the editor of
 * texts.
 */
const HEAVY_PARTS = /\/(MessageEditor|EventBoard)-/;

beforeAll(async () => {
  const page = await stories.open({ as: "admin" });
  const sizes = await weighed(page);
  await page.goto("/");
  await loaded(page);
  await restOfFirstPage(page, sizes);
  firstPage = new Set(sizes.keys());
  for (const [kind, [list, start]] of Object.entries(LISTS))
    records.set(kind, await firstRecord(page, list, start));
});

describe.each(Object.keys(VIEWPORTS) as (keyof typeof VIEWPORTS)[])("%s", (viewport) => {
  test.each(PAGES)("%s", async (path, title) => {
    // Nobody is invited under this address.
    if (path === "/public/invitation/unbekannt")
      stories.expectProblem(/^404 .*\/invitation\/unbekannt/);
    // No mail carries this link.
    if (path === "/public/message-mail/unbekannt")
      stories.expectProblem(/^404 .*\/message-mail\/unbekannt/);
    // Nor is there such a message.
    if (path.startsWith("/messaging/018f")) stories.expectProblem(/^404 .*\/message\/018f/);
    const page = await stories.open({ as: "admin", viewport });
    const sizes = await weighed(page);
    await page.goto(path.replace(/\{(\w+)\}/, (_, kind: string) => records.get(kind) ?? "none"));
    // The style guide shows skeletons on purpose.
    await (path === "/ui"
      ? page.getByRole("heading", { level: 1, name: "Bausteine" }).waitFor()
      : loaded(page));
    if (title !== null)
      await page.waitForFunction((start) => document.title.startsWith(start), `${title} - `);
    expect(await page.title()).toMatch(TENANT);
    const isMore = (url: string) => !firstPage.has(url) && !HEAVY_PARTS.test(url);
    expect(
      totalOf(sizes, isMore),
      `KiB beyond the first page:\n${heaviest(sizes, isMore)}`,
    ).toBeLessThanOrEqual(MOST_KIB);
    await expectAccessible(page, path);
    await show(page, "dark");
    await expectAccessible(page, `${path}, dark`, "colors");
    await expectNoSidewaysScroll(page, VIEWPORTS[viewport].width, path);
    if (viewport === "phone") await expectNoSidewaysScroll(page, 320, path);
  });
});

/** Id of the first record that a list links to. */
async function firstRecord(page: Page, list: string, start: string): Promise<string> {
  await page.goto(list);
  const href = await page.locator(`main a[href^="${start}0"]`).first().getAttribute("href");
  return href?.slice(start.length).replace(/[?#/].*$/, "") ?? "";
}

/** As if another tab had switched: the page follows. */
async function show(page: Page, scheme: Scheme): Promise<void> {
  await page.evaluate((dark) => {
    localStorage.setItem("darkMode", dark ? "1" : "0");
    window.dispatchEvent(new StorageEvent("storage", { key: "darkMode" }));
  }, scheme === "dark");
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor({ state: "attached" });
}
