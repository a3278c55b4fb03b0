/** `npm run screenshots`: takes the pictures of the README from a fresh demo club. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { loaded, logIn } from "../e2e/support/app-page.ts";
import { chromiumLaunchOptions } from "../e2e/support/chromium.ts";
import { startServer } from "../e2e/support/server.ts";

const IMAGES = join(import.meta.dirname, "..", "docs", "images");

interface Picture {
  file: string;
  path: string;
  viewport: { width: number; height: number };
  dark?: boolean;
  /** Goes on from the page to what is to be seen. */
  goOn?: (page: Page) => Promise<void>;
}

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const PICTURES: readonly Picture[] = [
  { file: "members.png", path: "/users", viewport: DESKTOP },
  { file: "member.png", path: "/users", viewport: DESKTOP, goOn: openFirst("/users") },
  { file: "groups.png", path: "/groups", viewport: DESKTOP },
  { file: "history.png", path: "/users/history", viewport: DESKTOP },
  { file: "members-dark.png", path: "/users", viewport: DESKTOP, dark: true },
  { file: "members-phone.png", path: "/users", viewport: PHONE },
  { file: "calendars.png", path: "/calendars", viewport: DESKTOP },
  {
    file: "documents.png",
    path: "/file-shares",
    viewport: DESKTOP,
    goOn: openFirst("/file-shares"),
  },
  {
    file: "gallery.png",
    path: "/images-shares",
    viewport: DESKTOP,
    goOn: openFirst("/images-shares"),
  },
  { file: "messages.png", path: "/messaging", viewport: DESKTOP, goOn: openFirst("/messaging") },
  { file: "messages-phone.png", path: "/messaging", viewport: PHONE },
  { file: "dashboard-phone.png", path: "/", viewport: PHONE },
];

function openFirst(list: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.locator(`main a[href^="${list}/0"]`).first().click();
    await page.waitForURL(`**${list}/0*`);
    await loaded(page);
  };
}

await mkdir(IMAGES, { recursive: true });
const server = await startServer();
const browser = await chromium.launch(await chromiumLaunchOptions());
try {
  const options: BrowserContextOptions = {
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    baseURL: server.url,
    reducedMotion: "reduce",
  };
  const login = await browser.newContext(options);
  await logIn(await login.newPage(), "admin");
  const { cookies } = await login.storageState();
  for (const { file, path, viewport, dark = false, goOn } of PICTURES) {
    const context = await browser.newContext({
      ...options,
      viewport,
      colorScheme: dark ? "dark" : "light",
      storageState: { cookies, origins: [] },
    });
    const page = await context.newPage();
    await page.goto(path);
    await loaded(page);
    await goOn?.(page);
    // Pictures of members arrive after the list.
    await page.waitForTimeout(1_000);
    await page.screenshot({ path: join(IMAGES, file) });
    await context.close();
    console.log(`docs/images/${file}`);
  }
} finally {
  await browser.close();
  await server.stop();
}
