import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fillLoginForm, loaded, logIn, storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();

const menu = (page: Page) => page.getByRole("navigation", { name: "Hauptmenü" });
const search = (page: Page) => page.getByPlaceholder("Search (ctrl+k)");
const ORDER = ["Übersicht", "Mitglieder", "Nachrichten", "Dokumente", "Bilder", "Kalender"];

async function menuLabels(page: Page): Promise<string[]> {
  const labels = await menu(page).getByRole("link").allInnerTexts();
  return labels.map((label) => label.split("\n")[0]?.trim() ?? "");
}

test("an administrator sees the whole menu in the specified order, with the submenu of Mitglieder", async () => {
  const page = await stories.open({ as: "admin" });
  await page.goto("/users");
  await loaded(page);
  expect(await menuLabels(page)).toEqual([
    "Übersicht",
    "Mitglieder",
    "Gruppen",
    "Änderungshistorie",
    "Exports",
    "Imports",
    ...ORDER.slice(2),
  ]);
  await menu(page).getByRole("button", { name: "Abmelden" }).waitFor();
});

test("a plain member sees only what they have a right to", async () => {
  const page = await stories.open({ as: "mitglied" });
  await page.goto("/");
  await loaded(page);
  const labels = await menuLabels(page);
  expect(labels).toContain("Übersicht");
  expect(labels).toContain("Nachrichten");
  for (const hidden of ["Exports", "Imports", "Änderungshistorie"])
    expect(labels).not.toContain(hidden);
});

test("Ctrl+K focuses the search box and Escape leaves it", async () => {
  const page = await stories.open({ as: "admin" });
  await page.goto("/");
  await loaded(page);
  const focused = () => search(page).evaluate((input) => input === document.activeElement);
  await page.keyboard.press("Control+k");
  expect(await focused()).toBe(true);
  await page.keyboard.press("Escape");
  expect(await focused()).toBe(false);
});

test("the search box leads to a page by keyboard alone", async () => {
  const page = await stories.open({ as: "admin" });
  await page.goto("/");
  await loaded(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Gruppen");
  await page
    .getByRole("option", { name: /Gruppen/ })
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/groups");
});

test("light and dark are switched, stored under darkMode as 1 or 0, and kept", async () => {
  const page = await stories.open({ as: "admin", scheme: "dark" });
  await page.goto("/");
  await loaded(page);
  const scheme = () => page.locator("html").getAttribute("data-mantine-color-scheme");
  const stored = () => page.evaluate(() => localStorage.getItem("darkMode"));
  expect(await scheme()).toBe("dark");
  expect(await stored()).toBeNull();
  await page.getByRole("button", { name: "Helle Darstellung" }).click();
  expect(await scheme()).toBe("light");
  expect(await stored()).toBe("0");
  await page.reload();
  await loaded(page);
  expect(await scheme()).toBe("light");
  await page.getByRole("button", { name: "Dunkle Darstellung" }).click();
  expect(await stored()).toBe("1");
});

test("breadcrumbs lead home; the last step is not a link", async () => {
  const page = await stories.open({ as: "admin" });
  await page.goto("/users/create");
  await loaded(page);
  const crumbs = page.getByRole("navigation", { name: "Brotkrumen" });
  expect(await crumbs.getByRole("link").count()).toBeGreaterThanOrEqual(2);
  expect(await crumbs.locator('[aria-current="page"]').innerText()).toBe("Neues Mitglied anlegen");
  expect(await crumbs.getByRole("link", { name: "Neues Mitglied anlegen" }).count()).toBe(0);
  await crumbs.getByRole("link", { name: "Startseite" }).click();
  await page.waitForFunction(() => location.pathname === "/");
});

const CATALOGUE = [
  [403, "Dazu haben Sie nicht die notwendigen Rechte."],
  [404, "Die angefragte Resource wurde nicht gefunden."],
  [409, "Die angefragte Resource existiert bereits."],
  [413, "Zu große Anfrage."],
  [415, "Fehlerhafte Anfrage."],
  [500, "Interner Serverfehler."],
  [422, "Das ist die Meldung selbst."],
] as const;

test.each(CATALOGUE)(
  "a request that fails with %i shows a red entry with a bold Fehler that stays until it is closed",
  async (status, text) => {
    const page = await stories.open({ as: "admin" });
    stories.expectProblem(new RegExp(`^${status} `));
    await page.route("**/api/user/search**", (route) =>
      route.fulfill({
        status,
        contentType: "application/problem+json",
        body: JSON.stringify({
          type: "about:blank",
          title: "x",
          status,
          code: "X",
          detail: "Das ist die Meldung selbst.",
          requestId: "x",
          errors: [],
        }),
      }),
    );
    await page.goto("/users");
    const notice = page.getByRole("alert").locator("p", { hasText: text });
    await notice.waitFor();
    expect((await notice.innerText()).replace(/\s+/g, " ")).toBe(`Fehler ${text}`);
    const bold = notice.locator("strong");
    expect(await bold.innerText()).toBe("Fehler");
    expect(
      await bold.evaluate((element) => Number(getComputedStyle(element).fontWeight)),
    ).toBeGreaterThanOrEqual(600);
    await page.getByRole("button", { name: "Meldung schließen" }).click();
    await notice.waitFor({ state: "detached" });
  },
);

test("a thin bar shows while a request is under way and goes with its answer", async () => {
  const page = await stories.open({ as: "admin" });
  await page.goto("/");
  await loaded(page);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/user/search**", async (route) => {
    await held;
    await route.continue();
  });
  const active = page.locator("[data-active][aria-hidden]");
  await menu(page).getByRole("link", { name: "Mitglieder", exact: true }).click();
  await active.waitFor({ state: "attached" });
  release();
  await active.waitFor({ state: "detached" });
});

