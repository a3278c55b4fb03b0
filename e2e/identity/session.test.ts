import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { systemActor } from "#platform/server/database/database.ts";
import { expectState, fillLogin, realmStories } from "./realm-stories.ts";

// One story for each rule of the specification about the session (section 4 and 9).

const stories = realmStories();

const loginForm = (page: Page) => page.getByRole("heading", { name: "Anmelden" });

async function loggedIn(path = "/") {
  const login = await stories.app.login(stories.tenant, { email: "erika@example.org" });
  const page = await (await stories.context()).newPage();
  await page.clock.install();
  await page.goto(path);
  await loginForm(page).waitFor();
  await fillLogin(page, login.username, login.password);
  await expectState(page, "loggedIn");
  return { login, page };
}

/** Lets the page's own clock run forward, so that the token has less than 70 seconds left. */
async function untilRefreshIsDue(page: Page): Promise<void> {
  await page.clock.fastForward(240_000);
}

function refreshes(page: Page): { statuses: number[] } {
  const seen = { statuses: [] as number[] };
  page.on("response", (response) => {
    if (response.request().postData()?.includes("grant_type=refresh_token"))
      seen.statuses.push(response.status());
  });
  return seen;
}

test("a visitor is sent to the login, comes back to the deep link, and stays logged in after a reload", async () => {
  const { page } = await loggedIn("/users/17?tab=groups&q=%23a");
  expect(page.url()).toBe(`${stories.app.origin}/users/17?tab=groups&q=%23a`);
  await page.reload();
  await expectState(page, "loggedIn");
});

test("a deep link with a hash does not stop at the provider", async () => {
  const { page } = await loggedIn("/users/17#history");
  expect(page.url()).toBe(`${stories.app.origin}/users/17`);
});

test("paths below /public are free, with and without a session", async () => {
  const stranger = await stories.open("/public/invitation/abc");
  await expectState(stranger, "loggedOut");
  expect(stranger.url()).toBe(`${stories.app.origin}/public/invitation/abc`);
  const { page } = await loggedIn();
  await page.goto("/public/invitation/abc");
  await expectState(page, "loggedIn");
});

test("the silent check finds the session of another tab without a login page", async () => {
  const { page } = await loggedIn();
  const second = await page.context().newPage();
  const addresses: string[] = [];
  second.on("framenavigated", (frame) => {
    if (frame === second.mainFrame()) addresses.push(new URL(frame.url()).pathname);
  });
  await second.goto("/calendars");
  await expectState(second, "loggedIn");
  expect(new Set(addresses)).toEqual(new Set(["/calendars"]));
});

test("the loop refreshes a token that has under 70 seconds left, and leaves a fresh one alone", async () => {
  const { page } = await loggedIn();
  const seen = refreshes(page);
  await page.clock.fastForward(20_000);
  await page.waitForTimeout(500);
  expect(seen.statuses).toEqual([]);
  await untilRefreshIsDue(page);
  await expect.poll(() => seen.statuses).toEqual([200]);
  await expectState(page, "loggedIn");
});

test("a refresh that answers 400 clears the token and leads to the login", async () => {
  const { page, login } = await loggedIn("/messaging");
  const seen = refreshes(page);
  await stories.app.services.database.write(stories.tenant.id, systemActor(), (tx) =>
    stories.app.admin.endSessions(tx, [login.memberId]),
  );
  await untilRefreshIsDue(page);
  await loginForm(page).waitFor();
  expect(seen.statuses).toContain(400);
  await fillLogin(page, login.username, login.password);
  await expectState(page, "loggedIn");
  expect(page.url()).toBe(`${stories.app.origin}/messaging`);
});

test("a provider that cannot be reached at the refresh is logged only: the session stays", async () => {
  const { page } = await loggedIn();
  await page.route(
    "**/protocol/openid-connect/token",
    (route) => route.fulfill({ status: 503, body: "" }),
    { times: 1 },
  );
  const seen = refreshes(page);
  await untilRefreshIsDue(page);
  await expect.poll(() => seen.statuses[0]).toBe(503);
  await expectState(page, "loggedIn");
  await page.clock.fastForward(7_000);
  await expect.poll(() => seen.statuses).toContain(200);
});

