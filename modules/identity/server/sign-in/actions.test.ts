import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { TestBrowser } from "../test-browser.ts";
import { type RealmServer, startRealmServer } from "../testing.ts";

let app: RealmServer;
let alpha: TenantRow;

beforeAll(async () => {
  app = await startRealmServer({ DEFAULT_TENANT: "alpha" });
  alpha = await app.tenant("alpha");
});
afterAll(() => app?.close());

const NEW_PASSWORD = "Lampe Ufer Kreide Moos";
const browser = () => new TestBrowser(app.server, "alpha", app.origin);

function setPassword(link: string, password = NEW_PASSWORD, repeated = password) {
  const key = new URL(link).searchParams.get("key") ?? "";
  return browser().request("POST", "/realms/alpha/login-actions/action-token", {
    key,
    password,
    repeated,
  });
}

test("a forgotten password: mail, link, new password, owner told, old sessions and links gone", async () => {
  const login = await app.login(alpha, { email: "hilfe@example.org" });
  const visitor = browser();
  const tokens = await visitor.logIn(login.username, login.password);
  const asked = await visitor.request("POST", "/realms/alpha/login-actions/reset-credentials", {
    username: "hilfe@example.org",
  });
  expect(asked.statusCode).toBe(200);
  const { link, text } = await app.newestMail();
  expect(text).toContain(`Ihr Benutzername: ${login.username}`);
  expect(new URL(link).searchParams.get("key")?.length).toBeGreaterThanOrEqual(43);

  // Opening the link, even often, changes nothing.
  for (let time = 0; time < 3; time++)
    expect((await browser().request("GET", link)).body).toContain("Neues Passwort festlegen");
  expect((await setPassword(link, "kurz")).body).toContain("mindestens 10 Zeichen");
  expect((await setPassword(link, "passwort123")).statusCode).toBe(400);
  expect((await setPassword(link, NEW_PASSWORD, "anders anders")).body).toContain("nicht gleich");
  expect((await setPassword(link)).body).toContain("Ihr Passwort ist gespeichert");
  expect((await setPassword(link)).statusCode).toBe(410);
  expect((await browser().request("GET", link)).statusCode).toBe(410);

  await expect(app.tokens.verify(alpha, tokens.access_token)).rejects.toMatchObject({
    status: 401,
  });
  expect((await visitor.refresh(tokens.refresh_token)).statusCode).toBe(400);
  await browser().logIn(login.username, NEW_PASSWORD);
  expect((await app.newestMail()).text).toContain("Ihr Passwort wurde geändert");
});

test("whoever remembers after all finds back to the login", async () => {
  const back = `<a href="${app.origin}/">Zurück zur Anmeldung</a>`;
  const address = "/realms/alpha/login-actions/reset-credentials";
  expect((await browser().request("GET", address)).body).toContain(back);
  expect((await browser().request("POST", address, { username: "" })).body).toContain(back);
  expect(
    (await browser().request("POST", address, { username: "niemand@example.org" })).body,
  ).toContain(back);
});

test("a known and an unknown name get the same answer", async () => {
  const login = await app.login(alpha, { email: "bekannt@example.org" });
  const ask = (username: string) =>
    browser().request("POST", "/realms/alpha/login-actions/reset-credentials", { username });
  const known = await ask(login.username);
  const unknown = await ask("niemand@example.org");
  expect(known.body).toBe(unknown.body);
  expect(known.statusCode).toBe(unknown.statusCode);
  const before = (await app.mails()).length;
  await app.runJobs();
  expect((await app.mails()).length).toBe(before + 1);
});

test("asking is limited with a German sentence", async () => {
  const answers = [];
  for (let time = 0; time < 5; time++)
    answers.push(
      await browser().request("POST", "/realms/alpha/login-actions/reset-credentials", {
        username: "oft@example.org",
      }),
    );
  expect(answers.at(-1)?.statusCode).toBe(429);
  expect(answers.at(-1)?.headers["retry-after"]).toEqual(expect.any(String));
  expect(answers.at(-1)?.body).toContain("Zu viele Versuche");
});

