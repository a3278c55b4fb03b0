import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fillLoginForm, loaded, logIn, storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();

const menu = (page: Page) => page.getByRole("navigation", { name: "Hauptmenü" });

test("a navigation starts at the top, and Back returns to the place that was left", async () => {
  const page = await stories.open({ as: "admin", viewport: "phone" });
  await page.goto("/users?size=50");
  await loaded(page);
  await page.locator('main a[href^="/users/0"]').nth(8).waitFor();
  // In steps, as people do: the router forgets what was scrolled before it had shown the page.
  for (const place of [200, 400, 600]) {
    await page.evaluate((y) => window.scrollTo(0, y), place);
    await page.waitForFunction((y) => window.scrollY === y, place);
    await page.waitForTimeout(300);
  }
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

test.each(["light", "dark"] as const)(
  "a public page has one background from the first paint on, %s",
  async (scheme) => {
    const page = await stories.open({ scheme });
    await page.addInitScript(() => {
      const seen = new Set<string>();
      Object.assign(window, { seen });
      const look = () => {
        for (const element of [document.documentElement, document.body])
          if (element !== null) seen.add(getComputedStyle(element).backgroundColor);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    // Nobody has this address, and the page says so.
    stories.expectProblem(/^40[14] /);
    await page.goto("/public/message-mail/unbekannt");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
    // A body without a background of its own shows the document's.
    const shown = seen.filter((color) => color !== "rgba(0, 0, 0, 0)");
    expect(shown).toEqual([scheme === "dark" ? "rgb(22, 24, 27)" : "rgb(246, 246, 244)"]);
  },
);