test("a wrong nonce clears the token; the next login is clean", async () => {
  const login = await stories.app.login(stories.tenant);
  const page = await stories.open("/");
  let exchanges = 0;
  await page.route("**/protocol/openid-connect/token", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { id_token: string };
    if (exchanges++ === 0) {
      const [header, payload = "", signature] = body.id_token.split(".");
      const claims = {
        ...JSON.parse(Buffer.from(payload, "base64url").toString()),
        nonce: "of someone else",
      };
      body.id_token = [
        header,
        Buffer.from(JSON.stringify(claims)).toString("base64url"),
        signature,
      ].join(".");
    }
    await route.fulfill({ response: answer, json: body });
  });
  await fillLogin(page, login.username, login.password);
  await expectState(page, "loggedIn");
  expect(exchanges).toBeGreaterThan(1);
});

test("nonces that are always wrong end in a message, not in an endless circle", async () => {
  const login = await stories.app.login(stories.tenant);
  const page = await stories.open("/");
  await page.route("**/protocol/openid-connect/token", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { id_token: string };
    const [header, payload = "", signature] = body.id_token.split(".");
    const claims = {
      ...JSON.parse(Buffer.from(payload, "base64url").toString()),
      nonce: "of someone else",
    };
    body.id_token = [
      header,
      Buffer.from(JSON.stringify(claims)).toString("base64url"),
      signature,
    ].join(".");
    await route.fulfill({ response: answer, json: body });
  });
  await fillLogin(page, login.username, login.password);
  await expectState(page, "failed login_loop");
  expect(
    await page.evaluate(() =>
      (window as unknown as { accessToken(): Promise<string | undefined> }).accessToken(),
    ),
  ).toBeUndefined();
});

test("logging out ends the session here and in the other tab", async () => {
  const { page } = await loggedIn();
  const second = await page.context().newPage();
  await second.goto("/calendars");
  await expectState(second, "loggedIn");
  await page.getByRole("button", { name: "Abmelden" }).click();
  await loginForm(page).waitFor();
  // The other tab's status frame notices within its interval.
  await loginForm(second).waitFor({ timeout: 12_000 });
  expect(
    (await page.context().cookies()).filter(
      ({ name }) => name === "login_session" || name === "login_state",
    ),
  ).toEqual([]);
});

test("a session that changes to another person elsewhere clears the token here", async () => {
  const { page } = await loggedIn();
  const other = await stories.app.login(stories.tenant);
  // Before the other tab's log-out, which this one may notice at any moment.
  const mine = await page.evaluate(async () =>
    (window as unknown as { accessToken(): Promise<string> }).accessToken(),
  );
  const second = await page.context().newPage();
  await second.goto("/");
  await expectState(second, "loggedIn");
  await second.getByRole("button", { name: "Abmelden" }).click();
  await fillLogin(second, other.username, other.password);
  await expectState(second, "loggedIn");
  expect(mine).not.toBe("");
  await page.clock.fastForward(6_000);
  await expect
    .poll(
      async () =>
        page
          .evaluate(async () =>
            (window as unknown as { accessToken?(): Promise<string> }).accessToken?.(),
          )
          .catch(() => undefined),
      {
        timeout: 15_000,
      },
    )
    .not.toBe(mine);
});

test("token expiry calls back", async () => {
  const { page } = await loggedIn();
  await page.route("**/protocol/openid-connect/token", (route) => route.abort());
  await page.clock.fastForward(310_000);
  await expect.poll(async () => page.locator("#expired").textContent()).toBe("abgelaufen");
});

test("a disabled account is out at the next refresh and gets a clear sentence", async () => {
  const { page, login } = await loggedIn();
  await stories.app.services.database.write(stories.tenant.id, systemActor(), (tx) =>
    stories.app.admin.disableLogins(tx, [login.memberId]),
  );
  await untilRefreshIsDue(page);
  await loginForm(page).waitFor();
  await fillLogin(page, login.username, login.password);
  await expect
    .poll(() => page.locator("#problem").textContent())
    .toContain("Ihr Zugang ist abgeschaltet");
});
