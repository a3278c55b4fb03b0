import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { calendarsContract } from "../../contract.ts";
import { aCalendar, anEvent, inDays, invited, sql } from "../invitations/testing.ts";

let app: TestApp;
let admin: TestUser;
let network = 0;

const HOST = "alpha.vereinsheim.de";

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha", "TSV Grünhausen"), { isAdmin: true });
});
afterAll(() => app?.close());

/** A course of four dates with a guest, and the path of the guest's page. */
async function aCourse(more: Record<string, unknown> = {}) {
  const series = await anEvent(app, admin, {
    calendarId: await aCalendar(app, admin),
    title: "Yogakurs <für alle>",
    location: "Halle 2",
    startDateTime: inDays(3),
    endDateTime: inDays(3.06),
    recurrence: "FREQ=WEEKLY;COUNT=4",
    ...more,
  });
  await invited(app, admin, series.id, {
    guests: [{ name: "Gerd Gast", email: `gast${++network}@example.net` }],
  });
  const { rows } = await sql<{ public_id: string }>(
    app,
    "SELECT public_id FROM series_invitee WHERE series_id = $1",
    [series.id],
  );
  return { series, path: `/public/invitation-series/${rows[0]?.public_id ?? ""}` };
}

async function visit(
  url: string,
  form?: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const answer = await app.server.inject({
    method: form === undefined ? "GET" : "POST",
    url,
    remoteAddress: `10.9.0.${++network}`,
    headers: {
      host: HOST,
      ...(form !== undefined && {
        "content-type": "application/x-www-form-urlencoded",
        origin: `http://${HOST}`,
        "sec-fetch-site": "same-origin",
      }),
      ...headers,
    },
    ...(form !== undefined && { payload: new URLSearchParams(form).toString() }),
  });
  return { status: answer.statusCode, body: answer.body, headers: answer.headers };
}

async function sent(path: string, form: Record<string, string>) {
  const { status, headers } = await visit(path, form);
  expect([status, headers.location]).toEqual([303, path]);
  return visit(path);
}

const words = (body: string) =>
  body
    .replace(/^[\s\S]*<body>/, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, " ");
const buttons = (body: string) =>
  [...body.matchAll(/<button[^>]*>\s*(.*?)\s*</gs)].map((found) => found[1]);
const dates = (body: string) =>
  [...body.matchAll(/name="([0-9a-f-]{36})"\s+value="true"/g)].map((found) => found[1] ?? "");
const checked = (body: string) =>
  [...body.matchAll(/value="(true|false)"\s+checked/g)].map((found) => found[1]);

test("says for whom, where and when, in one answer without a script; opening it changes nothing", async () => {
  const { path } = await aCourse();
  const { status, body, headers } = await visit(path);
  expect(status).toBe(200);
  expect(words(body)).toContain("Yogakurs <für alle>");
  expect(body).not.toContain("<für");
  expect(words(body)).toContain("Einladung für Gerd Gast zu 4 Terminen");
  expect(words(body)).toContain("Wo Halle 2");
  expect(words(body)).toContain("Zu 4 Terminen haben Sie noch nicht geantwortet.");
  expect(buttons(body)).toEqual(["Zu allen zusagen", "Alle absagen", "Antworten speichern"]);
  expect([dates(body).length, checked(body)]).toEqual([4, []]);
  expect(body).not.toContain("<script src");
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; /);
  expect(headers["cache-control"]).toBe("no-store");
});

test("one press accepts all; a single one is declined afterwards; who presses again loses nothing", async () => {
  const { path } = await aCourse();
  const all = await sent(path, { all: "true" });
  expect(checked(all.body)).toEqual(["true", "true", "true", "true"]);
  expect(words(all.body)).toContain("Gespeichert: 4 Zusagen.");
  expect(buttons(all.body)).toEqual(["Alle absagen", "Antworten speichern"]);
  const [first, second] = dates(all.body);
  const one = await sent(path, { [first ?? ""]: "true", [second ?? ""]: "false" });
  expect(checked(one.body)).toEqual(["true", "false", "true", "true"]);
  expect(words(one.body)).toContain("Sie haben abgesagt.");
  // Only what is open is meant by all.
  expect(checked((await sent(path, { all: "true" })).body)).toEqual([
    "true",
    "false",
    "true",
    "true",
  ]);
});

