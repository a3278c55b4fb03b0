import sharp from "sharp";
import { expect, test } from "vitest";
import { loaded } from "./support/app-page.ts";
import { storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();

async function photo(name: string, background: string, takenAt: string) {
  const buffer = await sharp({ create: { width: 1200, height: 800, channels: 3, background } })
    .withExif({ IFD2: { DateTimeOriginal: takenAt } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}

test("the office makes a gallery, uploads pictures, leafs through them and takes one down", async () => {
  const page = await stories.open({ as: "buero" });
  await page.goto("/images-shares");
  await loaded(page);
  await page.getByRole("link", { name: "Galerie anlegen" }).first().click();
  await page.getByLabel("Name (Pflichtangabe)").fill("Vereinsausflug");
  await page.getByRole("button", { name: "Galerie anlegen" }).click();
  await page.getByRole("heading", { level: 1, name: "Vereinsausflug" }).waitFor();
  await page.getByText("Hier sind noch keine Bilder.").waitFor();

  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles([
      await photo("Gipfel.jpg", "#2a7", "2026:06:14 12:00:00"),
      await photo("Bahnhof.jpg", "#27a", "2026:05:30 08:15:00"),
    ]);
  await page.getByRole("heading", { level: 2, name: "Juni 2026" }).waitFor();
  // Pictures are developed in the background, which takes its time on a busy machine.
  await page.getByRole("heading", { level: 2, name: "Mai 2026" }).waitFor({ timeout: 35_000 });
  await page.locator('button[aria-label^="Gipfel.jpg"] img').waitFor();

  await page.getByRole("button", { name: /^Gipfel\.jpg .* ansehen$/ }).click();
  await page.getByText("aufgenommen 14.06.2026 12:00 Uhr").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByText("aufgenommen 30.05.2026 08:15 Uhr").waitFor();
  await page.waitForURL((url) => url.searchParams.get("picture") === "Bahnhof.jpg");
  await page.getByRole("button", { name: "Bild entfernen" }).click();
  await page.getByText("„Bahnhof.jpg“ liegt im Papierkorb.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("1 Bild", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Neues Album" }).click();
  await page.getByLabel("Name des Albums").fill("Rückfahrt & Heimkehr");
  await page.getByRole("button", { name: "Album anlegen" }).click();
  await page.getByRole("link", { name: "Rückfahrt & Heimkehr" }).click();
  await page.getByRole("heading", { level: 1, name: "Rückfahrt & Heimkehr" }).waitFor();
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles([await photo("Ankunft.jpg", "#a27", "2026:06:15 20:00:00")]);
  await page.getByText("1 Bild", { exact: true }).waitFor();
  await page.goto("/");
  await loaded(page);
  await page.getByRole("link", { name: /Ankunft\.jpg/ }).click();
  await page.getByRole("heading", { level: 1, name: "Rückfahrt & Heimkehr" }).waitFor();
  await page.getByRole("button", { name: /^Ankunft\.jpg .* ansehen$/ }).waitFor();
  const { pathname } = new URL(page.url());
  expect(pathname).toMatch(/^\/file-shares\/[^/]+\/R%C3%BCckfahrt%20(&|%26)%20Heimkehr$/);
});
