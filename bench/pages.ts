import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { chromiumLaunchOptions } from "../e2e/support/chromium.ts";
import type { Figure } from "./report.ts";
import { PASSWORD } from "./seed.ts";

const FIRST_LIMIT_KIB = 250;
const PAGE_LIMIT_KIB = 100;
/** Pages with a line of their own. */
const HEAVIEST = 10;
const WEB = join(import.meta.dirname, "..", "dist", "web");

/** Weight of the first page as a browser loads it, and what each further page adds to it. */
export async function pageFigures(origin: string): Promise<Figure[]> {
  const { paths, kib } = await firstPage(origin);
  const first: Figure = {
    what: `first page, ${paths.length} files of JavaScript and CSS`,
    ours: weight(kib),
    demand: `≤ ${FIRST_LIMIT_KIB} KiB`,
    met: kib <= FIRST_LIMIT_KIB,
  };
  const known = new Set(paths.map((path) => path.replace(/^\//, "")));
  const pages = (await pageWeights(known)).toSorted((a, b) => b.kib - a.kib);
  const line = (what: string, own: number): Figure => ({
    what,
    ours: weight(own),
    demand: `≤ ${PAGE_LIMIT_KIB} KiB`,
    met: own <= PAGE_LIMIT_KIB,
  });
  const rest = pages.slice(HEAVIEST);
  return [
    first,
    ...pages
      .slice(0, HEAVIEST)
      .map(({ name, kib: own }) => line(`page ${name}, beyond the first`, own)),
    line(`each of the other ${rest.length} pages, at most`, rest[0]?.kib ?? 0),
  ];
}

function weight(kib: number): string {
  return `${kib.toFixed(1)} KiB`;
}

/**
 * Files and compressed bytes that come over the wire until the dashboard shows, with an empty
 * cache.
 */
async function firstPage(origin: string): Promise<{ paths: string[]; kib: number }> {
  const browser = await chromium.launch(await chromiumLaunchOptions());
  try {
    const login = await browser.newContext({ locale: "de-DE" });
    const form = await login.newPage();
    await form.goto(origin);
    await form.getByLabel("E-Mail oder Benutzername").fill("buero0");
    await form.getByLabel("Passwort", { exact: true }).fill(PASSWORD);
    await form.getByRole("button", { name: "Anmelden", exact: true }).click();
    await dashboard(form);
    const { cookies } = await login.storageState();
    await login.close();

    const fresh = await browser.newContext({
      locale: "de-DE",
      storageState: { cookies, origins: [] },
    });
    const page = await fresh.newPage();
    const sizes: Promise<{ path: string; bytes: number }>[] = [];
    page.on("requestfinished", (request) => {
      if (["script", "stylesheet"].includes(request.resourceType())) {
        sizes.push(
          request.sizes().then(({ responseBodySize }) => ({
            path: new URL(request.url()).pathname,
            bytes: responseBodySize,
          })),
        );
      }
    });
    await page.goto(origin);
    await dashboard(page);
    const files = await Promise.all(sizes);
    return {
      paths: files.map(({ path }) => path),
      kib: files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024,
    };
  } finally {
    await browser.close();
  }
}

async function dashboard(page: Page): Promise<void> {
  await page.waitForFunction(() => document.title.endsWith(" - Intranet"));
  await page.getByRole("main").getByRole("heading").first().waitFor();
}

/**
 * Every page with the files it needs, without what the first page has loaded; compressed as the
 * server sends it.
 */
async function pageWeights(loaded: ReadonlySet<string>): Promise<{ name: string; kib: number }[]> {
  const pages = new Map<string, number>();
  for (const file of (await readdir(join(WEB, "assets"))).filter((name) => name.endsWith(".js"))) {
    const code = await readFile(join(WEB, "assets", file), "utf8");
    // Vite's list of files, and for each lazy import the numbers of those that are fetched along
    // with it.
    const all = JSON.parse(
      /__vite__mapDeps=.*?m\.f=(\[.*?\])/s.exec(code)?.[1] ?? "[]",
    ) as string[];
    for (const [, page = "", numbers = ""] of code.matchAll(
      /import\([`"']\.\/([\w-]+Page-[\w-]{8}\.js)[`"']\),(?:__vite__mapDeps\(\[([\d,]*)\]\)|\[\])/g,
    )) {
      const files = new Set([
        `assets/${page}`,
        ...numbers
          .split(",")
          .filter(Boolean)
          .map((number) => all[Number(number)] ?? ""),
      ]);
      const bytes = await Promise.all(
        [...files]
          .filter((name) => !loaded.has(name))
          .map(async (name) => (await stat(join(WEB, `${name}.br`))).size),
      );
      pages.set(
        page.replace(/-[\w-]{8}\.js$/, ""),
        bytes.reduce((sum, one) => sum + one, 0) / 1024,
      );
    }
  }
  return [...pages].map(([name, kib]) => ({ name, kib }));
}
