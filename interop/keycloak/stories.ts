import { setTimeout as wait } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { loaded } from "../../e2e/support/app-page.ts";
import type { RunningServer } from "../../e2e/support/server.ts";
import { eventually } from "../machine.ts";
import type { MailServer } from "../mail.ts";
import { ADMIN_PASSWORD, vereinsheim } from "../product.ts";
import { type Party, type Report, require } from "../report.ts";
import type { Keycloak } from "./keycloak.ts";

export const CLUBS = ["turnverein", "gesangverein"] as const;
/** So long a token lives where its renewal is watched. */
const LIFESPAN_SECONDS = 15;
/** The machine may have other work. */
const PATIENCE_MS = 120_000;
const NEW_PASSWORD = "Neu-im-Verein-2026";
const TOKEN_CALL = /\/protocol\/openid-connect\/token$/;

export interface Place {
  browser: Browser;
  keycloak: Keycloak;
  mails: MailServer;
  server: RunningServer;
  /** Of the product and of its commands. */
  env: Record<string, string>;
  /** Where a club's pages are. */
  homeOf(club: string): string;
}

export const administratorOf = (club: string) => `vorstand@${club}.example`;

/** Two clubs at one Keycloak, in a browser. Each story stands on those before it. */
export async function identityStories(report: Report, party: Party, place: Place): Promise<void> {
  const [first, second] = CLUBS;
  const sessions = new Map<string, Session>();
  const contexts: BrowserContext[] = [];
  const openPage = async () => {
    const context = await place.browser.newContext({ ignoreHTTPSErrors: true, locale: "de-DE" });
    contexts.push(context);
    context.setDefaultTimeout(PATIENCE_MS);
    return context.newPage();
  };
  try {
    for (const club of CLUBS) {
      const isIn = await report.tried(party, `${club}: log in`, async () => {
        await place.keycloak.admin("PUT", `/${club}`, { accessTokenLifespan: LIFESPAN_SECONDS });
        const page = await openPage();
        const session = new Session(page, place, club);
        sessions.set(club, session);
        await session.logIn(administratorOf(club), ADMIN_PASSWORD);
        return new URL(page.url()).host;
      });
      if (!isIn) return;
    }
    const here = sessions.get(first) as Session;
    await report.tried(party, "a token of one club is none of the other", async () => {
      const answer = await here.call("GET", "/me", second);
      require(answer.status === 401, `answered ${answer.status}`);
      return "401";
    });
    await report.tried(party, "a token that runs out is renewed", async () => {
      await wait(LIFESPAN_SECONDS * 1_000);
      const renewed = here.page.waitForResponse(
        (answer) =>
          TOKEN_CALL.test(answer.url()) &&
          (answer.request().postData() ?? "").includes("grant_type=refresh_token"),
      );
      await here.page.getByRole("link", { name: "Mitglieder" }).first().click();
      const status = (await renewed).status();
      require(status === 200, `the renewal answered ${status}`);
      await loaded(here.page);
      return "200, and the page goes on";
    });
    await report.tried(
      party,
      "an invitation is mailed by the Keycloak, and its link leads in",
      () => invite(here, place, openPage),
    );
    await report.tried(party, "a log-out ends the session at once", async () => {
      const token = await here.freshToken();
      await here.logOut();
      await refused(place, first, token);
      return "the former token: 401";
    });
    await report.tried(party, "a session ended at the Keycloak is refused at once", async () => {
      const there = sessions.get(second) as Session;
      const token = await there.freshToken();
      const users = (await (
        await place.keycloak.admin("GET", `/${second}/users?max=10`)
      ).json()) as { id: string; username: string }[];
      const user = users.find(({ username }) => username === administratorOf(second));
      await place.keycloak.admin("POST", `/${second}/users/${user?.id ?? ""}/logout`);
      await refused(place, second, token);
      return "401 before it ran out";
    });
  } finally {
    for (const context of contexts) await context.close();
  }
}

/** The Keycloak ends; what needs it says so. */
export async function withoutKeycloak(report: Report, party: Party, place: Place): Promise<void> {
  const [first] = CLUBS;
  const context = await place.browser.newContext({ ignoreHTTPSErrors: true, locale: "de-DE" });
  try {
    const session = new Session(await context.newPage(), place, first);
    await session.logIn(administratorOf(first), ADMIN_PASSWORD);
    const token = await session.freshToken();
    await place.keycloak.stop("SIGKILL");
    await report.tried(party, "Keycloak killed: readiness tells, and stays 200", async () => {
      const readiness = () => fetch(`${place.server.url}/health/ready`);
      await eventually(
        async () => (await (await readiness()).text()).includes('"identity":"DOWN"'),
        "readiness",
      );
      require((await readiness()).status === 200, "not 200");
      return (await readiness()).text();
    });
    await report.tried(party, "Keycloak killed: who is logged in works on", async () => {
      const { status } = await callAt(place, first, token, "GET", "/me");
      require(status === 200, `answered ${status}`);
      return "200";
    });
    await report.tried(
      party,
      "Keycloak killed: an invitation is 503 with its sentence",
      async () => {
        const member = await newMember(place, first, token);
        const answer = await callAt(place, first, token, "POST", `/user/${member.id}/invite-login`);
        const text = await answer.text();
        require(answer.status === 503 &&
          text.includes("Anmeldedienst antwortet"), `${answer.status}: ${text}`);
        return "503";
      },
    );
    await report.tried(
      party,
      "Keycloak killed: whoever comes gets a page that says so",
      async () => {
        const page = await (await place.browser.newContext({ ignoreHTTPSErrors: true })).newPage();
        await page.goto(place.homeOf(first));
        await page.getByText("nicht erreichbar").first().waitFor();
        await page.context().close();
        return "nicht erreichbar";
      },
    );
  } finally {
    await context.close();
  }
}

