import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible, expectNoSidewaysScroll, renderPage } from "#platform/web/testing.ts";
import type { Event } from "../../contract.ts";
import { invitationsContract, type EventInvitation } from "../../invitation-contract.ts";
import calendars from "../module.tsx";
import { INVITED, OCCURRENCE, PRACTICE, serverWith } from "../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T12:00:00+01:00"));

const CHOIR = {
  id: "0193a000-0000-7000-8000-0000000000c1",
  name: "Chor",
  groupName: "Musik",
  count: 12,
};
const OTTO = {
  id: "0193a000-0000-7000-8000-0000000000d1",
  firstname: "Otto",
  lastname: "Lang",
  hasMail: true,
};
const ORGANISED: Event = { ...PRACTICE, can: ["EDIT", "INVITE"] };

/** An event of the reader's, with the panel in which people are invited. */
async function open(event = ORGANISED, viewport: "desktop" | "phone" = "desktop") {
  const api = serverWith({ events: [event] });
  api.answer(invitationsContract.searchInvitable, ({ query: { q = "" } }) => ({
    everybody: false,
    groups: "chor".includes(q) ? [CHOIR] : [],
    people: "otto lang".includes(q) ? [OTTO] : [],
  }));
  api.answer(invitationsContract.invite, [INVITED]);
  const as = ["QUERY_CALENDAR"] as const;
  await renderPage(calendars, `/calendars/events/${event.id}`, { api, as, viewport });
  await page.getByRole("button", { name: "Einladen" }).click();
  await expect.element(guests()).toBeVisible();
  return api;
}

const panel = () => page.getByRole("dialog", { name: "Einladen" });
const guests = () => panel().getByLabelText("Gäste");
const invite = () => panel().getByRole("button", { name: "Einladen" }).click();
const summary = () => panel().getByRole("alert");
const sent = (api: Awaited<ReturnType<typeof open>>) => api.calls(invitationsContract.invite);

describe("inviting", () => {
  test("groups and guests, as people paste them, with a personal line", async () => {
    const api = await open();
    await panel().getByRole("combobox", { name: "Gruppen" }).click();
    await page.getByRole("option", { name: "Musik->Chor" }).click();
    await guests().fill("Gerda Gast, gerda@example.org\nWalter Warter <walter@example.org>");
    await expect.element(panel().getByText(/Erkannt: 2 Gäste\.$/)).toBeVisible();
    await panel().getByLabelText("Persönliche Nachricht").fill("Bis bald!");
    await expectAccessible("inviting to an event");
    await invite();
    await expect
      .element(page.getByText("1 Person ist eingeladen. 1 E-Mail geht hinaus."))
      .toBeVisible();
    await expect.element(panel()).not.toBeInTheDocument();
    expect(sent(api)).toEqual([
      {
        params: { id: ORGANISED.id },
        query: {},
        body: {
          groupIds: [CHOIR.id],
          userIds: [],
          guests: [
            { name: "Gerda Gast", email: "gerda@example.org" },
            { name: "Walter Warter", email: "walter@example.org" },
          ],
          message: "Bis bald!",
        },
      },
    ]);
  });

  test("members whom the reader may invite, without a right to see all", async () => {
    const api = await open();
    await panel().getByRole("combobox", { name: "Mitglieder" }).fill("otto");
    await page.getByRole("option", { name: "Lang, Otto" }).click();
    await panel().getByRole("combobox", { name: "Gruppen" }).fill("chor");
    await page.getByRole("option", { name: "Musik->Chor" }).click();
    await invite();
    await expect
      .poll(() => sent(api).map(({ body }) => body))
      .toMatchObject([{ userIds: [OTTO.id], groupIds: [CHOIR.id] }]);
  });

  test("nobody to offer: guests alone", async () => {
    const api = serverWith({ events: [ORGANISED] });
    api.answer(invitationsContract.searchInvitable, { everybody: false, groups: [], people: [] });
    const address = `/calendars/events/${ORGANISED.id}`;
    await renderPage(calendars, address, { api, as: ["QUERY_CALENDAR"] });
    await page.getByRole("button", { name: "Einladen" }).click();
    await expect.element(guests()).toBeVisible();
    await expect.element(panel().getByRole("combobox")).not.toBeInTheDocument();
  });

  test("who may not be invited is said at the field", async () => {
    const api = await open();
    const message = "Diese Gruppe können Sie zu diesem Termin nicht einladen.";
    api.refuse(invitationsContract.invite, {
      code: "FORBIDDEN",
      errors: [{ path: "groupIds.0", code: "NOT_ALLOWED", message }],
    });
    await panel().getByRole("combobox", { name: "Gruppen" }).click();
    await page.getByRole("option", { name: "Musik->Chor" }).click();
    await invite();
    await expect.element(summary()).toMatchTextContent(message);
    await expect
      .element(panel().getByRole("combobox", { name: "Gruppen" }))
      .toHaveAccessibleDescription(/nicht einladen/);
  });

  test.each([
    ["UNPROCESSABLE", "TOO_MANY_GUESTS", "Zu viele Gäste für einen Termin: höchstens 200."],
    ["TOO_MANY_REQUESTS", "GUESTS_PER_DAY", "Zu viele Gäste für einen Tag: höchstens 200."],
  ] as const)("too many guests (%s) are said at their field", async (code, as, message) => {
    const api = await open();
    const errors = [{ path: "guests", code: as, message }];
    api.refuse(invitationsContract.invite, { code, as, detail: message, errors });
    await guests().fill("Gerda Gast, gerda@example.org");
    await invite();
    await expect.element(guests()).toHaveAccessibleDescription(new RegExp(message));
    await expect.element(guests()).toHaveValue("Gerda Gast, gerda@example.org");
    await expect.element(summary()).toMatchTextContent(`Gäste: ${message}`);
  });

  test("says before how many people learn of it, and by which way", async () => {
    const api = await open();
    api.answer(invitationsContract.previewInvite, {
      reach: { people: 104, mailed: 6, inApp: 71, unreachableCount: 27, unreachable: [] },
      already: 2,
    });
    await guests().fill("Gerda Gast, gerda@example.org");
    await expect
      .element(panel())
      .toMatchTextContent("104 Personen werden eingeladen und erfahren es: 6 per E-Mail");
    await expect.element(panel()).toMatchTextContent("2 Personen sind schon eingeladen.");
    expect(api.calls(invitationsContract.previewInvite).at(-1)?.body).toMatchObject({
      guests: [{ name: "Gerda Gast", email: "gerda@example.org" }],
    });
  });

  test("nobody chosen: nothing is sent", async () => {
    const api = await open();
    await invite();
    await expect.element(summary()).toMatchTextContent("Bitte wählen Sie, wen Sie einladen.");
    expect(sent(api)).toHaveLength(0);
  });

  test("a guest without an address is named", async () => {
    const api = await open();
    await guests().fill("Gerda Gast\nwalter@example.org");
    await invite();
    await expect
      .element(summary())
      .toMatchTextContent("Hier fehlt eine E-Mail-Adresse: Gerda Gast");
    expect(sent(api)).toHaveLength(0);
  });

  test("who is invited already is not invited twice", async () => {
    const api = await open();
    api.answer(invitationsContract.invite, []);
    await guests().fill("gerda@example.org");
    await invite();
    await expect.element(page.getByText("Alle Gewählten waren schon eingeladen.")).toBeVisible();
  });

  test("of a series the reader says to which evenings", async () => {
    const api = await open({ ...OCCURRENCE, can: ["EDIT", "INVITE"] });
    await panel().getByRole("radio", { name: "Zu allen kommenden Terminen der Serie" }).click();
    await guests().fill("gerda@example.org");
    await invite();
    await expect.poll(() => sent(api).map(({ query }) => query)).toEqual([{ scope: "ALL" }]);
  });

  test("on the phone the panel fits", async () => {
    await open(ORGANISED, "phone");
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("inviting on the phone");
  });
});

