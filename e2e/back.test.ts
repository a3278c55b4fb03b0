import { expect, test } from "vitest";
import { loaded, storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();

test("after editing, Back leads to the place in the list and never to the form again", async () => {
  const page = await stories.open({ as: "buero", viewport: "phone" });
  await page.goto("/users");
  await loaded(page);
  const link = page.getByRole("main").getByRole("link", { name: "Becker, Erwin" });
  await link.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(500);
  await link.click();
  await page.waitForURL(/\/users\/[\w-]{36}$/);
  const profile = page.url();
  await page.getByRole("link", { name: "Bearbeiten" }).first().click();
  await page.waitForURL(/\/edit$/);
  await page.getByLabel("Ort", { exact: true }).fill("Holzheim");
  await page.getByRole("button", { name: "Speichern" }).first().click();
  await page.waitForURL(profile);
  await page.getByText("Holzheim").first().waitFor();
  await page.goBack();
  await page.waitForURL(/\/users$/);
  await link.waitFor();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(place - 5);
  expect(await page.evaluate(() => window.scrollY)).toBeLessThan(place + 5);
});

test("a form that is given up returns to the filtered list; opened by its address, it has a way out", async () => {
  const page = await stories.open({ as: "buero", viewport: "phone" });
  await page.goto("/users?q=an");
  await loaded(page);
  await page
    .getByRole("link", { name: /anlegen/ })
    .first()
    .click();
  await page.waitForURL(/\/users\/create$/);
  await page.getByRole("button", { name: "Abbrechen" }).click();
  await page.waitForURL(/\/users\?q=an$/);

  const other = await stories.open({ as: "buero" });
  await other.goto("/users/create");
  await loaded(other);
  await other.getByRole("button", { name: "Abbrechen" }).click();
  await other.waitForURL(/\/users$/);
});