/** Removes a club and looks for its realm. */
export async function removal(
  report: Report,
  party: Party,
  { keycloak, env }: Place,
): Promise<void> {
  await report.tried(party, "`tenant delete` removes its realm", async () => {
    await vereinsheim(["tenant", "delete", CLUBS[1], "--yes"], env);
    const { status } = await keycloak.admin("GET", `/${CLUBS[1]}`);
    require(status === 404, `the realm answers ${status}`);
    return "404";
  });
}

/** Somebody's browser at one club. */
class Session {
  readonly page: Page;
  readonly #place: Place;
  readonly #club: string;
  #token = "";

  constructor(page: Page, place: Place, club: string) {
    this.page = page;
    this.#place = place;
    this.#club = club;
    page.on("request", (request) => {
      const [, token] = /^Bearer (.+)$/.exec(request.headers()["authorization"] ?? "") ?? [];
      if (token !== undefined) this.#token = token;
    });
  }

  async logIn(username: string, password: string): Promise<void> {
    await this.page.goto(this.#place.homeOf(this.#club));
    await fillKeycloakForm(this.page, username, password);
    await loaded(this.page);
  }

  async logOut(): Promise<void> {
    await this.page.getByRole("button", { name: /^Konto von/ }).click();
    await this.page.getByRole("menuitem", { name: "Abmelden" }).click();
    await this.page.locator("#kc-login, #username").first().waitFor();
  }

  /** A token that has just been used, and so has some seconds to live. */
  async freshToken(): Promise<string> {
    this.#token = "";
    await this.page.goto(this.#place.homeOf(this.#club));
    await loaded(this.page);
    return this.#token;
  }

  call(method: string, path: string, club = this.#club): Promise<Response> {
    return callAt(this.#place, club, this.#token, method, path);
  }
}

async function fillKeycloakForm(page: Page, username: string, password: string): Promise<void> {
  await page.locator("#username").fill(username);
  await page.locator("#password").fill(password);
  await page.locator("#kc-login").click();
}

/** The administrator invites; the invited person opens the mail's link, sets a password and comes in. */
async function invite(here: Session, place: Place, openPage: () => Promise<Page>): Promise<string> {
  const [club] = CLUBS;
  const token = await here.freshToken();
  const member = await newMember(place, club, token);
  const answer = await callAt(place, club, token, "POST", `/user/${member.id}/invite-login`);
  require(answer.ok, `the invitation answered ${answer.status}: ${await answer.clone().text()}`);
  const { subject, text } = await place.mails.mailTo(member.email);
  const link = /https?:\/\/[^\s"'<>)]+action-token[^\s"'<>)]+/.exec(text)?.[0];
  require(link !== undefined, `no link in the mail "${subject}": ${text.slice(0, 300)}`);
  const page = await openPage();
  await page.goto(link.replaceAll("&amp;", "&"));
  // A page that names what is to be done comes first.
  await page
    .locator("#password-new, a[href*='action-token'], #kc-info-message a")
    .first()
    .waitFor();
  if ((await page.locator("#password-new").count()) === 0)
    await page.locator("#kc-info-message a").first().click();
  await page.locator("#password-new").fill(NEW_PASSWORD);
  await page.locator("#password-confirm").fill(NEW_PASSWORD);
  await page
    .locator("#kc-passwd-update-form [type=submit], #kc-form-buttons [type=submit]")
    .first()
    .click();
  await page.waitForLoadState();
  await new Session(page, place, club)
    .logIn(member.email, NEW_PASSWORD)
    .catch(async (error: Error) => {
      // The link may have logged in already.
      if (!(await page.title()).endsWith(" - Intranet")) throw error;
    });
  return `"${subject}"`;
}

async function newMember(
  place: Place,
  club: string,
  token: string,
): Promise<{ id: string; email: string }> {
  const email = `neu${Date.now().toString(36)}@${club}.example`;
  const answer = await callAt(place, club, token, "POST", "/user", {
    firstname: "Nora",
    lastname: "Neu",
    email,
  });
  require(answer.status ===
    201, `making a member answered ${answer.status}: ${await answer.clone().text()}`);
  return { id: ((await answer.json()) as { id: string }).id, email };
}

async function refused(place: Place, club: string, token: string): Promise<void> {
  const limit = (LIFESPAN_SECONDS * 1_000) / 2;
  await eventually(
    async () => (await callAt(place, club, token, "GET", "/me")).status === 401,
    "still taken",
    limit,
  );
}

function callAt(
  { server }: Place,
  club: string,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  return fetch(`${server.url}/${club}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
