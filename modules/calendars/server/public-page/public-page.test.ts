import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setTenantState } from "#modules/tenants/server/public.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { calendarsContract } from "../../contract.ts";
import { anEvent, changedEvent, invited, overview, publicId, sql } from "../invitations/testing.ts";

let app: TestApp;
let admin: TestUser;
let network = 0;

const HOST = "alpha.vereinsheim.de";

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha", "TSV Grünhausen"), { isAdmin: true });
});
afterAll(() => app?.close());

interface Asked {
  form?: Record<string, string> | string;
  from?: string;
  host?: string;
  headers?: Record<string, string>;
}

/** Opens the page, or sends its form, as a browser does; each from a network of its own. */
async function visit(
  id: string,
  { form, from = `10.7.${++network >> 8}.${network & 255}`, host = HOST, headers = {} }: Asked = {},
) {
  const answer = await app.server.inject({
    method: form === undefined ? "GET" : "POST",
    url: `/public/invitation/${id}`,
    remoteAddress: from,
    headers: {
      host,
      ...(form !== undefined && {
        "content-type": "application/x-www-form-urlencoded",
        origin: `http://${host}`,
        "sec-fetch-site": "same-origin",
      }),
      ...headers,
    },
    ...(form !== undefined && { payload: new URLSearchParams(form).toString() }),
  });
  return { status: answer.statusCode, body: answer.body, headers: answer.headers };
}

/** Sends the form and returns the page that the browser is sent to. */
async function answer(id: string, form: Record<string, string>) {
  const sent = await visit(id, { form });
  expect([sent.status, sent.headers.location]).toEqual([303, `/public/invitation/${id}`]);
  return visit(id);
}

const guests = (...names: string[]) => ({
  guests: names.map((name) => ({ name, email: `gast${++network}@example.net` })),
});

async function anInvitation(more: Record<string, unknown> = {}, name = "Gerda Gast") {
  const event = await anEvent(app, admin, more);
  const [one] = await invited(app, admin, event.id, guests(name));
  return { event, id: await publicId(app, one ?? { id: "" }) };
}

/** What a reader sees, without the tags. */
const words = (body: string) =>
  body
    .replace(/^[\s\S]*<body>/, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, " ");
const buttons = (body: string) =>
  [...body.matchAll(/<button[^>]*>\s*(.*?)\s*</gs)].map((m) => m[1]);

