import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible, expectNoSidewaysScroll, renderPage } from "#platform/web/testing.ts";
import { calendarsContract, type Event, type MyInvitation } from "../../contract.ts";
import { invitationsContract, type EventInvitation } from "../../invitation-contract.ts";
import calendars from "../module.tsx";
import {
  INVITED,
  NOBODY_TOLD,
  OCCURRENCE,
  OPEN_INVITATION,
  PRACTICE,
  serverWith,
} from "../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T12:00:00+01:00"));

const as = ["QUERY_CALENDAR"] as const;

async function open(event: Event, invited: EventInvitation[] = [], viewport?: "phone") {
  const api = serverWith({ events: [event], invited });
  const options = { api, as, ...(viewport && { viewport }) };
  const shown = await renderPage(calendars, `/calendars/events/${event.id}`, options);
  await expect.element(page.getByRole("heading", { level: 1, name: event.title })).toBeVisible();
  return { api, shown };
}

const more = () => page.getByRole("button", { name: "Mehr" });
const choose = async (name: string) => {
  await more().click();
  await page.getByRole("menuitem", { name }).click();
};

describe("what everybody reads", () => {
  test("time, place, calendar and description", async () => {
    await open(PRACTICE);
    await expect.element(page.getByText("Dienstag, 24.11.2026, 19:00 bis 21:00 Uhr")).toBeVisible();
    await expect.element(page.getByText("Vereinsheim")).toBeVisible();
    await expect.element(page.getByText("Bitte Noten mitbringen")).toBeVisible();
    await expectAccessible("an event");
  });

  test("who may only read finds no buttons, and nobody's invitations are asked for", async () => {
    const { api } = await open(PRACTICE);
    await expect.element(more()).not.toBeInTheDocument();
    await expect.element(page.getByRole("link", { name: /earbeiten/ })).not.toBeInTheDocument();
    expect(api.calls(invitationsContract.listEventInvitations)).toHaveLength(0);
  });

  test("an evening of a series leads to the whole series", async () => {
    const { shown } = await open(OCCURRENCE);
    // Its colour alone would not tell the link from the sentence around it.
    await expectAccessible("an evening of a series");
    await page.getByRole("link", { name: "Ganze Serie ansehen" }).click();
    await expect.poll(() => shown.address()).toBe(`/calendars/events/${OCCURRENCE.occurrenceOf}`);
  });

  test("a series names its rule and the days on which it does not take place", async () => {
    const series: Event = {
      ...OCCURRENCE,
      occurrenceOf: null,
      originalStart: null,
      exdates: ["2026-12-29T19:00:00+01:00"],
    };
    await open(series);
    await expect.element(page.getByText(/^Jede Woche/)).toBeVisible();
    await expect.element(page.getByText("Fällt aus am 29.12.2026.")).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Serie bearbeiten" })).toBeVisible();
  });

  test("a cancelled event says so", async () => {
    await open({ ...PRACTICE, status: "CANCELLED" });
    await expect.element(page.getByText("Dieser Termin ist abgesagt.")).toBeVisible();
  });

  test("one that is gone leads to the calendar", async () => {
    const api = serverWith({});
    api.refuse(calendarsContract.getEvent, { code: "NOT_FOUND" });
    await renderPage(calendars, `/calendars/events/${PRACTICE.id}`, { api, as });
    await expect.element(page.getByText(/^Diesen Termin gibt es nicht mehr/)).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Zum Kalender" })).toBeVisible();
  });

  test("after a failure the reader tries again and sees it", async () => {
    const api = serverWith({});
    api.disconnect(calendarsContract.getEvent);
    await renderPage(calendars, `/calendars/events/${PRACTICE.id}`, { api, as });
    const again = page.getByRole("button", { name: "Erneut versuchen" });
    await expect.element(again).toBeVisible();
    api.answer(calendarsContract.getEvent, PRACTICE);
    await again.click();
    await expect.element(page.getByText("Bitte Noten mitbringen")).toBeVisible();
  });

  test("on the phone a long title and place break instead of widening the page", async () => {
    const long = "Jahreshauptversammlung mit Ehrungen ".repeat(4).trim();
    await open({ ...PRACTICE, title: long, location: long, can: ["EDIT"] }, [], "phone");
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("an event on the phone");
  });

  test("on the phone a word without end breaks, in title and place", async () => {
    const endless = "Donaudampfschifffahrt".repeat(8);
    await open({ ...PRACTICE, title: endless, location: endless }, [], "phone");
    await expectNoSidewaysScroll(390);
  });
});