test("of two simultaneous uses of a link one wins", async () => {
  const login = await app.login(alpha, { email: "zwei@example.org" });
  await app.services.database.write(alpha.id, systemActor(), (tx) =>
    app.admin.sendPasswordReset(tx, login.memberId),
  );
  const { link } = await app.newestMail();
  const answers = await Promise.all([
    setPassword(link),
    setPassword(link, "Ofen Wolke Gabel Rinde"),
  ]);
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(["200", "410"]);
});

test("a newer link replaces the older one, and links end with the login", async () => {
  const login = await app.login(alpha, { email: "neu@example.org" });
  const send = () =>
    app.services.database.write(alpha.id, systemActor(), (tx) =>
      app.admin.sendPasswordReset(tx, login.memberId),
    );
  await send();
  const { link: old } = await app.newestMail();
  await send();
  const { link } = await app.newestMail();
  expect(link).not.toBe(old);
  expect((await setPassword(old)).statusCode).toBe(410);
  await app.services.database.write(alpha.id, systemActor(), (tx) =>
    app.admin.disableLogins(tx, [login.memberId]),
  );
  expect((await setPassword(link)).statusCode).toBe(410);
});

test("an invitation makes a login that its owner opens; the family's second login gets another name", async () => {
  const [mother, child] = [
    await app.member(alpha, { firstName: "Änne", email: "sippe@example.org" }),
    await app.member(alpha, { firstName: "Jörg", lastName: "Groß", email: "sippe@example.org" }),
  ];
  const invite = (memberId: string) =>
    app.services.database.write(alpha.id, systemActor(), (tx) =>
      app.admin.inviteLogin(tx, { memberId }),
    );
  expect((await invite(mother)).username).toBe("sippe@example.org");
  expect((await invite(child)).username).toBe("joerg.gross");
  const { link, text } = await app.newestMail();
  expect(text).toContain("Willkommen");
  expect((await browser().request("GET", link)).body).toContain("joerg.gross");
  expect((await setPassword(link, "joerg.gross")).body).toContain("eigenen Angaben");
  expect((await setPassword(link)).statusCode).toBe(200);
  await browser().logIn("joerg.gross", NEW_PASSWORD);
  await expect(invite(child)).rejects.toMatchObject({ code: "LOGIN_EXISTS", status: 409 });
  // Not yet accepted: the mail goes out again.
  expect((await invite(mother)).username).toBe("sippe@example.org");
});

test("without an address there is no invitation, and a taken name is refused", async () => {
  const member = await app.member(alpha);
  const invite = (username?: string) =>
    app.services.database.write(alpha.id, systemActor(), (tx) =>
      app.admin.inviteLogin(
        tx,
        username === undefined ? { memberId: member } : { memberId: member, username },
      ),
    );
  await expect(invite()).rejects.toMatchObject({ code: "NO_EMAIL", status: 422 });
  const { username } = await app.login(alpha);
  await expect(invite(username.toUpperCase())).rejects.toMatchObject({
    code: "USERNAME_TAKEN",
    status: 409,
  });
});

test("a login switched off and on again keeps its password; deleted it is gone", async () => {
  const login = await app.login(alpha);
  const write = (work: Parameters<typeof app.services.database.write<void>>[2]) =>
    app.services.database.write(alpha.id, systemActor(), work);
  await write((tx) => app.admin.disableLogins(tx, [login.memberId]));
  await expect(browser().logIn(login.username, login.password)).rejects.toThrow("abgeschaltet");
  await write((tx) => app.admin.enableLogin(tx, login.memberId));
  await browser().logIn(login.username, login.password);
  await write((tx) => app.admin.deleteLogin(tx, login.memberId));
  await expect(browser().logIn(login.username, login.password)).rejects.toThrow("401");
});
