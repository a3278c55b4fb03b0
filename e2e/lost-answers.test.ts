import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { loaded } from "./support/app-page.ts";
import { storyBrowser } from "./support/browser.ts";

/** The line drops answers, not requests, unless a story says otherwise. */

const stories = storyBrowser();

const SAVED = "Die Verbindung war kurz unterbrochen. Ihre Änderung ist gespeichert.";
const member = /\/api\/user\/[0-9a-f-]{36}$/;
const isWrite = (route: Route) => ["PUT", "POST"].includes(route.request().method());
const city = (page: Page) => page.getByRole("textbox", { name: "Ort", exact: true });
const save = (page: Page) => page.getByRole("button", { name: "Änderungen speichern" }).click();

/** Drops the answers of so many writes to these addresses. */
async function loseAnswers(page: Page, address: RegExp, times: number): Promise<void> {
  let left = times;
  await page.route(address, async (route) => {
    if (!isWrite(route) || left === 0) return route.fallback();
    left -= 1;
    await route.fetch();
    await route.abort();
  });
}

async function createMember(page: Page, lastname: string): Promise<string> {
  await page.goto("/users/create");
  await loaded(page);
  await page.getByRole("textbox", { name: /^Vorname/ }).fill("Greta");
  await page.getByRole("textbox", { name: /^Nachname/ }).fill(lastname);
  await page.getByRole("button", { name: "Mitglied anlegen" }).click();
  await page.getByRole("heading", { level: 1, name: `Greta ${lastname}` }).waitFor();
  return new URL(page.url()).pathname;
}

async function edit(page: Page, profile: string): Promise<void> {
  await page.goto(`${profile}/edit`);
  await loaded(page);
  await city(page).waitFor();
}

test("once: the page looks it up by itself, and the profile shows what is saved", async () => {
  const page = await stories.open({ as: "buero" });
  const profile = await createMember(page, "Funkloch");
  await edit(page, profile);
  await loseAnswers(page, member, 1);
  await city(page).fill("Uhingen");
  await save(page);
  await page.getByText(SAVED).waitFor();
  await page.waitForURL(`**${profile}`);
  await page.getByText("Uhingen").first().waitFor();
});

test("again and again: the page says that it is saved, and saving again is no conflict", async () => {
  const page = await stories.open({ as: "buero" });
  const profile = await createMember(page, "Tunnel");
  await edit(page, profile);
  await loseAnswers(page, member, 4);
  await city(page).fill("Uhingen");
  await save(page);
  await page.getByRole("alert", { name: "Gespeichert" }).waitFor();
  // What was saved is one's own: another value on top of it asks nothing.
  stories.expectProblem(/^412 .*\/api\/user\//);
  await city(page).fill("Eislingen");
  await save(page);
  await page.waitForURL(`**${profile}`);
  await page.getByText("Eislingen").first().waitFor();
});

test("of a new member: there is exactly one", async () => {
  const page = await stories.open({ as: "buero" });
  await loseAnswers(page, /\/api\/user$/, 1);
  await createMember(page, "Einmalig");
  await page.goto("/users?q=Einmalig");
  await loaded(page);
  await page
    .getByRole("row", { name: /Einmalig/ })
    .first()
    .waitFor();
  expect(await page.getByRole("row", { name: /Einmalig/ }).count()).toBe(1);
});

test("a request that never arrived: nothing is saved, and the page says so", async () => {
  const page = await stories.open({ as: "buero" });
  const profile = await createMember(page, "Graben");
  await edit(page, profile);
  await page.route(member, (route) => (isWrite(route) ? route.abort() : route.fallback()));
  stories.expectProblem(/^404 .*\/api\/answer\//);
  await city(page).fill("Uhingen");
  await save(page);
  const told = page.getByRole("alert", { name: "Noch nicht gespeichert" });
  await told.getByText(/bevor Ihre Änderung beim Server ankam. Es wurde nichts/).waitFor();
  await page.unroute(member);
  await save(page);
  await page.waitForURL(`**${profile}`);
});
