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

test("the step above a record leads back to the list as it was filtered; elsewhere to the whole list", async () => {
  const page = await stories.open({ as: "buero" });
  await page.goto("/users?q=becker");
  await loaded(page);
  await page.getByRole("main").getByRole("link", { name: "Becker, Erwin" }).click();
  await page.waitForURL(/\/users\/[\w-]{36}$/);
  const profile = page.url();
  const step = page.getByRole("navigation", { name: "Brotkrumen" }).getByRole("link", {
    name: "Mitglieder",
  });
  await step.click();
  await page.waitForURL(/\/users\?q=becker$/);
  await page.goto(profile);
  await loaded(page);
  await page.goto(profile);
  await step.click();
  await page.waitForURL(/\/users$/);
});

test("a list in a box of its own is found where it was, with the link in focus, and after a reload", async () => {
  const page = await stories.open({ as: "buero" });
  await page.setViewportSize({ width: 1100, height: 700 });
  await page.goto("/users?size=100");
  await loaded(page);
  const box = page.getByRole("region", { name: "Mitglieder, seitlich verschiebbar" });
  const top = () => box.evaluate((element) => element.scrollTop);
  const link = box.getByRole("row").nth(70).getByRole("link").first();
  await link.scrollIntoViewIfNeeded();
  const place = await top();
  expect(place).toBeGreaterThan(100);
  await link.press("Enter");
  await page.waitForURL(/\/users\/[\w-]{36}$/);
  await page.getByRole("link", { name: "Bearbeiten" }).first().waitFor();
  await page.goBack();
  await expect.poll(top, { timeout: 15_000 }).toBe(place);
  const hasFocus = () => link.evaluate((it) => it === document.activeElement);
  await expect.poll(hasFocus, { timeout: 15_000 }).toBe(true);
  await page.reload();
  await expect.poll(top, { timeout: 15_000 }).toBe(place);
});

test("closed branches of groups stay closed, and a deleted record leads back to its list", async () => {
  const page = await stories.open({ as: "buero" });
  await page.goto("/groups");
  await loaded(page);
  const branch = page.getByRole("button", { name: /^Untergruppen von/ }).first();
  await branch.click();
  expect(await branch.getAttribute("aria-expanded")).toBe("false");
  await page.getByRole("link", { name: "Gruppe anlegen" }).first().click();
  await page.getByLabel("Name (Pflichtangabe)").fill("Versehentlich angelegt");
  await page.getByRole("button", { name: "Gruppe anlegen" }).first().click();
  await page.getByRole("heading", { name: "Versehentlich angelegt" }).waitFor();
  const before = await page.evaluate(() => history.length);
  await page.getByRole("button", { name: "Mehr" }).click();
  await page.getByRole("menuitem", { name: /löschen/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /löschen/ })
    .click();
  await page.waitForURL(/\/groups$/);
  expect(await page.evaluate(() => history.length)).toBe(before);
  expect(await branch.getAttribute("aria-expanded")).toBe("false");
});
