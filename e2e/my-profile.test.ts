import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { loaded, logIn } from "./support/app-page.ts";
import { storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();

/** A red square of 64 pixels. */
const RED_PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsGvk3/gmM4JvYbACy3S9FgEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQGBywLM17EPKwoNZgAAAABJRU5ErkJggg==",
  "base64",
);

test("what a member changes is still there after loading the page again", async () => {
  const page = await stories.open({ as: "mitglied", viewport: "phone" });
  await page.goto("/profile");
  await loaded(page);
  const phone = page.getByLabel("Mobil");
  const before = await phone.inputValue();
  await phone.fill("0171 5550123");
  await page.getByRole("button", { name: "Angaben speichern" }).click();
  await page.getByText("Ihre Angaben sind gespeichert.").waitFor();
  await page.reload();
  await loaded(page);
  expect(await phone.inputValue()).toBe("0171 5550123");
  await phone.fill(before);
  await phone.press("Control+Enter");
  await page.getByText("Ihre Angaben sind gespeichert.").waitFor();
});

test("a picture shows at once everywhere, and its removal can be taken back", async () => {
  const page = await stories.open({ as: "mitglied" });
  await page.goto("/profile");
  await loaded(page);
  const picture = page.getByRole("main").locator("[data-image-state]").first();
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "ich.png", mimeType: "image/png", buffer: RED_PNG });
  await page.getByRole("button", { name: "Bild übernehmen" }).click();
  await page.getByText("Ihr Bild ist gespeichert.").waitFor();
  await page.waitForFunction(
    () => document.querySelectorAll('[data-image-state="2"]').length === 2,
  );
  expect(await picture.locator("img").getAttribute("src")).toMatch(/^data:image\/webp;base64,/);

  await page.getByRole("button", { name: "Bild entfernen" }).click();
  await page.waitForFunction(
    () => document.querySelectorAll('[data-image-state="0"]').length === 2,
  );
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await page.waitForFunction(
    () => document.querySelectorAll('[data-image-state="2"]').length === 2,
  );
  await page.getByRole("button", { name: "Bild entfernen" }).click();
  await page.getByText("Ihr Bild ist entfernt.").last().waitFor();
});

test("another log-in is listed and ended; it has to log in again", async () => {
  stories.expectProblem(/^(400|401) /);
  const page = await stories.open({ as: "trainer" });
  // A second browser logs in by the form and so gets a session of its own.
  const other = await stories.open();
  await logIn(other, "trainer");
  await page.goto("/profile");
  await loaded(page);
  await page.getByText("Dieses Gerät").waitFor();
  const others = page.getByRole("button", { name: /^Anmeldung .* beenden$/ });
  const before = await others.count();
  expect(before).toBeGreaterThan(0);
  await others.first().click();
  await page.getByText(/^Die Anmeldung „.*“ ist beendet\.$/).waitFor();
  expect(await others.count()).toBe(before - 1);
  await other.goto("/profile");
  await other.getByLabel("Passwort", { exact: true }).waitFor();
});

test("one's own data come as a ZIP file", async () => {
  const page = await stories.open({ as: "mitglied" });
  await page.goto("/profile");
  await loaded(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Meine Daten herunterladen" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Meine Daten .*\.zip$/);
  const content = await readFile(await download.path());
  expect(content.subarray(0, 2).toString()).toBe("PK");
  expect(content.length).toBeGreaterThan(1_000);
});