describe("cancelling and deleting", () => {
  test("of a series the question is how much; the answer goes to the server and can be taken back", async () => {
    const { api } = await open(OCCURRENCE);
    api.answer(calendarsContract.cancelEvent, { ...OCCURRENCE, status: "CANCELLED" });
    api.answer(calendarsContract.reinstateEvent, OCCURRENCE);
    await choose("Termin absagen");
    const dialog = page.getByRole("dialog", { name: "„Probe“ absagen?" });
    await dialog.getByRole("radio", { name: "Dieser und alle folgenden" }).click();
    await dialog.getByRole("button", { name: "Termin absagen" }).click();
    await expect.element(page.getByText(/^„Probe“ ist abgesagt\./)).toBeVisible();
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expect.poll(() => api.calls(calendarsContract.reinstateEvent)).toHaveLength(1);
    const expected = { params: { id: OCCURRENCE.id }, query: { scope: "FOLLOWING" } };
    expect(api.calls(calendarsContract.cancelEvent)).toMatchObject([expected]);
    expect(api.calls(calendarsContract.reinstateEvent)).toMatchObject([expected]);
  });

  test("before calling off it says who learns of it, and takes a reason", async () => {
    const { api } = await open({ ...PRACTICE, can: ["CANCEL"] });
    const unreachable = [
      { id: PRACTICE.id, name: "Kim Kind", reason: "NO_ADDRESS" as const, family: "Pia Kind" },
    ];
    api.answer(invitationsContract.getCancellation, {
      ...NOBODY_TOLD,
      invited: { people: 12, mailed: 9, inApp: 2, unreachableCount: 1, unreachable },
    });
    api.answer(calendarsContract.cancelEvent, { ...PRACTICE, status: "CANCELLED" });
    await choose("Termin absagen");
    const dialog = page.getByRole("dialog", { name: "„Probe“ absagen?" });
    await expect
      .element(dialog)
      .toMatchTextContent("9 per E-Mail, 2 nach dem Anmelden, 1 auf keinem Weg.");
    await dialog.getByRole("button", { name: "Wer nicht erreicht wird" }).click();
    await expect.element(dialog).toMatchTextContent("Kim Kind (keine E-Mail-Adresse, Familie: Pia");
    await expect.element(dialog.getByText("Wer soll es erfahren?")).not.toBeInTheDocument();
    await expectAccessible("calling off");
    await dialog.getByLabelText("Grund").fill("Halle gesperrt");
    await dialog.getByRole("button", { name: "Termin absagen" }).click();
    await expect
      .element(page.getByText("„Probe“ ist abgesagt. 9 E-Mails gehen in Kürze hinaus."))
      .toBeVisible();
    expect(api.calls(calendarsContract.cancelEvent)).toMatchObject([
      { body: { reason: "Halle gesperrt" } },
    ]);
  });

  test("with nobody invited it asks whom to tell; nobody is told by default", async () => {
    const { api } = await open({ ...PRACTICE, can: ["CANCEL"] }, [], "phone");
    const groups = [{ id: OCCURRENCE.id, name: "Chor", groupName: "Musik", count: 12 }];
    api.answer(invitationsContract.getCancellation, { ...NOBODY_TOLD, groups, everyone: 104 });
    api.answer(calendarsContract.cancelEvent, { ...PRACTICE, status: "CANCELLED" });
    await choose("Termin absagen");
    const dialog = page.getByRole("dialog", { name: "„Probe“ absagen?" });
    await expect.element(dialog).toMatchTextContent("Zu diesem Termin ist niemand eingeladen.");
    await expect
      .element(dialog.getByRole("radio", { name: "Niemand, es steht nur im Kalender" }))
      .toBeChecked();
    await expect
      .element(dialog.getByRole("radio", { name: /freigegeben ist \(104 Personen\)/ }))
      .toBeVisible();
    await dialog.getByRole("radio", { name: "Gruppen" }).click();
    await dialog.getByRole("combobox", { name: "Gruppen" }).fill("chor");
    await page.getByRole("option", { name: "Musik->Chor (12 Personen)" }).click();
    await expectAccessible("whom to tell");
    await expectNoSidewaysScroll(390);
    await dialog.getByRole("button", { name: "Termin absagen" }).click();
    await expect.element(page.getByText(/Die Nachricht geht hinaus\./)).toBeVisible();
    expect(api.calls(calendarsContract.cancelEvent)).toMatchObject([
      { body: { tell: { groupIds: [OCCURRENCE.id], everyone: false } } },
    ]);
  });

  test("why it was called off stands at the event", async () => {
    await open({ ...PRACTICE, status: "CANCELLED", cancelReason: "Sturmschaden" });
    await expect.element(page.getByText("Sturmschaden")).toBeVisible();
  });

  test("a single event is deleted as a whole, and the reader is back at the calendar", async () => {
    const { api, shown } = await open({ ...PRACTICE, can: ["EDIT", "DELETE"] });
    api.answer(calendarsContract.deleteEvent);
    await choose("Termin löschen");
    const dialog = page.getByRole("dialog", { name: "„Probe“ löschen?" });
    await expect.element(dialog).toMatchTextContent("mit allen Einladungen und Antworten");
    await expect.element(dialog.getByRole("radio")).not.toBeInTheDocument();
    await dialog.getByRole("button", { name: "Termin löschen" }).click();
    await expect.element(page.getByText("Der Termin „Probe“ ist gelöscht.")).toBeVisible();
    expect(shown.address()).toBe("/calendars");
    expect(api.calls(calendarsContract.deleteEvent)).toMatchObject([
      { params: { id: PRACTICE.id }, query: {} },
    ]);
  });

  test("a cancellation is taken back, and others can be told", async () => {
    const { api } = await open({ ...PRACTICE, status: "CANCELLED", can: ["REINSTATE"] });
    api.answer(calendarsContract.reinstateEvent, PRACTICE);
    await choose("Absage zurücknehmen");
    await page.getByRole("dialog").getByRole("button", { name: "Absage zurücknehmen" }).click();
    await expect.element(page.getByText("„Probe“ findet statt.")).toBeVisible();
  });

  test("the menu offers what the rights allow, no more", async () => {
    await open({ ...PRACTICE, can: ["EDIT"] });
    await more().click();
    await expect
      .element(page.getByRole("menuitem"))
      .toMatchTextContent("Als neuen Termin kopieren");
    expect(page.getByRole("menuitem").elements()).toHaveLength(1);
  });
});

