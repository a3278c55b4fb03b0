import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setTenantState } from "#modules/tenants/server/public.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { invitationsContract as api } from "../../invitation-contract.ts";
import { anEvent, invited, mailbox, overview, publicId, sql } from "./testing.ts";

let app: TestApp;
let admin: TestUser;
let anna: TestUser;
let network = 0;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha", "TSV Grünhausen"), {
    isAdmin: true,
    email: "vera@example.org",
  });
  anna = await app.user(admin.tenant, {
    firstname: "Anna",
    lastname: "Ärmel",
    email: "anna@example.org",
  });
});
afterAll(() => app?.close());

/** Asks from a network of its own, so that tests do not use up each other's tries. */
async function ask(
  method: "GET" | "PUT",
  id: string,
  {
    query = "",
    from = `10.0.0.${++network}`,
    tenant = "alpha",
    payload = undefined as object | undefined,
  } = {},
) {
  const url = `/public/${tenant}/invitation/${id}${query}`;
  const answer = await app.server.inject({
    method,
    url,
    remoteAddress: from,
    ...(payload === undefined ? {} : { payload }),
  });
  return {
    status: answer.statusCode,
    body: answer.body === "" ? undefined : JSON.parse(answer.body),
    headers: answer.headers,
  };
}

async function anInvitation(more: Record<string, unknown> = {}) {
  const event = await anEvent(app, admin, more);
  const [one] = await invited(app, admin, event.id, {
    guests: [{ name: "Gerd Gast", email: `gerd${++network}@example.net` }],
  });
  return { event, id: await publicId(app, one ?? { id: "" }) };
}

describe("the page without login", () => {
  test("shows one invitation; opening it changes nothing, answering does", async () => {
    const { event, id } = await anInvitation({
      invitationSettings: { allowCompanions: true, maximum: 5 },
    });
    const before = await sql(app, "SELECT * FROM invitation WHERE public_id = $1", [id]);
    for (let visit = 0; visit < 3; visit++) {
      const shown = await ask("GET", id);
      expect(shown).toMatchObject({
        status: 200,
        body: {
          state: "OPEN",
          guest: { name: "Gerd Gast" },
          user: null,
          event: { title: "Sommerfest", placesLeft: 5 },
        },
      });
    }
    expect((await ask("GET", id, { query: "?accept=true" })).status).toBe(400);
    expect((await sql(app, "SELECT * FROM invitation WHERE public_id = $1", [id])).rows).toEqual(
      before.rows,
    );
    const answered = await ask("PUT", id, {
      query: "?accept=true",
      payload: { comment: "Gern", companions: 1 },
    });
    expect(answered).toMatchObject({
      status: 200,
      body: { state: "ACCEPTED", comment: "Gern", companions: 1, event: { placesLeft: 3 } },
    });
    expect((await overview(app, admin, event.id)).counts).toMatchObject({ accepted: 1, coming: 2 });
    expect(JSON.stringify(answered.body)).not.toContain(admin.id);
  });

  test("gives the event for one's own calendar", async () => {
    const { event, id } = await anInvitation({
      title: "Feier\r\nATTENDEE:böse".replace("\r\n", " "),
      description: "Zeile\nBEGIN:VEVENT",
    });
    const file = await app.server.inject({
      method: "GET",
      url: `/public/alpha/invitation/${id}/event.ics`,
      remoteAddress: "10.1.0.1",
    });
    expect([file.statusCode, file.headers["content-type"]]).toEqual([
      200,
      "text/calendar; charset=utf-8",
    ]);
    expect(file.body).toContain(`UID:${event.id}`);
    expect(file.body.match(/^BEGIN:VEVENT/gm)).toHaveLength(1);
    expect(file.body).not.toMatch(/^ATTENDEE/m);
  });

  test("unknown fields and wrong kinds of answers are refused", async () => {
    const { id } = await anInvitation();
    expect((await ask("PUT", id, { query: "?accept=vielleicht" })).status).toBe(400);
    expect(
      (await ask("PUT", id, { query: "?accept=true", payload: { state: "ACCEPTED" } })).status,
    ).toBe(400);
    expect(
      (await ask("PUT", id, { query: "?accept=true", payload: { companions: -1 } })).status,
    ).toBe(400);
    expect(
      (await ask("PUT", id, { query: "?accept=true", payload: { companions: 1_000_000 } })).status,
    ).toBe(400);
    expect((await ask("PUT", id)).status).toBe(400);
    expect((await ask("GET", id)).body.state).toBe("OPEN");
  });

  test("guessing ends in 429 for the network that guesses, and only there", async () => {
    const { id } = await anInvitation();
    const guess = () =>
      Array.from(
        { length: 24 },
        () => "abcdefghijkmnpqrstuvwxyzABCDEFGH0123456789_-"[Math.floor(Math.random() * 44)],
      ).join("");
    const answers = [];
    for (let round = 0; round < 21; round++)
      answers.push(await ask("GET", guess(), { from: "203.0.113.9" }));
    expect(answers.slice(0, 20).every(({ status }) => status === 404)).toBe(true);
    expect(answers[20]).toMatchObject({ status: 429 });
    expect(Number(answers[20]?.headers["retry-after"])).toBeGreaterThan(0);
    // Not even the right one, so that a hit among many tries is not told.
    expect((await ask("PUT", id, { query: "?accept=true", from: "203.0.113.9" })).status).toBe(429);
    expect((await ask("GET", id, { from: "203.0.113.10" })).status).toBe(200);
  });

  test("one network of IPv6 is one guesser", async () => {
    for (let round = 0; round < 20; round++)
      await ask("GET", `falsch${round}`, { from: `2001:db8:1:2::${round + 1}` });
    expect((await ask("GET", "falsch", { from: "2001:db8:1:2:ffff::1" })).status).toBe(429);
    expect((await ask("GET", "falsch", { from: "2001:db8:1:3::1" })).status).toBe(404);
  });

  test("odd addresses are not found, and nothing breaks", async () => {
    for (const odd of ["..%2f..%2fetc", "%00", "' OR 1=1 --", "a".repeat(100), "%E2%80%AE"]) {
      expect([400, 404]).toContain((await ask("GET", odd)).status);
    }
    expect((await ask("GET", "a".repeat(101))).status).toBe(400);
  });

  test("another tenant does not know it", async () => {
    const { id } = await anInvitation();
    await app.tenant("beta");
    expect((await ask("GET", id, { tenant: "beta" })).status).toBe(404);
    expect((await ask("GET", id, { tenant: "gibtesnicht" })).status).toBe(404);
  });

  test("who left, died or was removed has no page any more", async () => {
    const event = await anEvent(app, admin);
    const [one] = await invited(app, admin, event.id, { userIds: [anna.id] });
    const id = await publicId(app, one ?? { id: "" });
    expect((await ask("GET", id)).status).toBe(200);
    for (const column of [
      "left_on = '2020-01-01'",
      "deceased_on = '2020-01-01'",
      "deleted_at = now()",
    ]) {
      await sql(app, `UPDATE member SET ${column} WHERE id = $1`, [anna.id]);
      expect((await ask("GET", id)).status).toBe(404);
      expect((await ask("PUT", id, { query: "?accept=true" })).status).toBe(404);
      await sql(
        app,
        "UPDATE member SET left_on = NULL, deceased_on = NULL, deleted_at = NULL WHERE id = $1",
        [anna.id],
      );
    }
    expect((await ask("PUT", id, { query: "?accept=true" })).body.state).toBe("ACCEPTED");
  });

  test("a suspended club answers 404", async () => {
    const { id } = await anInvitation();
    await setTenantState(app.services.database, "alpha", "SUSPENDED");
    await expect.poll(async () => (await ask("GET", id)).status, { timeout: 10_000 }).toBe(404);
    await setTenantState(app.services.database, "alpha", "ACTIVE");
    await expect.poll(async () => (await ask("GET", id)).status, { timeout: 10_000 }).toBe(200);
  });
});

