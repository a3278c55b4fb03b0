import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemActor } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { TestBrowser } from "../test-browser.ts";
import { type RealmServer, startRealmServer, type TestLogin } from "../testing.ts";

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

async function mailedLink({ memberId }: TestLogin): Promise<string> {
  await app.services.database.write(alpha.id, systemActor(), (tx) =>
    app.admin.sendPasswordReset(tx, memberId),
  );
  return (await app.newestMail()).link;
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
  expect((await setPassword(link)).headers.location).toBe(`${app.origin}/`);
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
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(["303", "410"]);
});

test("a newer link leaves the one sent before open; the first that is used closes all others", async () => {
  const login = await app.login(alpha, { email: "neu@example.org" });
  const links = [await mailedLink(login), await mailedLink(login), await mailedLink(login)];
  expect(new Set(links).size).toBe(3);
  for (const link of links)
    expect((await browser().request("GET", link)).body).toContain("Neues Passwort festlegen");
  expect((await setPassword(links[0] ?? "")).statusCode).toBe(303);
  for (const link of links) {
    expect((await browser().request("GET", link)).statusCode).toBe(410);
    expect((await setPassword(link, "Ofen Wolke Gabel Rinde")).statusCode).toBe(410);
  }
  await browser().logIn(login.username, NEW_PASSWORD);
});

test("of two links of one login used at the same time one wins", async () => {
  const login = await app.login(alpha, { email: "zugleich@example.org" });
  const [first, second] = [await mailedLink(login), await mailedLink(login)];
  const answers = await Promise.all([
    setPassword(first),
    setPassword(second, "Ofen Wolke Gabel Rinde"),
  ]);
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(["303", "410"]);
});

test("links end with the login, and when the password is changed on the account page", async () => {
  const closed = await app.login(alpha, { email: "zu@example.org" });
  const closedLink = await mailedLink(closed);
  await app.services.database.write(alpha.id, systemActor(), (tx) =>
    app.admin.disableLogins(tx, [closed.memberId]),
  );
  expect((await setPassword(closedLink)).statusCode).toBe(410);

  const changed = await app.login(alpha, { email: "selbst@example.org" });
  const [first, second] = [await mailedLink(changed), await mailedLink(changed)];
  const visitor = browser();
  await visitor.logIn(changed.username, changed.password);
  const saved = await visitor.request("POST", "/realms/alpha/account/password", {
    current: changed.password,
    password: NEW_PASSWORD,
    repeated: NEW_PASSWORD,
  });
  expect(saved.statusCode).toBe(303);
  for (const link of [first, second]) expect((await setPassword(link)).statusCode).toBe(410);
});

describe("mails of one account", () => {
  /** Asks from an address of its own each time, as somebody with many machines does. */
  async function ask(username: string, from: number) {
    const visitor = browser();
    visitor.address = `198.51.100.${from}`;
    const answer = await visitor.request("POST", "/realms/alpha/login-actions/reset-credentials", {
      username,
    });
    return { status: answer.statusCode, body: answer.body };
  }

  async function mailsSince(before: number): Promise<string[]> {
    await app.runJobs();
    return (await app.mails()).slice(before);
  }

  test("are five an hour, whoever asks and by name or address; all get the same answer and all links work", async () => {
    const login = await app.login(alpha, { email: "begehrt@example.org" });
    const before = (await mailsSince(0)).length;
    const answers = [];
    for (let time = 0; time < 7; time++) {
      answers.push(await ask(time % 2 === 0 ? login.username : "Begehrt@example.org", time));
      await app.runJobs();
    }
    answers.push(await ask("niemand@example.org", 100));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.status).toBe(200);
    const mails = await mailsSince(before);
    expect(mails.length).toBe(5);
    for (const mail of mails) {
      const link = /http\S+action-token\?key=[\w-]+/.exec(mail)?.[0] ?? "";
      expect((await browser().request("GET", link)).statusCode).toBe(200);
    }
    // Nobody is locked out by that.
    await browser().logIn(login.username, login.password);
  });

  test("count together with one's own call, which says so", async () => {
    const login = await app.login(alpha, { email: "eigen@example.org" });
    const { access_token: token } = await browser().logIn(login.username, login.password);
    const call = () =>
      app.server.inject({
        method: "POST",
        url: `/alpha/api/me/reset-password?${new URLSearchParams({ redirectUri: `${app.origin}/`, redirectClient: "frontend" }).toString()}`,
        headers: { authorization: `Bearer ${token}` },
      });
    const before = (await mailsSince(0)).length;
    await ask(login.username, 20);
    await app.runJobs();
    for (let time = 0; time < 4; time++) expect((await call()).statusCode).toBe(204);
    const refused = await call();
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ detail: expect.stringContaining("Zu viele Versuche") });
    expect((await mailsSince(before)).length).toBe(5);
  });

  test("reach everybody in the family, also when one has the address as login name", async () => {
    const before = (await mailsSince(0)).length;
    await app.login(alpha, { email: "haus@example.org", username: "haus@example.org" });
    await app.login(alpha, { email: "haus@example.org", firstName: "Ada" });
    const off = await app.login(alpha, { email: "haus@example.org", firstName: "Off" });
    await app.login(alpha, { email: "haus@example.org", firstName: "Ben" });
    await app.services.database.write(alpha.id, systemActor(), (tx) =>
      app.admin.disableLogins(tx, [off.memberId]),
    );
    await ask("HAUS@example.org", 30);
    const mails = await mailsSince(before);
    const named = mails.map((mail) => /Guten Tag (\w+)/.exec(mail)?.[1]);
    expect(new Set(named)).toEqual(new Set(["Ada", "Ben", "Erika"]));
    expect(mails.length).toBe(3);
  });
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
  expect((await setPassword(link)).statusCode).toBe(303);
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