describe("the own answer", () => {
  const MINE: MyInvitation = {
    id: OPEN_INVITATION.id,
    state: "OPEN",
    position: null,
    comment: null,
    companions: 0,
    answeredAt: null,
  };

  test("is given here, and taken back to where it was", async () => {
    const { api } = await open({ ...PRACTICE, myInvitation: MINE });
    api.answer(invitationsContract.answerInvitation, { ...OPEN_INVITATION, state: "ACCEPTED" });
    api.answer(invitationsContract.takeBackAnswer, OPEN_INVITATION);
    await expect.element(page.getByText("Sie haben noch nicht geantwortet.")).toBeVisible();
    await page.getByLabelText("Kommentar").fill("Komme später");
    await page.getByRole("button", { name: "Zusagen" }).click();
    await expect.element(page.getByText("Sie haben für „Probe“ zugesagt.")).toBeVisible();
    expect(api.calls(invitationsContract.answerInvitation)).toEqual([
      {
        params: { id: MINE.id },
        query: { accept: true },
        body: { comment: "Komme später", companions: 0 },
      },
    ]);
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expect.poll(() => api.calls(invitationsContract.takeBackAnswer)).toHaveLength(1);
  });

  test("after the deadline the reader is told until when it was possible", async () => {
    const settings = {
      deadline: "2026-11-21T18:00:00+01:00",
      maximum: null,
      allowComment: true,
      allowCompanions: false,
      waitingList: true,
    };
    await open({ ...PRACTICE, invitationSettings: settings, myInvitation: MINE });
    await expect
      .element(page.getByText(/^Geantwortet werden konnte bis 21\.11\.2026 18:00 Uhr\./))
      .toBeVisible();
    await expect.element(page.getByRole("button", { name: "Zusagen" })).not.toBeInTheDocument();
  });

  test("when the last place has just gone the server's words stand in the form", async () => {
    const { api } = await open({ ...PRACTICE, myInvitation: MINE });
    const detail = "Alle Plätze sind vergeben.";
    api.refuse(invitationsContract.answerInvitation, {
      code: "CONFLICT",
      as: "EVENT_FULL",
      detail,
    });
    await page.getByLabelText("Kommentar").fill("Gern");
    await page.getByRole("button", { name: "Zusagen" }).click();
    await expect.element(page.getByRole("alert").filter({ hasText: detail })).toBeVisible();
    await expect.element(page.getByLabelText("Kommentar")).toHaveValue("Gern");
  });
});

