import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { build } from "vite";
import { afterAll, afterEach, beforeAll } from "vitest";
import { type RealmServer, startRealmServer } from "#modules/identity/server/testing.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { chromiumLaunchOptions } from "../support/chromium.ts";

const ROOT = join(import.meta.dirname, "..", "..");

export interface RealmStories {
  readonly app: RealmServer;
  readonly tenant: TenantRow;
  /** A browser of its own: no cookies shared with other stories. */
  context(): Promise<BrowserContext>;
  open(path?: string): Promise<Page>;
}

/** Real Chromium, keycloak-js and session code against the identity module alone. */
export function realmStories(): RealmStories {
  let app: RealmServer;
  let tenant: TenantRow;
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let stopCluster: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    if (process.env["TEST_DATABASE_URL"] === undefined) {
      const { default: startCluster } = await import("#platform/server/testing/cluster.ts");
      stopCluster = await startCluster();
    }
    app = await startRealmServer({ DEFAULT_TENANT: "alpha" });
    tenant = await app.tenant("alpha");
    await servePage(app);
    await app.server.listen({ port: app.services.environment.port, host: "127.0.0.1" });
    browser = await chromium.launch(await chromiumLaunchOptions());
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await stopCluster?.();
  });

  const context = async () => {
    const made = await browser.newContext({ baseURL: app.origin, locale: "de-DE" });
    made.setDefaultTimeout(15_000);
    contexts.push(made);
    return made;
  };
  return {
    get app() {
      return app;
    },
    get tenant() {
      return tenant;
    },
    context,
    async open(path = "/") {
      const page = await (await context()).newPage();
      await page.goto(path);
      return page;
    },
  };
}

async function pageScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    root: ROOT,
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: join(import.meta.dirname, "page.ts") },
    },
  });
  const [chunk] = "output" in built ? built.output : [];
  if (chunk === undefined) throw new Error("the page's script was not built");
  return chunk.code;
}

async function servePage({ server }: RealmServer): Promise<void> {
  const script = await pageScript();
  const file = (name: string) => readFile(join(ROOT, "apps", "web", "public", name), "utf8");
  server.get("/page.js", async (_request, reply) => reply.type("text/javascript").send(script));
  server.get("/silent-check-sso.html", async (_request, reply) =>
    reply.type("text/html").send(await file("silent-check-sso.html")),
  );
  server.get("/silent-check-sso.js", async (_request, reply) =>
    reply.type("text/javascript").send(await file("silent-check-sso.js")),
  );
  server.get("/favicon.ico", async (_request, reply) => reply.code(204).send());
  server.setNotFoundHandler(async (_request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .send(
        '<!doctype html><html lang="de"><head><meta charset="utf-8"><meta name="default-tenant" content="alpha"><title>Seite</title><script type="module" src="/page.js"></script></head><body></body></html>',
      ),
  );
}

/** Fills and sends the login form on screen. */
export async function fillLogin(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel("E-Mail oder Benutzername").fill(username);
  await page.getByLabel("Passwort", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
}

export async function expectState(page: Page, state: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelector("#state")?.textContent === wanted,
    state,
  );
}
