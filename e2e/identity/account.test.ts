import { generate } from "otplib";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { systemActor } from "#platform/server/database/database.ts";
import { ageLogin } from "#modules/identity/server/testing-queries.ts";
import { expectAccessible } from "../support/browser.ts";
import { expectState, fillLogin, realmStories } from "./realm-stories.ts";

const stories = realmStories();
const NEW_PASSWORD = "Lampe Ufer Kreide Moos";

async function loggedIn() {
  const login = await stories.app.login(stories.tenant, {
    email: `${crypto.randomUUID()}@example.org`,
  });
  const page = await stories.open("/");
  await fillLogin(page, login.username, login.password);
  await expectState(page, "loggedIn");
  return { login, page };
}

/** A device that makes passkeys, on this page. */
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const age = (loginId: string, seconds: number) =>
  stories.app.services.database.write(stories.tenant.id, systemActor(), (tx) =>
    ageLogin(tx, loginId, seconds),
  );

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel("Neues Passwort", { exact: true }).fill(password);
  await page.getByLabel("Neues Passwort wiederholen").fill(password);
  await page.getByRole("button", { name: "Passwort speichern" }).click();
}

test("forgotten password: from the login page through the mail to the new password", async () => {
  const login = await stories.app.login(stories.tenant, { email: "vergesslich@example.org" });
  const page = await stories.open("/");
  await page.getByRole("link", { name: "Passwort vergessen?" }).click();
  await page.getByLabel("E-Mail oder Benutzername").fill("vergesslich@example.org");
  await page.getByRole("button", { name: "E-Mail anfordern" }).click();
  await page.getByRole("heading", { name: "Bitte sehen Sie in Ihr Postfach" }).waitFor();
  const { link } = await stories.app.newestMail();
  await page.goto(link);
  await setPassword(page, "zu kurz");
  await page.getByRole("alert").filter({ hasText: "mindestens 10 Zeichen" }).waitFor();
  await setPassword(page, NEW_PASSWORD);
  // Who has just typed it twice is in.
  await expectState(page, "loggedIn");
  const elsewhere = await stories.open("/");
  await fillLogin(elsewhere, login.username, NEW_PASSWORD);
  await expectState(elsewhere, "loggedIn");
  await page.goto(link);
  await expect
    .poll(() => page.getByRole("heading", { level: 1 }).textContent())
    .toBe("Dieser Link gilt nicht mehr");
});

test("invitation: from the mail to the first login", async () => {
  const memberId = await stories.app.member(stories.tenant, {
    firstName: "Jürgen",
    email: "juergen@example.org",
  });
  await stories.app.services.database.write(stories.tenant.id, systemActor(), (tx) =>
    stories.app.admin.inviteLogin(tx, { memberId }),
  );
  const { link } = await stories.app.newestMail();
  const page = await stories.open(link);
  await setPassword(page, NEW_PASSWORD);
  await expectState(page, "loggedIn");
  expect(page.url()).toBe(`${stories.app.origin}/`);
});

test("second step: set up with the app, log in with its code and with a recovery code, switch it off", async () => {
  const { login, page } = await loggedIn();
  await page.goto("/realms/alpha/account");
  await page.getByRole("button", { name: "Einrichten", exact: true }).click();
  const secret = (await page.locator("code").textContent()) ?? "";
  await expectAccessible(page, "Authenticator-App einrichten");
  await page.getByLabel("Code aus der App").fill(await generate({ secret }));
  await page.getByRole("button", { name: "Einschalten" }).click();
  const codes = await page.locator(".codes li").allTextContents();
  expect(codes).toHaveLength(10);

  const second = await stories.open("/");
  await fillLogin(second, login.username, login.password);
  await second.getByLabel("Bestätigungscode").fill("000000");
  await second.getByRole("button", { name: "Bestätigen" }).click();
  await second.getByRole("alert").filter({ hasText: "nicht richtig" }).waitFor();
  await second
    .getByLabel("Bestätigungscode")
    .fill(await generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 }));
  await second.getByRole("button", { name: "Bestätigen" }).click();
  await expectState(second, "loggedIn");

  const third = await stories.open("/");
  await fillLogin(third, login.username, login.password);
  await third.getByLabel("Bestätigungscode").fill(codes[3] ?? "");
  await third.getByRole("button", { name: "Bestätigen" }).click();
  await expectState(third, "loggedIn");

  await page.getByRole("link", { name: "Fertig" }).click();
  await page.getByText("Noch 9 Wiederherstellungscodes übrig.").waitFor();
  await page.getByLabel("Passwort zur Bestätigung").fill(login.password);
  await page.getByRole("button", { name: "Ausschalten" }).click();
  await page.getByRole("status").filter({ hasText: "ausgeschaltet" }).waitFor();
});