describe("the invited people, for organisers", () => {
  const ORGANISED: Event = { ...PRACTICE, can: ["EDIT", "INVITE"] };
  const ACCEPTED: EventInvitation = {
    ...INVITED,
    id: "0193a000-0000-7000-8000-0000000000f3",
    state: "ACCEPTED",
    user: null,
    guest: { name: "Gerda Gast", email: "gerda@example.org" },
    hasMail: false,
    companions: 2,
  };
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });

  test("nobody invited yet", async () => {
    await open(ORGANISED);
    await expect
      .element(page.getByText("Zu diesem Termin ist noch niemand eingeladen."))
      .toBeVisible();
    await expect.element(page.getByRole("button", { name: "Liste" })).not.toBeInTheDocument();
  });

  test("names, answers, companions and who gets no mail", async () => {
    await open(ORGANISED, [INVITED, ACCEPTED]);
    await expect.element(row("Otto Lang")).toMatchTextContent("Offen");
    await expect.element(row("Gerda Gast")).toMatchTextContent(/Gast.*Zugesagt.*\+2/);
    await expect
      .element(row("Gerda Gast").getByRole("img", { name: "Bekommt keine E-Mail" }))
      .toBeVisible();
    await expect.element(page.getByRole("group", { name: "Antworten" })).toBeVisible();
    await expectAccessible("the invited people");
  });

  test("a number shows only those, and the address keeps it", async () => {
    const { api, shown } = await open(ORGANISED, [INVITED, ACCEPTED]);
    const number = page.getByRole("button", { name: "1 Zugesagt" });
    await number.click();
    await expect.element(row("Otto Lang")).not.toBeInTheDocument();
    await expect.element(number).toHaveAttribute("aria-pressed", "true");
    expect(shown.address()).toBe(`/calendars/events/${ORGANISED.id}?answer=ACCEPTED&page=0`);
    expect(api.calls(invitationsContract.listEventInvitations).at(-1)?.query).toMatchObject({
      state: "ACCEPTED",
      page: 0,
    });
  });

  test("the silent ones are reminded, and those without an address are named", async () => {
    const { api } = await open(ORGANISED, [INVITED]);
    api.answer(invitationsContract.remindInvited, { reminded: 1, withoutMail: 2 });
    await page.getByRole("button", { name: "1 Person erinnern" }).click();
    await expect
      .element(page.getByText("1 Erinnerung geht hinaus. 2 Personen haben keine E-Mail-Adresse."))
      .toBeVisible();
  });

  test("an organiser accepts for somebody and can take it back", async () => {
    const { api } = await open(ORGANISED, [INVITED]);
    api.answer(invitationsContract.answerForInvited, ({ body }) => ({ ...INVITED, ...body }));
    await page.getByRole("button", { name: "Aktionen für Otto Lang" }).click();
    await page.getByRole("menuitem", { name: "Für Otto Lang zusagen" }).click();
    await expect.element(page.getByText("Otto Lang: Zugesagt.")).toBeVisible();
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expect.poll(() => api.calls(invitationsContract.answerForInvited)).toHaveLength(2);
    expect(api.calls(invitationsContract.answerForInvited).map(({ body }) => body.state)).toEqual([
      "ACCEPTED",
      "OPEN",
    ]);
  });

  test("without the right to answer for others only reading is left", async () => {
    await open(ORGANISED, [{ ...INVITED, can: ["DELETE"] }]);
    await page.getByRole("button", { name: "Aktionen für Otto Lang" }).click();
    await expect.element(page.getByRole("menuitem")).toMatchTextContent("Einladung zurücknehmen");
    expect(page.getByRole("menuitem").elements()).toHaveLength(1);
  });
});