describe("attacks on mails", () => {
  test("titles, names and messages begin no header and no markup", async () => {
    const mails = mailbox(app);
    await mails();
    const event = await anEvent(app, admin, {
      title: "Fest <img src=x onerror=alert(1)>",
      location: "</td><script>1</script>",
    });
    await invited(app, admin, event.id, {
      guests: [{ name: 'Eva" <opfer@example.org>, ', email: "eva@example.net" }],
      message: "Zeile\n\nBcc: opfer@example.org\n<b>fett</b>",
    });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.to).toHaveLength(1);
    expect(mail?.to?.[0]?.address).toBe("eva@example.net");
    expect([mail?.cc ?? [], mail?.bcc ?? []]).toEqual([[], []]);
    expect(mail?.html).not.toMatch(/<script|<img src=x|<b>/);
    // The calendar twice: for the buttons of mail programs and as a file.
    expect(mail?.attachments.map(({ mimeType }) => mimeType)).toEqual([
      "text/calendar",
      "application/ics",
    ]);
    for (const name of ["Eva\r\nBcc: opfer@example.org", "Eva\nX: 1", "\u0000"]) {
      const refused = await app.call(
        api.invite,
        { params: { id: event.id }, body: { guests: [{ name, email: "e@example.net" }] } },
        admin,
      );
      expect(refused.status).toBe(400);
    }
    for (const email of [
      "a@b",
      "x@example.org\r\nBcc: y@example.org",
      "x@example.org, y@example.org",
      "Eva <x@example.org>",
    ]) {
      const refused = await app.call(
        api.invite,
        { params: { id: event.id }, body: { guests: [{ name: "Eva", email }] } },
        admin,
      );
      expect(refused.status).toBe(400);
    }
  });
});