test("passkey: set up on the account page, then log in without a password", async () => {
  const { page } = await loggedIn();
  await withAuthenticator(page);
  await page.goto("/realms/alpha/account");
  await page.getByLabel("Name des neuen Passkeys").fill("Mein Rechner");
  await page.getByRole("button", { name: "Passkey einrichten" }).click();
  await page.getByText("Mein Rechner").waitFor();
  await page.goto("/");
  await expectState(page, "loggedIn");
  await page.getByRole("button", { name: "Abmelden" }).click();
  await page.getByRole("button", { name: "Passkey verwenden" }).click();
  await expectState(page, "loggedIn");
  await page.goto("/realms/alpha/account");
  await page.getByRole("button", { name: "Passkey Mein Rechner entfernen" }).click();
  await expect.poll(() => page.getByRole("status").textContent()).toBe("Der Passkey ist entfernt.");
});

test("long after the log-in a passkey and an app ask for the password first", async () => {
  const { login, page } = await loggedIn();
  await withAuthenticator(page);
  await age(login.loginId, 3600);
  await page.goto("/realms/alpha/account");
  await page.getByRole("button", { name: "Passkey einrichten" }).click();
  await page.getByRole("heading", { name: "Bitte bestätigen Sie, dass Sie es sind" }).waitFor();
  await page.getByLabel("Passwort", { exact: true }).fill("falsch falsch");
  await page.getByRole("button", { name: "Weiter" }).click();
  await page.getByRole("alert").filter({ hasText: "Das Passwort ist nicht richtig." }).waitFor();
  await page.getByLabel("Passwort", { exact: true }).fill(login.password);
  await page.keyboard.press("Enter");
  await page.getByRole("status").filter({ hasText: "können jetzt einen Passkey" }).waitFor();
  await page.getByLabel("Name des neuen Passkeys").fill("Mein Rechner");
  await page.getByRole("button", { name: "Passkey einrichten" }).click();
  await page.getByText("Mein Rechner").waitFor();

  const elsewhere = await stories.open("/");
  await fillLogin(elsewhere, login.username, login.password);
  await expectState(elsewhere, "loggedIn");
  await age(login.loginId, 3600);
  await elsewhere.goto("/realms/alpha/account");
  await elsewhere.getByRole("button", { name: "Einrichten", exact: true }).click();
  await elsewhere.getByLabel("Passwort", { exact: true }).fill(login.password);
  await elsewhere.getByRole("button", { name: "Weiter" }).click();
  await elsewhere.getByRole("heading", { name: "Authenticator-App einrichten" }).waitFor();
});

test("log-ins: another device is listed and ended", async () => {
  const { login, page } = await loggedIn();
  const second = await stories.open("/");
  await fillLogin(second, login.username, login.password);
  await expectState(second, "loggedIn");
  await page.goto("/realms/alpha/account");
  await page.getByText("(diese Anmeldung)").waitFor();
  await page.getByRole("button", { name: /^Anmeldung Chrome unter Linux beenden$/ }).click();
  await page.getByRole("status").filter({ hasText: "Die Anmeldung ist beendet" }).waitFor();
  await second.reload();
  await expect.poll(() => second.getByRole("heading", { level: 1 }).textContent()).toBe("Anmelden");
});

test("the pages are accessible in light and dark and fit on a small phone", async () => {
  const { page } = await loggedIn();
  const stranger = await stories.open("/");
  const forgot = await stories.open("/realms/alpha/login-actions/reset-credentials");
  const confirming = await page.context().newPage();
  await confirming.goto("/realms/alpha/account/confirm?purpose=totp");
  await page.goto("/realms/alpha/account");
  for (const [name, shown] of [
    ["Konto", page],
    ["Bestätigen", confirming],
    ["Anmelden", stranger],
    ["Passwort vergessen", forgot],
  ] as const) {
    await shown.getByRole("heading", { level: 1 }).waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await shown.emulateMedia({ colorScheme });
      await expectAccessible(shown, `${name}, ${colorScheme}`);
    }
    await shown.setViewportSize({ width: 320, height: 700 });
    expect(
      await shown.evaluate(() => document.documentElement.scrollWidth),
      name,
    ).toBeLessThanOrEqual(320);
  }
});

test("the login works with the keyboard alone", async () => {
  const login = await stories.app.login(stories.tenant);
  const page = await stories.open("/");
  await page.getByLabel("E-Mail oder Benutzername").waitFor();
  await page.keyboard.type(login.username);
  await page.keyboard.press("Tab");
  await page.keyboard.type(login.password);
  await page.keyboard.press("Enter");
  await expectState(page, "loggedIn");
  expect(page.url()).toBe(`${stories.app.origin}/`);
});