test("whoever has answered all changes all by one press", async () => {
  const { path } = await aCourse();
  const [first = ""] = dates((await sent(path, { all: "true" })).body);
  const mixed = await sent(path, { [first]: "false" });
  expect(words(mixed.body)).toContain("Gespeichert: 3 Zusagen, 1 Absage.");
  expect(buttons(mixed.body)).toEqual(["Zu allen zusagen", "Alle absagen", "Antworten speichern"]);
  const none = await sent(path, { every: "false" });
  expect(checked(none.body)).toEqual(["false", "false", "false", "false"]);
  expect(buttons(none.body)).toEqual(["Zu allen zusagen", "Antworten speichern"]);
});

test("with some answered, the button names the others", async () => {
  const { path } = await aCourse();
  const [first] = dates((await visit(path)).body);
  const { body } = await sent(path, { [first ?? ""]: "true" });
  expect(buttons(body)).toEqual(["Zu diesen 3 zusagen", "Diese 3 absagen", "Antworten speichern"]);
});

test("what was refused stands above the dates, and the others are answered", async () => {
  const settings = { invitationSettings: { maximum: 1, waitingList: false } };
  const { series, path } = await aCourse(settings);
  await invited(app, admin, series.id, {
    guests: [{ name: "Hanne", email: `gast${++network}@example.net` }],
  });
  await sql(
    app,
    `UPDATE invitation SET state = 'ACCEPTED' WHERE guest_name = 'Hanne' AND event_id =
      (SELECT id FROM event WHERE series_id = $1 ORDER BY starts_at LIMIT 1)`,
    [series.id],
  );
  const { status, body } = await visit(path, { all: "true" });
  expect(status).toBe(409);
  expect(words(body)).toMatch(/role="alert"|Uhr: Es ist kein Platz mehr frei\./);
  expect(checked(body)).toEqual(["true", "true", "true"]);
  expect(words(body)).toContain("Zu einem Termin haben Sie noch nicht geantwortet.");
});

test("a date called off is named and not asked for", async () => {
  const { path } = await aCourse();
  const [first] = dates((await visit(path)).body);
  const { rows } = await sql<{ event_id: string }>(
    app,
    "SELECT event_id FROM invitation WHERE id = $1",
    [first],
  );
  await app.call(
    calendarsContract.cancelEvent,
    { params: { id: rows[0]?.event_id ?? "" }, body: { reason: "Halle gesperrt." } },
    admin,
  );
  const { body } = await visit(path);
  expect(words(body)).toContain("Abgesagt: Halle gesperrt.");
  expect(dates(body)).toHaveLength(3);
});

test("refuses wrong addresses, forms of other sites and fields that it has not", async () => {
  const { path } = await aCourse();
  const wrong = await visit("/public/invitation-series/AAAAAAAAAAAAAAAAAAAAAAAA");
  expect([wrong.status, words(wrong.body)]).toEqual([
    404,
    expect.stringContaining("Diese Einladung gibt es nicht oder nicht mehr."),
  ]);
  const foreign = { origin: "https://boese.example", "sec-fetch-site": "cross-site" };
  expect((await visit(path, { all: "true" }, foreign)).status).toBe(403);
  const forms: Record<string, string>[] = [
    { all: "ja" },
    { name: "true" },
    { all: "true", more: "true" },
    { every: "ja" },
    { every: "true", all: "true" },
  ];
  for (const form of forms) expect((await visit(path, form)).status).toBe(400);
  expect(checked((await visit(path)).body)).toEqual([]);
});
