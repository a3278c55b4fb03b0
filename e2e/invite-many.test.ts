import { expect, test } from "vitest";
import { loaded, storyBrowser } from "./support/browser.ts";
import { passwordLink } from "./support/guest-link.ts";
import { person } from "./support/person.ts";
import { storyServer } from "./support/story-server.ts";

/** Inviting many to log in, from the list to the first page of one of them. */
const stories = storyBrowser();

const PASSWORD = "Lampe Ufer Kreide Moos";

test("of four chosen two are invited; one of them sets the password and is in", async () => {
  const lastname = `Kranich-${crypto.randomUUID().slice(0, 8)}`;
  const address = (name: string) => `${name}.${lastname.toLowerCase()}@example.org`;
  const office = await person(stories.url, "buero");
  for (const body of [
    { firstname: "Gerda", birthday: "1961-02-03", email: address("gerda") },
    { firstname: "Uwe", birthday: "1980-02-03", email: address("familie") },
    { firstname: "Ida", birthday: "2014-02-03", email: address("familie") },
    { firstname: "Otto", birthday: "1940-02-03" },
  ])
    await office.call("POST", "/user", { ...body, lastname });

  const page = await stories.open({ as: "buero" });
  await page.goto(`/users?q=${lastname}`);
  await loaded(page);
  await page.getByRole("checkbox", { name: "Alle Zeilen dieser Seite auswählen" }).click();
  await page.getByRole("button", { name: "Zur Anmeldung einladen" }).click();
  const dialog = page.getByRole("dialog", { name: "Zur Anmeldung einladen" });
  await dialog.getByText("2 Mitglieder werden eingeladen.").waitFor();
  await dialog.getByText("2 Mitglieder teilen 1 Adresse mit anderen").waitFor();
  await dialog.getByText("1 Mitglied hat keine E-Mail-Adresse").click();
  await dialog.getByRole("link", { name: `Otto ${lastname}` }).waitFor();
  await dialog.getByRole("button", { name: "2 einladen" }).click();
  await page.getByText("2 Einladungen gehen hinaus.").waitFor();

  const uwe = await stories.open();
  await uwe.goto(await passwordLink(storyServer().dataDir, address("familie")));
  expect(await uwe.locator("main").textContent()).toContain(address("familie"));
  await uwe.getByLabel("Neues Passwort", { exact: true }).fill(PASSWORD);
  await uwe.getByLabel("Neues Passwort wiederholen").fill(PASSWORD);
  await uwe.getByRole("button", { name: "Passwort speichern" }).click();
  await uwe.getByText(`Guten Tag, Uwe ${lastname}.`).waitFor();
});
