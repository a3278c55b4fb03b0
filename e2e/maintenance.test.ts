import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { loaded, storyBrowser } from "./support/browser.ts";
import { storyServer } from "./support/story-server.ts";

const CLI = join(import.meta.dirname, "..", "apps", "server", "cli.ts");
const TEXT = "Wir ziehen um. Ab 14 Uhr geht es weiter.";

const run = promisify(execFile);
const stories = storyBrowser();

async function command(...args: string[]): Promise<string> {
  const { DATABASE_URL: _own, ...inherited } = process.env;
  const env = { ...inherited, DATA_DIR: storyServer().dataDir };
  return (await run(process.execPath, [CLI, ...args], { env })).stdout;
}

afterAll(() => command("tenant", "maintenance", "demo", "off"));

test("an operator works on the club: open pages stay and say so, a stranger sees one page, and it goes on by itself", async () => {
  stories.expectProblem(/^503 /);
  const page = await stories.open({ as: "admin" });
  await page.goto("/settings");
  await loaded(page);
  const name = page.getByLabel("Name des Vereins");
  await name.fill("Noch nicht gespeichert");
  const stranger = await stories.open();

  await command("tenant", "maintenance", "demo", "on", TEXT);
  const notice = page.getByRole("alert").filter({ hasText: `Fehler ${TEXT}` });
  await notice.waitFor();
  await stranger.goto("/");
  await stranger.getByRole("heading", { name: "Hier wird gerade gearbeitet" }).waitFor();
  await stranger.getByText(TEXT).waitFor();
  await page.getByRole("button", { name: "Einstellungen speichern" }).click();
  await expect.poll(() => name.inputValue()).toBe("Noch nicht gespeichert");

  await command("tenant", "maintenance", "demo", "off");
  // Neither of them does anything for it.
  await stranger.getByRole("button", { name: "Anmelden" }).waitFor({ timeout: 20_000 });
  await notice.waitFor({ state: "detached", timeout: 20_000 });
  expect(await name.inputValue()).toBe("Noch nicht gespeichert");
});