describe("what was invited", () => {
  async function openWith(rows: EventInvitation[]) {
    const api = serverWith({ events: [ORGANISED], invited: rows });
    const address = `/calendars/events/${ORGANISED.id}`;
    await renderPage(calendars, address, { api, as: ["QUERY_CALENDAR"] });
    await page.getByRole("button", { name: "Aktionen für Otto Lang" }).click();
    return api;
  }

  test("is taken back, and that as well", async () => {
    const rows = [INVITED];
    const api = await openWith(rows);
    api.answer(invitationsContract.deleteInvitation, () => void rows.pop());
    api.answer(invitationsContract.invite, () => {
      rows.push(INVITED);
      return [INVITED];
    });
    await page.getByRole("menuitem", { name: "Einladung zurücknehmen" }).click();
    await expect.element(page.getByText(/ist nicht mehr eingeladen/)).toBeVisible();
    await expect
      .element(page.getByText("Zu diesem Termin ist noch niemand eingeladen."))
      .toBeVisible();
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expect.element(page.getByRole("button", { name: "1 Offen" })).toBeVisible();
  });

  test("who may write to everybody begins a message to those of one answer", async () => {
    const api = serverWith({ events: [ORGANISED], invited: [INVITED] });
    const address = `/calendars/events/${ORGANISED.id}`;
    const as = ["QUERY_CALENDAR", "SEND_MESSAGE"] as const;
    const shown = await renderPage(calendars, address, { api, as });
    await page.getByRole("button", { name: "Nachricht" }).click();
    await expect
      .element(page.getByRole("menuitem", { name: "Alle Eingeladenen (1)" }))
      .toBeVisible();
    await expect.element(page.getByRole("menuitem", { name: /zugesagt/ })).not.toBeInTheDocument();
    await page.getByRole("menuitem", { name: "Wer noch nicht geantwortet hat (1)" }).click();
    await expect
      .poll(() => shown.address())
      .toBe(`/messaging/compose?event=${ORGANISED.id}&states=OPEN`);
  });

  test("who may write to nobody is not offered it", async () => {
    await openWith([INVITED]);
    expect(page.getByRole("button", { name: "Nachricht" }).elements()).toEqual([]);
  });

  test("an answer by telephone is entered with companions and what was said", async () => {
    const api = await openWith([INVITED]);
    api.answer(invitationsContract.answerForInvited, ({ body }) => ({ ...INVITED, ...body }));
    await page.getByRole("menuitem", { name: "Antwort mit Kommentar eintragen" }).click();
    const form = page.getByRole("dialog");
    await expect.element(form.getByLabelText("Begleitpersonen")).not.toBeInTheDocument();
    await form.getByRole("radio", { name: "Sagt zu" }).click();
    await form.getByLabelText("Begleitpersonen").fill("2");
    await form.getByLabelText("Kommentar").fill("Bringt Salat mit");
    await form.getByRole("button", { name: "Antwort eintragen" }).click();
    await expect
      .element(page.getByText("Die Antwort von Otto Lang ist eingetragen."))
      .toBeVisible();
    expect(api.calls(invitationsContract.answerForInvited).map(({ body }) => body)).toEqual([
      { state: "ACCEPTED", companions: 2, comment: "Bringt Salat mit" },
    ]);
  });
});