describe("what the guest reads without logging in", () => {
  test("for whom, when, where and how many places are left, in one answer without a script", async () => {
    const { id } = await anInvitation({
      title: "Sommerfest",
      description: "Bitte Teller\nmitbringen",
      location: "Vereinsheim, Am Sportplatz 1",
      startDateTime: "2031-06-14T12:00:00.000Z",
      endDateTime: "2031-06-14T16:00:00.000Z",
      meetAt: "2031-06-14T11:15:00.000Z",
      invitationSettings: {
        allowCompanions: true,
        maximum: 2,
        deadline: "2031-06-01T16:00:00.000Z",
      },
    });
    const { status, body, headers } = await visit(id);
    expect(status).toBe(200);
    expect(body).toContain("<title>Einladung beantworten - TSV Grünhausen - Intranet</title>");
    expect(body).toContain("<h1>Sommerfest</h1>");
    for (const part of [
      "Einladung für Gerda Gast",
      "Wann Samstag, 14. Juni 2031, 14:00 bis 18:00 Uhr",
      "Treffen 13:15 Uhr",
      "Wo Vereinsheim, Am Sportplatz 1",
      "Bitte Teller mitbringen",
      "Sie haben noch nicht geantwortet.",
      "Bitte antworten Sie bis 01.06.2031 18:00 Uhr. Noch 2 freie Plätze.",
    ])
      expect(words(body)).toContain(part);
    expect(buttons(body)).toEqual(["Zusagen", "Absagen"]);
    expect(body).toContain(`href="/public/alpha/invitation/${id}/event.ics"`);
    expect(body).not.toContain("<script src");
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-frame-options": "DENY",
    });
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'self'; .*form-action 'self'$/,
    );
  });

  test("when one meets on the day before, which day that is", async () => {
    const { id } = await anInvitation({
      startDateTime: "2031-06-14T12:00:00.000Z",
      endDateTime: "2031-06-16T16:00:00.000Z",
      meetAt: "2031-06-13T18:00:00.000Z",
    });
    const { body } = await visit(id);
    expect(words(body)).toContain("Treffen Freitag, 13. Juni 2031, 20:00 Uhr");
    expect(words(body)).toContain(
      "Samstag, 14. Juni 2031, 14:00 Uhr bis Montag, 16. Juni 2031, 18:00 Uhr",
    );
  });

  test("a member's invitation names the member", async () => {
    const member = await app.user(admin.tenant, { firstname: "Erika", lastname: "Mustermann" });
    const event = await anEvent(app, admin);
    const [one] = await invited(app, admin, event.id, { userIds: [member.id] });
    const { body } = await visit(await publicId(app, one ?? { id: "" }));
    expect(words(body)).toContain("Einladung für Erika Mustermann");
    expect(body).not.toContain(admin.id);
  });

  test("when all places are taken, what an answer leads to, or that there is no waiting list", async () => {
    for (const [waitingList, sentence] of [
      [true, "Alle Plätze sind vergeben; wer zusagt, kommt auf die Warteliste."],
      [false, "Alle Plätze sind vergeben."],
    ] as const) {
      const event = await anEvent(app, admin, { invitationSettings: { maximum: 1, waitingList } });
      const [first, second] = await invited(app, admin, event.id, guests("Anna", "Berta"));
      await answer(await publicId(app, first ?? { id: "" }), { accept: "true" });
      const waiting = await publicId(app, second ?? { id: "" });
      expect(words((await visit(waiting)).body)).toContain(`geantwortet. ${sentence} `);
      const sent = await visit(waiting, { form: { accept: "true", comment: "Schade" } });
      if (waitingList) {
        expect(sent.status).toBe(303);
        expect(words((await visit(waiting)).body)).toContain(
          "Sie stehen auf der Warteliste, auf Platz 1.",
        );
      } else {
        expect(sent.status).toBe(409);
        expect(words(sent.body)).toContain("Es ist kein Platz mehr frei.");
        expect(sent.body).toMatch(/<textarea[^>]*>\nSchade<\/textarea>/);
      }
    }
  });

  test("a cancelled event takes no answer and is not put into calendars", async () => {
    const { event, id } = await anInvitation();
    const cancelled = { params: { id: event.id }, body: { reason: "Sturm <b>ab</b> 12" } };
    await app.call(calendarsContract.cancelEvent, cancelled, admin);
    const { body } = await visit(id);
    expect(body).toContain("Sturm &#60;b&#62;ab&#60;/b&#62; 12");
    expect(words(body)).toContain("Dieser Termin ist abgesagt.");
    expect(words(body)).toContain("Eine Antwort ist nicht mehr nötig.");
    expect([buttons(body), body.includes(".ics")]).toEqual([[], false]);
    const late = await visit(id, { form: { accept: "true" } });
    expect(late.status).toBe(422);
    expect(words(late.body)).toContain("Dieser Termin wurde abgesagt.");
  });

  test("after the deadline the guest knows whom to turn to, and sees the own comment", async () => {
    const { event, id } = await anInvitation({ invitationSettings: { allowComment: true } });
    await answer(id, { accept: "true", comment: "Ich komme <später>" });
    await sql(app, "UPDATE event SET answer_deadline = '2026-01-05 17:00Z' WHERE id = $1", [
      event.id,
    ]);
    const { body } = await visit(id);
    expect(words(body)).toContain("Geantwortet werden konnte bis 05.01.2026 18:00 Uhr.");
    expect(words(body)).toContain("wenden Sie sich bitte an den Verein.");
    expect(words(body)).toContain("„Ich komme <später>“");
    expect(buttons(body)).toEqual([]);
    expect((await visit(id, { form: { accept: "false" } })).status).toBe(422);
  });

  test("opening it changes nothing, however often and with whatever behind it", async () => {
    const { id } = await anInvitation();
    const row = () => sql(app, "SELECT * FROM invitation WHERE public_id = $1", [id]);
    const before = await row();
    for (const behind of ["", "?accept=true", "?utm_source=mail"])
      expect((await visit(id + behind)).status).toBe(200);
    const head = await app.server.inject({
      method: "HEAD",
      url: `/public/invitation/${id}?accept=true`,
      headers: { host: HOST },
    });
    expect([head.statusCode, head.body]).toEqual([200, ""]);
    expect((await row()).rows).toEqual(before.rows);
  });

  test("what others wrote is text and nothing else", async () => {
    const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)>`;
    const { id } = await anInvitation({ title: evil, description: evil, location: evil }, evil);
    const answered = await answer(id, { accept: "true", comment: `</textarea>${evil}` });
    expect(answered.body.match(/<script/g)).toHaveLength(1);
    expect(answered.body).not.toMatch(/<img|<\/textarea>[^<]*&#62;/);
    expect(words(answered.body)).toContain(`Einladung für ${evil}`);
    const refused = await visit(id, {
      form: { accept: "true", comment: evil, companions: `1"><script>` },
    });
    expect(refused.status).toBe(400);
    expect(refused.body.match(/<script/g)).toHaveLength(1);
  });
});

