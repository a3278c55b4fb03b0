import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible, expectNoSidewaysScroll, renderPage } from "#platform/web/testing.ts";
import { calendarsContract, type Event } from "../../contract.ts";
import { invitationsContract } from "../../invitation-contract.ts";
import calendars from "../module.tsx";
import { BOARD, INVITED, OCCURRENCE, PRACTICE, serverWith, TRAINING } from "../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T12:00:00+01:00"));

const as = ["QUERY_CALENDAR"] as const;
const title = () => page.getByLabelText("Titel (Pflichtangabe)");
const press = (name: string) => page.getByRole("button", { name }).click();
const summary = () => page.getByRole("alert").filter({ hasText: "Noch nicht gespeichert" });

describe("a new event", () => {
  const address = "/calendars/events/create?start=2026-11-24T19:00&end=2026-11-24T21:00";

  async function open(query = "", viewport?: "phone") {
    const api = serverWith({});
    const options = { api, as, ...(viewport && { viewport }) };
    const shown = await renderPage(calendars, address + query, options);
    await expect.element(title()).toBeVisible();
    return { api, shown };
  }

  test("is sent as it stands there, in the calendar one may write to", async () => {
    const { api, shown } = await open();
    api.answer(calendarsContract.createEvent, PRACTICE);
    await title().fill(" Probe ");
    await page.getByLabelText("Ort").fill("Vereinsheim");
    await press("Termin anlegen");
    await expect.element(page.getByText("Der Termin „Probe“ ist angelegt.")).toBeVisible();
    expect(shown.address()).toBe(`/calendars/events/${PRACTICE.id}`);
    const [call] = api.calls(calendarsContract.createEvent);
    expect(call?.params).toEqual({ id: TRAINING.id });
    expect({
      ...call?.body,
      startDateTime: Date.parse(call?.body.startDateTime ?? ""),
      endDateTime: Date.parse(call?.body.endDateTime ?? ""),
    }).toEqual({
      title: "Probe",
      description: null,
      location: "Vereinsheim",
      meetAt: null,
      startDateTime: Date.parse(PRACTICE.startDateTime),
      endDateTime: Date.parse(PRACTICE.endDateTime),
      allDay: false,
      invitationSettings: null,
      recurrence: null,
      exdates: [],
    });
  });

  test("invites with it, whom the reader may invite in the calendar, and guests", async () => {
    const { api } = await open("&title=Probe", "phone");
    const { id, firstname, lastname } = { id: INVITED.id, firstname: "Otto", lastname: "Lang" };
    api.answer(invitationsContract.searchInvitableIn, {
      everybody: false,
      people: [{ id, firstname, lastname, hasMail: true }],
      groups: [],
    });
    api.answer(calendarsContract.createEvent, PRACTICE);
    await expect.element(page.getByText("Gleich einladen")).toBeVisible();
    await expectAccessible("a new event with people to invite");
    const guests = page.getByLabelText("Gäste");
    await guests.fill("Gerda Gast");
    await press("Termin anlegen");
    await expect.element(summary()).toMatchTextContent("Hier fehlt eine E-Mail-Adresse: Gerda");
    await guests.fill("Gerda Gast, gerda@example.org");
    await expectNoSidewaysScroll(390);
    await press("Termin anlegen");
    await expect
      .element(page.getByText("Der Termin „Probe“ ist angelegt. Die Einladungen gehen hinaus."))
      .toBeVisible();
    expect(api.calls(calendarsContract.createEvent)).toMatchObject([
      { body: { invite: { guests: [{ name: "Gerda Gast", email: "gerda@example.org" }] } } },
    ]);
  });

  test("without a title nothing is sent, and the summary leads to the field", async () => {
    const { api } = await open();
    await press("Termin anlegen");
    await expect.element(summary()).toHaveFocus();
    await expect
      .element(title())
      .toHaveAccessibleDescription("Bitte geben Sie dem Termin einen Titel.");
    await page.getByRole("link", { name: "Titel" }).click();
    await expect.element(title()).toHaveFocus();
    expect(api.calls(calendarsContract.createEvent)).toHaveLength(0);
    await expectAccessible("the form with an error");
  });

  test("can be sent with Enter from the title", async () => {
    const { api, shown } = await open();
    api.answer(calendarsContract.createEvent, PRACTICE);
    await title().fill("Probe");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => shown.address()).toBe(`/calendars/events/${PRACTICE.id}`);
  });

  test("what the server refuses stands at its field, and nothing typed is lost", async () => {
    const { api } = await open();
    const message = "Der Ort ist belegt.";
    api.refuse(calendarsContract.createEvent, {
      code: "VALIDATION_FAILED",
      errors: [{ path: "location", code: "TAKEN", message }],
    });
    await title().fill("Probe");
    await page.getByLabelText("Ort").fill("Halle");
    await press("Termin anlegen");
    await expect.element(summary()).toMatchTextContent(`Ort: ${message}`);
    await expect.element(page.getByLabelText("Ort")).toHaveAccessibleDescription(message);
    await expect.element(title()).toHaveValue("Probe");
  });

  test("offers only calendars that one may write to", async () => {
    await open();
    await page.getByRole("combobox", { name: "Kalender (Pflichtangabe)" }).click();
    await expect.element(page.getByRole("option", { name: TRAINING.name })).toBeVisible();
    await expect.element(page.getByRole("option", { name: BOARD.name })).not.toBeInTheDocument();
  });

  test("without any such calendar the page says who can help", async () => {
    const api = serverWith({ calendars: [BOARD] });
    await renderPage(calendars, address, { api, as });
    await expect
      .element(page.getByText(/^In keinem Kalender dürfen Sie Termine anlegen\./))
      .toBeVisible();
    await expect.element(title()).not.toBeInTheDocument();
  });

  test("typing another beginning keeps the length, sign by sign and corrected again", async () => {
    await open();
    const [begin, end] = [page.getByLabelText("Beginn um"), page.getByLabelText("Ende um")];
    for (const [typed, until] of [
      ["19:30", "21:30"],
      ["1830", "20:30"],
      ["18.45", "20:45"],
    ] as const) {
      // One after the other, as it is typed.
      /* oxlint-disable no-await-in-loop */
      await begin.click();
      await userEvent.keyboard(`{Control>}a{/Control}${typed}{Tab}`);
      await expect.element(end).toHaveValue(until);
      /* oxlint-enable no-await-in-loop */
    }
    await begin.click();
    await userEvent.keyboard("{Control>}a{/Control}19:3{Backspace}{Backspace}{Backspace}9:15{Tab}");
    await expect.element(end).toHaveValue("21:15");
  });

  test("all day has no times", async () => {
    const { api } = await open();
    api.answer(calendarsContract.createEvent, { ...PRACTICE, allDay: true });
    await title().fill("Ausflug");
    await page.getByRole("switch", { name: "Ganztägig" }).click();
    await expect.element(page.getByLabelText("Beginn um")).not.toBeInTheDocument();
    await press("Termin anlegen");
    await expect
      .poll(() => api.calls(calendarsContract.createEvent).map(({ body }) => body.allDay))
      .toEqual([true]);
  });

  test("on the phone the form fits", async () => {
    await open("", "phone");
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("the form on the phone");
  });
});

