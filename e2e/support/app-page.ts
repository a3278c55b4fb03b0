import type { Page } from "playwright-core";
import { DEMO_PASSWORD } from "./server.ts";

/** The demo accounts by what they stand for. */
export type Account = "admin" | "buero" | "trainer" | "mitglied";

/** Goes through the real login form, as a person does. */
export async function logIn(page: Page, account: Account, password = DEMO_PASSWORD): Promise<void> {
  await page.goto("/");
  await fillLoginForm(page, account, password);
  await loaded(page);
}

/** Fills and sends the login form that is on screen. */
export async function fillLoginForm(
  page: Page,
  account: Account,
  password = DEMO_PASSWORD,
): Promise<void> {
  await page.getByLabel("E-Mail oder Benutzername").fill(`${account}@demo.example`);
  await page.getByLabel("Passwort", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
}

/** Waits until a page of the application is shown, perhaps still without its data. */
export async function shown(page: Page): Promise<void> {
  await page.waitForFunction(() => document.title.endsWith(" - Intranet"));
  await page.getByRole("main").waitFor();
}

/** Waits until a page of the application is shown with its data: no skeleton is left. */
export async function loaded(page: Page): Promise<void> {
  await shown(page);
  await page.waitForFunction(() => document.querySelector(".mantine-Skeleton-root") === null);
}