describe("answering", () => {
  test("with companions and a comment; afterwards it can be changed or taken back", async () => {
    const { event, id } = await anInvitation({
      invitationSettings: { allowCompanions: true, allowComment: true, maximum: 5 },
    });
    const first = await answer(id, {
      accept: "true",
      companions: "1",
      comment: "Mit\r\nmeinem Mann",
    });
    expect(words(first.body)).toContain("Sie haben mit 1 Begleitperson zugesagt.");
    expect(first.body).toMatch(/name="companions"[^>]*value="1"/);
    expect(first.body).toMatch(/<textarea[^>]*>\nMit\nmeinem Mann<\/textarea>/);
    expect(buttons(first.body)).toEqual(["Änderung speichern", "Absagen"]);
    const more = await answer(id, { accept: "true", companions: "2", comment: "" });
    expect(words(more.body)).toContain("Sie haben mit 2 Begleitpersonen zugesagt.");
    expect((await overview(app, admin, event.id)).counts).toMatchObject({ accepted: 1, coming: 3 });
    const none = await answer(id, { accept: "false", companions: "2", comment: "Krank" });
    expect(words(none.body)).toContain("Sie haben abgesagt.");
    expect(buttons(none.body)).toEqual(["Zusagen", "Kommentar speichern"]);
    expect((await overview(app, admin, event.id)).counts).toMatchObject({ declined: 1, coming: 0 });
    const { rows } = await sql(
      app,
      "SELECT comment, companions, answered_by FROM invitation WHERE public_id = $1",
      [id],
    );
    expect(rows).toEqual([{ comment: "Krank", companions: 0, answered_by: null }]);
  });

  test("twice is once", async () => {
    const { event, id } = await anInvitation({ invitationSettings: { maximum: 3 } });
    const both = await Promise.all([1, 2].map(() => visit(id, { form: { accept: "true" } })));
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect((await overview(app, admin, event.id)).counts).toMatchObject({ accepted: 1, coming: 1 });
  });

  test("comments and companions are asked for only where they are wanted", async () => {
    const invitationSettings = { allowComment: false, allowCompanions: false };
    const { id } = await anInvitation({ invitationSettings });
    const { body } = await visit(id);
    expect(body).not.toMatch(/<textarea|<input/);
    const refused = await visit(id, { form: { accept: "true", comment: "Hallo" } });
    expect(refused.status).toBe(422);
    expect(words(refused.body)).toContain("sind keine Bemerkungen vorgesehen.");
    const accepted = await answer(id, { accept: "true" });
    expect(buttons(accepted.body)).toEqual(["Absagen"]);
    expect(buttons((await answer(id, { accept: "false" })).body)).toEqual(["Zusagen"]);
  });

  test("what the server refuses stands in the form, and what was typed stays", async () => {
    const { event, id } = await anInvitation({
      invitationSettings: { allowCompanions: true, maximum: 3 },
    });
    for (const [companions, sentence] of [
      ["99", "Höchstens 50 Begleitpersonen."],
      ["1.5", "Bitte eine ganze Zahl."],
      ["viele", "Bitte eine ganze Zahl."],
      ["10", "Zu diesem Termin können höchstens 3 Personen kommen."],
    ] as const) {
      const refused = await visit(id, { form: { accept: "true", companions, comment: "Gern" } });
      expect([400, 422]).toContain(refused.status);
      expect(words(refused.body)).toContain(sentence);
      expect(refused.body).toContain(`value="${companions}"`);
      expect(refused.body).toMatch(/<textarea[^>]*>\nGern<\/textarea>/);
      expect(refused.body).toContain('role="alert"');
    }
    expect((await overview(app, admin, event.id)).counts).toMatchObject({ open: 1, coming: 0 });
    expect(words((await answer(id, { accept: "true", companions: "" })).body)).toContain(
      "Sie haben zugesagt.",
    );
  });

  test("an answer that the event changed under shows how it is now", async () => {
    const { event, id } = await anInvitation({ invitationSettings: { maximum: 5 } });
    await changedEvent(app, admin, event.id, { title: "Sommerfest am See" });
    const refused = await visit(id, { form: { accept: "vielleicht" } });
    expect(refused.status).toBe(400);
    expect(refused.body).toContain("<h1>Sommerfest am See</h1>");
  });

  test.each([
    ["nothing", ""],
    ["no answer", "comment=x"],
    ["a field of the interface", "accept=true&state=ACCEPTED"],
    ["a field twice", "accept=true&accept=false"],
    ["a NUL", "accept=true&comment=%00"],
    ["too long a comment", `accept=true&comment=${"x".repeat(1_001)}`],
  ])("%s in the form is refused", async (_what, form) => {
    const { event, id } = await anInvitation();
    expect((await visit(id, { form })).status).toBe(400);
    expect((await overview(app, admin, event.id)).counts).toMatchObject({ open: 1 });
  });

  test("what is no form, or larger than one, is refused on a page", async () => {
    const { id } = await anInvitation();
    const json = await visit(id, { form: "{}", headers: { "content-type": "application/json" } });
    expect([json.status, json.body.includes("<h1>Das geht so nicht</h1>")]).toEqual([415, true]);
    expect((await visit(id, { form: `comment=${"x".repeat(70_000)}` })).status).toBe(413);
  });

  test.each([
    ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["another club", { origin: "http://beta.vereinsheim.de", "sec-fetch-site": "same-site" }],
    ["a hidden origin", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["an old browser elsewhere", { origin: "https://evil.example", "sec-fetch-site": "" }],
  ])("a form of %s is refused", async (_where, headers) => {
    const { event, id } = await anInvitation();
    const refused = await visit(id, { form: { accept: "true" }, headers });
    expect(refused.status).toBe(403);
    expect(refused.body).not.toContain("Gerda");
    expect((await overview(app, admin, event.id)).counts).toMatchObject({ open: 1 });
  });

  test("a page that hides its origin from us alone may answer", async () => {
    const { id } = await anInvitation();
    const headers = { origin: "null", "sec-fetch-site": "same-origin" };
    expect((await visit(id, { form: { accept: "true" }, headers })).status).toBe(303);
  });
});

describe("a link that leads nowhere", () => {
  test("says so in German, without asking for a login", async () => {
    for (const asked of [{}, { form: { accept: "true" } }]) {
      const { status, body } = await visit("unbekannt", asked);
      expect(status).toBe(404);
      expect(words(body)).toContain("Diese Einladung gibt es nicht oder nicht mehr.");
      expect(body).toContain("<title>Einladung beantworten - TSV Grünhausen - Intranet</title>");
    }
  });

  test("odd addresses are not found, and nothing breaks", async () => {
    for (const odd of ["..%2f..%2fetc", "%00", "'%20OR%201=1--", "a".repeat(101), "%E2%80%AE"])
      expect((await visit(odd)).status).toBe(404);
  });

  test("guessing ends in 429, together with the guesses of the interface, also before the right one", async () => {
    const { id } = await anInvitation();
    const from = "203.0.113.77";
    for (let round = 0; round < 10; round++) {
      expect((await visit(`falsch${round}`, { from })).status).toBe(404);
      const url = `/public/alpha/invitation/falsch${round}`;
      expect((await app.server.inject({ url, remoteAddress: from })).statusCode).toBe(404);
    }
    expect((await visit("falsch", { from })).status).toBe(429);
    const blocked = await visit(id, { from });
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers["retry-after"])).toBeGreaterThan(0);
    expect(words(blocked.body)).toContain("zu viele Versuche mit falschen Adressen");
    expect(blocked.body).toContain(`href="/public/invitation/${id}"`);
    expect(blocked.body).not.toContain("Gerda");
    expect((await visit(id, { from, form: { accept: "true" } })).status).toBe(429);
    expect((await visit(id)).status).toBe(200);
  });

  test("one wrong form is one miss", async () => {
    const from = "203.0.113.78";
    for (let round = 0; round < 20; round++)
      expect((await visit(`falsch${round}`, { from, form: { accept: "true" } })).status).toBe(404);
    expect((await visit("falsch", { from, form: { accept: "true" } })).status).toBe(429);
  });

  test("one invitation is answered so often and no more, and the page still shows it", async () => {
    const { id } = await anInvitation();
    const statuses = [];
    for (let round = 0; round < 61; round++)
      statuses.push((await visit(id, { form: { accept: String(round % 2 === 0) } })).status);
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([303]));
    const last = await visit(id, { form: { accept: "true", comment: "Doch" } });
    expect([statuses[60], last.status]).toEqual([429, 429]);
    expect(last.body).toMatch(/role="alert"[\s\S]*<textarea[^>]*>\nDoch<\/textarea>/);
    expect(Number(last.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("another club does not know it, and a club that is not there says so", async () => {
    const { id } = await anInvitation();
    await app.tenant("beta");
    expect((await visit(id, { host: "beta.vereinsheim.de" })).status).toBe(404);
    expect(
      (await visit(id, { host: "beta.vereinsheim.de", form: { accept: "true" } })).status,
    ).toBe(404);
    const nowhere = await visit(id, { host: "gibtesnicht.vereinsheim.de" });
    expect([nowhere.status, nowhere.body.includes("Diesen Verein gibt es hier nicht.")]).toEqual([
      404,
      true,
    ]);
  });

  test("the invitations of a suspended club are not shown", async () => {
    const gamma = await app.user(await app.tenant("gamma"), { isAdmin: true });
    const event = await anEvent(app, gamma);
    const [one] = await invited(app, gamma, event.id, guests("Gerd"));
    const id = await publicId(app, one ?? { id: "" });
    const host = "gamma.vereinsheim.de";
    expect((await visit(id, { host })).status).toBe(200);
    await setTenantState(app.services.database, "gamma", "SUSPENDED");
    await expect.poll(async () => (await visit(id, { host })).status).toBe(404);
    expect((await visit(id, { host, form: { accept: "true" } })).status).toBe(404);
  });
});