test("a navigation starts at the top, and Back returns to the place that was left", async () => {
  const page = await stories.open({ as: "admin", viewport: "phone" });
  await page.goto("/users?size=50");
  await loaded(page);
  await page.locator('main a[href^="/users/0"]').nth(8).waitFor();
  await page.evaluate(() => window.scrollTo(0, 600));
  await page.waitForFunction(() => window.scrollY === 600);
  // Long enough for the router to have noted the place.
  await page.waitForTimeout(300);
  const links = page.locator('main a[href^="/users/0"]');
  const visible = await links.evaluateAll((all) =>
    all.findIndex((link) => link.getBoundingClientRect().top > 120),
  );
  await links.nth(visible).click();
  await page.waitForFunction(() => location.pathname.startsWith("/users/0"));
  await loaded(page);
  // The address changes before the page does.
  await page.waitForFunction(() => window.scrollY === 0);
  await page.goBack();
  await page.waitForFunction(() => Math.abs(window.scrollY - 600) < 5);
});

test("on a phone the menu opens over the page and closes when a page is chosen", async () => {
  const page = await stories.open({ as: "admin", viewport: "phone" });
  await page.goto("/");
  await loaded(page);
  await page.getByRole("button", { name: "Menü öffnen" }).click();
  await menu(page).getByRole("link", { name: "Mitglieder", exact: true }).click();
  await page.waitForFunction(() => location.pathname === "/users");
  await page.getByRole("button", { name: "Menü öffnen" }).waitFor();
});

test("the account menu opens by keyboard and gives the focus back", async () => {
  const page = await stories.open({ as: "admin" });
  await page.goto("/");
  const button = page.getByRole("button", { name: /^Konto von/ });
  for (const time of ["first", "second"]) {
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Mein Profil" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await page.getByRole("menuitem", { name: "Mein Profil" }).waitFor({ state: "detached" });
    expect(await button.evaluate((element) => element === document.activeElement), time).toBe(true);
  }
  await button.click();
  await page.getByRole("menuitem", { name: "Mein Profil" }).click();
  await page.waitForURL("**/profile");
});

test("logging out ends the session: the next page asks for the password again", async () => {
  const page = await stories.open();
  await logIn(page, "buero");
  await menu(page).getByRole("button", { name: "Abmelden" }).click();
  await page.getByLabel("Passwort", { exact: true }).waitFor();
  await page.goto("/users");
  await page.getByLabel("Passwort", { exact: true }).waitFor();
});

test("a deep link survives the login, with its query", async () => {
  const page = await stories.open();
  await page.goto("/users?q=M%C3%BCller");
  await fillLoginForm(page, "buero");
  await loaded(page);
  expect(new URL(page.url()).pathname).toBe("/users");
  expect(new URL(page.url()).searchParams.get("q")).toBe("Müller");
});

test("an unknown address says so inside the frame", async () => {
  const page = await stories.open({ as: "mitglied" });
  await page.goto("/gibt/es/nicht");
  await page.getByRole("heading", { name: "Diese Seite gibt es nicht" }).waitFor();
  await menu(page).waitFor();
});