describe("changing an event", () => {
  const EDITABLE: Event = { ...PRACTICE, can: ["EDIT"] };

  async function open(event: Event, invited = [INVITED]) {
    const api = serverWith({ events: [event], invited });
    const shown = await renderPage(calendars, `/calendars/events/${event.id}/edit`, { api, as });
    await expect.element(title()).toHaveValue("Probe");
    return { api, shown };
  }

  test("sends the version, and leaves untouched times the point in time they were", async () => {
    const { api, shown } = await open(EDITABLE);
    api.answer(calendarsContract.updateEvent, { ...EDITABLE, title: "Generalprobe", version: 4 });
    await title().fill("Generalprobe");
    await press("Termin speichern");
    await expect
      .element(page.getByText("Der Termin „Generalprobe“ ist gespeichert."))
      .toBeVisible();
    expect(shown.address()).toBe(`/calendars/events/${PRACTICE.id}`);
    expect(api.calls(calendarsContract.updateEvent)).toMatchObject([
      {
        params: { id: PRACTICE.id },
        query: { resetAnswers: false },
        body: {
          title: "Generalprobe",
          startDateTime: PRACTICE.startDateTime,
          endDateTime: PRACTICE.endDateTime,
          version: 3,
        },
      },
    ]);
  });

  test("of an evening of a series means only that one, unless one chooses more", async () => {
    const { api } = await open(OCCURRENCE);
    api.answer(calendarsContract.updateEvent, OCCURRENCE);
    await expect
      .element(page.getByRole("radio", { name: "Nur diesen Termin am 24.11.2026" }))
      .toBeChecked();
    await expect
      .element(page.getByRole("combobox", { name: "Kalender (Pflichtangabe)" }))
      .toBeDisabled();
    await page.getByRole("radio", { name: "Diesen und alle folgenden Termine" }).click();
    await title().fill("Generalprobe");
    await press("Termin speichern");
    await expect
      .poll(() => api.calls(calendarsContract.updateEvent).map(({ query }) => query.scope))
      .toEqual(["FOLLOWING"]);
  });

  test("a new place lets the organiser ask everybody again", async () => {
    const { api } = await open({ ...EDITABLE, can: ["EDIT", "INVITE"] });
    api.answer(calendarsContract.updateEvent, EDITABLE);
    const again = page.getByRole("checkbox", { name: /^Antworten zurücksetzen/ });
    await expect.element(again).not.toBeInTheDocument();
    await page.getByLabelText("Ort").fill("Stadthalle");
    await again.click();
    await press("Termin speichern");
    await expect
      .poll(() => api.calls(calendarsContract.updateEvent).map(({ query }) => query.resetAnswers))
      .toEqual([true]);
  });

  test("someone else saved first: both changes come together on the newer version", async () => {
    const { api, shown } = await open(EDITABLE);
    const current: Event = { ...EDITABLE, location: "Stadthalle", version: 9 };
    api.refuse(calendarsContract.updateEvent, { code: "STALE_VERSION", current });
    await title().fill("Generalprobe");
    await press("Termin speichern");
    await press("Übernehmen und weiter bearbeiten");
    await expect.element(page.getByLabelText("Ort")).toHaveValue("Stadthalle");
    await expect.element(title()).toHaveValue("Generalprobe");
    api.answer(calendarsContract.updateEvent, { ...current, version: 10 });
    await press("Termin speichern");
    await expect.poll(() => shown.address()).toBe(`/calendars/events/${PRACTICE.id}`);
    expect(api.calls(calendarsContract.updateEvent).at(-1)?.body).toMatchObject({
      title: "Generalprobe",
      location: "Stadthalle",
      version: 9,
    });
  });
});
