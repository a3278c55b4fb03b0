import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible, expectNoSidewaysScroll, renderPage } from "#platform/web/testing.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import { calendarsContract, type Calendar, type Event } from "../contract.ts";
import { exchangeContract } from "../exchange-contract.ts";
import { invitationsContract } from "../invitation-contract.ts";
import calendars from "./module.tsx";
import {
  BOARD,
  INVITED,
  OCCURRENCE,
  OPEN_INVITATION,
  PRACTICE,
  serverWith,
  TRAINING,
} from "./testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T12:00:00+01:00"));

const EDITABLE: Event = { ...PRACTICE, can: ["EDIT"] };

interface Options {
  calendars?: Calendar[];
  as?: Permission[];
  viewport?: "desktop" | "phone";
  frame?: "shell";
}

async function open(query: string, events: Event[] = [], options: Options = {}) {
  const { calendars: given, as = [], viewport = "desktop", frame } = options;
  const api = serverWith({ events, ...(given && { calendars: given }) });
  const shown = await renderPage(calendars, `/calendars${query}`, {
    api,
    as: ["QUERY_CALENDAR", ...as],
    viewport,
    ...(frame && { frame }),
  });
  return { api, shown };
}

const heading = (name: string) => page.getByRole("heading", { level: 1, name });
const event = (name = /Probe/) => page.getByRole("link", { name });
const day = (date: string) => {
  const cell = document.querySelector(`[role="cell"][data-date="${date}"]`);
  if (!(cell instanceof HTMLElement)) throw new Error(`${date} is not in view`);
  return cell;
};
const textOf = (date: string) => day(date).textContent;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Presses, moves and lets go as a mouse does, in steps that the board takes for a drag. */
async function drag(from: Element, to: Element): Promise<void> {
  // The board learns the heights of its rows after the frame that first shows them; it finds no day
  // under a press before.
  for (let frame = 0; frame < 3; frame += 1) await nextFrame();
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const fire = (target: EventTarget, type: string, x: number, y: number) =>
    target.dispatchEvent(
      new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: y, button: 0 }),
    );
  const [x, y] = [start.left + 12, start.top + start.height / 2];
  const [toX, toY] = [end.left + end.width / 2, end.top + end.height / 2];
  fire(from, "mousedown", x, y);
  for (let step = 1; step <= 6; step += 1) {
    const [nowX, nowY] = [x + ((toX - x) * step) / 6, y + ((toY - y) * step) / 6];
    fire(document.elementFromPoint(nowX, nowY) ?? document, "mousemove", nowX, nowY);
    await nextFrame();
  }
  fire(document.elementFromPoint(toX, toY) ?? document, "mouseup", toX, toY);
}

describe("a click on an event", () => {
  const card = () => page.getByRole("dialog", { name: "Probe" });

  test("opens a card with what, when and where, and ways on", async () => {
    const { shown } = await open("", [EDITABLE]);
    await event().click();
    await expect.element(card()).toMatchTextContent("24.11.2026");
    await expect.element(card()).toMatchTextContent("Vereinsheim");
    await expectAccessible("the card of an event");
    expect(shown.address()).toBe("/calendars");
    await expect
      .element(card().getByRole("link", { name: "Bearbeiten" }))
      .toHaveAttribute("href", expect.stringMatching(/\/edit$/));
    await userEvent.keyboard("{Escape}");
    await expect.element(card()).not.toBeInTheDocument();
    await event().click();
    await card().getByRole("link", { name: "Öffnen" }).click();
    await expect.poll(() => shown.address()).toBe(`/calendars/events/${PRACTICE.id}`);
  });

  test("is answered there, and taken back", async () => {
    const mine = {
      id: INVITED.id,
      state: "OPEN" as const,
      position: null,
      comment: null,
      companions: 0,
      answeredAt: null,
    };
    const { api } = await open("", [{ ...PRACTICE, myInvitation: mine }], {
      viewport: "phone",
      frame: "shell",
    });
    api.answer(invitationsContract.answerInvitation, { ...OPEN_INVITATION, state: "ACCEPTED" });
    api.answer(invitationsContract.takeBackAnswer, OPEN_INVITATION);
    await page
      .getByText(/^Probe/)
      .first()
      .click();
    await expect.element(card()).toMatchTextContent("Sie haben noch nicht geantwortet.");
    await expectNoSidewaysScroll(390);
    await card().getByRole("button", { name: "Zusagen" }).click();
    await expect.element(page.getByText("Sie haben für „Probe“ zugesagt.")).toBeVisible();
    await expect.element(card()).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expect.poll(() => api.calls(invitationsContract.takeBackAnswer)).toHaveLength(1);
  });

  test("a cancelled one says so and takes no answer", async () => {
    await open("", [{ ...PRACTICE, status: "CANCELLED", cancelReason: "Sturm" }]);
    await event().click();
    await expect.element(card()).toMatchTextContent("Abgesagt");
    await expect.element(card()).toMatchTextContent("Sturm");
    await expect.element(card().getByRole("button", { name: "Zusagen" })).not.toBeInTheDocument();
  });

  test("the month tells two of the same name apart by their place", async () => {
    const name = "Training der zweiten Mannschaft im Fußball";
    await open("", [
      { ...PRACTICE, title: name, location: "Halle Ost" },
      { ...PRACTICE, id: BOARD.id, title: name, location: "Halle West" },
    ]);
    for (const place of ["Halle Ost", "Halle West"])
      await expect.element(page.getByTitle(new RegExp(`${name}, ${place}`))).toBeVisible();
  });
});

describe("what is in sight", () => {
  test("the month with its events, each on its day and with its time", async () => {
    await open("", [PRACTICE]);
    await expect.element(heading("November 2026")).toBeVisible();
    await expect.element(event()).toBeVisible();
    expect(textOf("2026-11-24")).toMatch(/19:00\s*Probe/);
    await expectAccessible("the month");
  });

  test("an event of several days reaches over all of them", async () => {
    const camp: Event = {
      ...PRACTICE,
      title: "Lager",
      allDay: true,
      startDateTime: "2026-11-10T00:00:00+01:00",
      endDateTime: "2026-11-12T23:59:59+01:00",
    };
    await open("", [camp]);
    await expect.element(event(/Lager/)).toBeVisible();
    const bar = event(/Lager/).element().getBoundingClientRect();
    const [first, last] = [day("2026-11-10"), day("2026-11-12")].map((cell) =>
      cell.getBoundingClientRect(),
    );
    expect(bar.left).toBeGreaterThanOrEqual((first?.left ?? 0) - 1);
    expect(bar.right).toBeLessThanOrEqual((last?.right ?? 0) + 1);
    expect(bar.width).toBeGreaterThan((first?.width ?? 0) * 2.5);
  });

  test("a cancelled one says so, a series and the own answer are told to everybody", async () => {
    const answered = { id: OCCURRENCE.id, position: null, comment: null, companions: 0 };
    const myInvitation = { ...answered, state: "ACCEPTED" as const, answeredAt: null };
    await open("?view=week", [{ ...OCCURRENCE, status: "CANCELLED", myInvitation }]);
    await expect.element(heading("16.–22. November 2026")).toBeVisible();
    await page.getByRole("button", { name: "Vor", exact: true }).click();
    await expect.element(event(/Abgesagt:/)).toBeVisible();
    await expect.element(page.getByRole("img", { name: "Ihre Antwort: zugesagt" })).toBeVisible();
    await expect.element(page.getByRole("img", { name: "Serientermin" })).toBeVisible();
    await expectAccessible("the week");
  });

  test("on the two days on which the clock changes, hours are the club's", async () => {
    const from = (startDateTime: string, endDateTime: string, part: Partial<Event>): Event => ({
      ...PRACTICE,
      startDateTime,
      endDateTime,
      ...part,
    });
    await open("?view=list&date=2026-10-24", [
      from("2026-10-24T22:00:00+02:00", "2026-10-25T06:00:00+01:00", { title: "Nachtwache" }),
      from("2026-10-25T10:00:00+01:00", "2026-10-25T12:00:00+01:00", {
        id: OCCURRENCE.calendar.id,
      }),
    ]);
    await expect.element(page.getByText(/22:00/).first()).toBeVisible();
    await expect.element(page.getByText(/10:00/).first()).toBeVisible();
    await expect.element(page.getByText(/6:00/).first()).toBeVisible();
  });

  test("the year: each day that has something leads there", async () => {
    const { shown } = await open("?view=year", [PRACTICE]);
    await expect.element(heading("2026")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "22.11.2026, heute" })).toBeVisible();
    await expectAccessible("the year");
    await page.getByRole("button", { name: "24.11.2026, 1 Termin" }).click();
    await expect.poll(() => shown.address()).toContain("view=day&date=2026-11-24");
    await expect.element(heading("Dienstag, 24. November 2026")).toBeVisible();
    shown.back();
    await page.getByRole("button", { name: "März", exact: true }).click();
    await expect.element(heading("März 2026")).toBeVisible();
  });

  test("the list of a time without events says so", async () => {
    await open("?view=list");
    await expect.element(page.getByText("In diesem Zeitraum gibt es keine Termine.")).toBeVisible();
    await expect.element(heading("22.11.2026 bis 20.01.2027")).toBeVisible();
  });

  test("more than a day has room for are folded", async () => {
    const many = Array.from({ length: 7 }, (_, index) => ({
      ...PRACTICE,
      id: `0193a000-0000-7000-8000-00000000010${index}`,
      title: `Probe ${index}`,
    }));
    await open("", many);
    const more = page.getByText(/^\+ \d weitere/);
    await expect.element(more).toBeVisible();
    await more.click();
    await expect.element(event(/Probe 6/).last()).toBeVisible();
  });

  test("after a failure the events can be loaded again", async () => {
    const api = serverWith({});
    api.disconnect(calendarsContract.searchEvents);
    await renderPage(calendars, "/calendars?view=list", { api, as: ["QUERY_CALENDAR"] });
    const again = page.getByRole("button", { name: "Erneut versuchen" });
    await expect.element(again).toBeVisible();
    api.answer(calendarsContract.searchEvents, [PRACTICE]);
    await again.click();
    await expect.element(page.getByText(/^Probe/).first()).toBeVisible();
  });

  test("a club without calendars: who manages them makes one, others learn why it is empty", async () => {
    await open("", [], { calendars: [], as: ["MANAGE_CALENDAR"] });
    await expect
      .element(page.getByRole("link", { name: "Kalender anlegen" }))
      .toHaveAttribute("href", expect.stringMatching(/\/calendars\/create$/));
  });

  test("… and a member", async () => {
    await open("", [], { calendars: [] });
    await expect
      .element(page.getByText("Für Sie ist noch kein Kalender freigegeben."))
      .toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Kalender anlegen" }))
      .not.toBeInTheDocument();
  });
});

describe("the way to other times", () => {
  test("buttons, and Back leads to where one was", async () => {
    const { shown } = await open("?date=2031-05-01");
    await page.getByRole("button", { name: "Vor", exact: true }).click();
    await expect.element(heading("Juni 2031")).toBeVisible();
    shown.back();
    await expect.element(heading("Mai 2031")).toBeVisible();
    await page.getByRole("button", { name: "Heute" }).click();
    await expect.element(heading("November 2026")).toBeVisible();
    expect(shown.address()).not.toContain("date=");
  });

  test("keys: arrows, the views' letters, today and a new event", async () => {
    const { shown } = await open("?date=2031-05-01");
    await expect.element(heading("Mai 2031")).toBeVisible();
    for (const [key, title] of [
      ["{ArrowRight}", "Juni 2031"],
      ["{ArrowLeft}", "Mai 2031"],
      ["j", "2031"],
      ["t", "Donnerstag, 1. Mai 2031"],
      ["w", "28. April – 4. Mai 2031"],
      ["l", "01.05.2031 bis 29.06.2031"],
      ["m", "Mai 2031"],
      ["h", "November 2026"],
    ] as const) {
      await userEvent.keyboard(key);
      await expect.element(heading(title)).toBeVisible();
    }
    await userEvent.keyboard("n");
    await expect.poll(() => shown.address()).toBe("/calendars/events/create?start=2026-11-22");
  });

  test("who may write nowhere finds no way to a new event, by key neither", async () => {
    const { shown } = await open("", [], { calendars: [BOARD] });
    await expect.element(heading("November 2026")).toBeVisible();
    await userEvent.keyboard("n");
    await expect
      .element(page.getByRole("link", { name: "Termin anlegen" }))
      .not.toBeInTheDocument();
    await page.getByRole("button", { name: "Mehr", exact: true }).click();
    await expect.element(page.getByRole("menuitem", { name: "Drucken" })).toBeVisible();
    await expect
      .element(page.getByRole("menuitem", { name: "Termine importieren" }))
      .not.toBeInTheDocument();
    expect(shown.address()).not.toContain("create");
  });

  test("the small month leads to a day", async () => {
    const { shown } = await open("?view=day");
    await page.getByRole("button", { name: "Freitag, 27. November 2026" }).click();
    await expect.poll(() => shown.address()).toContain("date=2026-11-27");
  });

  test("an address with nonsense shows the month of today", async () => {
    await open("?view=heute&date=gestern");
    await expect.element(heading("November 2026")).toBeVisible();
  });
});

describe("the calendars beside the board", () => {
  test("one is switched off and on, and the address keeps it", async () => {
    const { api, shown } = await open("", [PRACTICE]);
    await expect.element(event()).toBeVisible();
    const asked = api.calls(calendarsContract.searchEvents).length;
    await page.getByRole("checkbox", { name: TRAINING.name }).click();
    await expect.element(event()).not.toBeInTheDocument();
    expect(shown.address()).toContain(`hidden=${TRAINING.id}`);
    // What is shown is the page's own business.
    expect(api.calls(calendarsContract.searchEvents)).toHaveLength(Math.max(asked, 3));
    await page.getByRole("button", { name: "Alle zeigen" }).click();
    await expect.element(event()).toBeVisible();
  });

  test("one alone", async () => {
    await open("", [PRACTICE]);
    await page.getByRole("button", { name: `Mehr zu ${BOARD.name}` }).click();
    await page.getByRole("menuitem", { name: "Nur diesen zeigen" }).click();
    await expect.element(page.getByRole("checkbox", { name: TRAINING.name })).not.toBeChecked();
    await expect.element(page.getByRole("checkbox", { name: BOARD.name })).toBeChecked();
    await expect.element(event()).not.toBeInTheDocument();
  });

  test("the menu offers what the rights allow", async () => {
    const managed: Calendar = { ...TRAINING, can: ["EDIT", "DELETE"], icsId: "abc" };
    await open("", [], { calendars: [managed, BOARD], as: ["MANAGE_CALENDAR"] });
    await page.getByRole("button", { name: `Mehr zu ${TRAINING.name}` }).click();
    await expect
      .poll(() =>
        page
          .getByRole("menuitem")
          .elements()
          .map((item) => item.textContent),
      )
      .toEqual(["Nur diesen zeigen", "Abo-Adresse", "Bearbeiten", "Löschen"]);
    await userEvent.keyboard("{Escape}");
    await page.getByRole("button", { name: `Mehr zu ${BOARD.name}` }).click();
    await expect.poll(() => page.getByRole("menuitem").elements()).toHaveLength(1);
    await expect.element(page.getByRole("link", { name: "Kalender anlegen" })).toBeVisible();
  });

  test("one is deleted after a question that says what goes with it", async () => {
    const managed: Calendar = { ...TRAINING, can: ["DELETE"] };
    const { api } = await open("", [], { calendars: [managed], as: ["MANAGE_CALENDAR"] });
    api.answer(calendarsContract.deleteCalendar);
    await page.getByRole("button", { name: `Mehr zu ${TRAINING.name}` }).click();
    await page.getByRole("menuitem", { name: "Löschen" }).click();
    const question = page.getByRole("dialog", { name: `Kalender „${TRAINING.name}“ löschen?` });
    await expect.element(question).toMatchTextContent(/Alle Termine dieses Kalenders/);
    await question.getByRole("button", { name: "Kalender löschen" }).click();
    await expect
      .element(page.getByText(`Der Kalender „${TRAINING.name}“ ist gelöscht.`))
      .toBeVisible();
    expect(api.calls(calendarsContract.deleteCalendar)).toMatchObject([
      { params: { id: TRAINING.id } },
    ]);
  });
});

describe("a click on an empty day", () => {
  const dialog = () => page.getByRole("dialog", { name: "Neuer Termin" });
  const clickDay = async (date: string) => {
    // Drawn anew when its events arrive, the board forgets a press that has just begun.
    await expect
      .poll(async () => {
        if (dialog().elements().length === 0) await drag(day(date), day(date));
        return dialog().elements();
      })
      .toHaveLength(1);
  };

  test("asks for a title, makes the event, and offers to take it back", async () => {
    const { api } = await open("?date=2031-05-01");
    api.answer(calendarsContract.createEvent, { ...PRACTICE, title: "Platz gesperrt" });
    api.answer(calendarsContract.deleteEvent);
    await clickDay("2031-05-14");
    await expect.element(dialog()).toMatchTextContent(/Mittwoch, 14\.05\.2031, ganztägig/);
    await dialog().getByRole("button", { name: "Termin anlegen" }).click();
    await expect
      .element(dialog().getByLabelText("Titel"))
      .toHaveAccessibleDescription("Bitte geben Sie dem Termin einen Titel.");
    await dialog().getByLabelText("Titel").fill(" Platz gesperrt ");
    await expectAccessible("a new event by a click");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Der Termin „Platz gesperrt“ ist angelegt.")).toBeVisible();
    expect(api.calls(calendarsContract.createEvent)).toMatchObject([
      { params: { id: TRAINING.id }, body: { title: "Platz gesperrt", allDay: true } },
    ]);
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expect
      .poll(() => api.calls(calendarsContract.deleteEvent))
      .toMatchObject([{ params: { id: PRACTICE.id } }]);
  });

  test("everything else is on the form, with what was typed", async () => {
    const second: Calendar = { ...BOARD, can: ["ADD_EVENT"] };
    const { shown } = await open("?date=2031-05-01", [], { calendars: [TRAINING, second] });
    await clickDay("2031-05-14");
    await dialog().getByLabelText("Titel").fill("Fest");
    await dialog().getByRole("combobox", { name: "Kalender" }).click();
    await page.getByRole("option", { name: second.name }).click();
    await dialog().getByRole("button", { name: "Weitere Angaben" }).click();
    await expect.poll(() => shown.address()).toContain(`calendar=${second.id}`);
    expect(shown.address()).toContain("title=Fest");
    expect(shown.address()).toContain("allDay=true");
  });
});

describe("an event that is dragged", () => {
  const drop = async (to: string) => {
    await expect.element(event()).toBeVisible();
    await drag(event().element(), day(to));
  };

  test("is saved where it was dropped, with all else as it was, and can be put back", async () => {
    const { api } = await open("", [EDITABLE]);
    api.answer(calendarsContract.updateEvent, ({ body }) => ({ ...EDITABLE, ...body, version: 4 }));
    await drop("2026-11-26");
    await expect
      .element(
        page.getByText("„Probe“ ist verschoben: Donnerstag, 26.11.2026, 19:00 bis 21:00 Uhr"),
      )
      .toBeVisible();
    const [moved] = api.calls(calendarsContract.updateEvent);
    expect(moved).toMatchObject({
      params: { id: EDITABLE.id },
      query: {},
      body: { title: "Probe", location: "Vereinsheim", allDay: false, version: 3 },
    });
    expect(Date.parse(moved?.body.startDateTime ?? "")).toBe(Date.parse("2026-11-26T19:00+01:00"));
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expect.poll(() => api.calls(calendarsContract.updateEvent)).toHaveLength(2);
    const back = api.calls(calendarsContract.updateEvent)[1]?.body;
    expect([back?.version, Date.parse(back?.startDateTime ?? "")]).toEqual([
      4,
      Date.parse(EDITABLE.startDateTime),
    ]);
  });

  test("goes back when the server refuses, and the reader learns why", async () => {
    const { api } = await open("", [EDITABLE]);
    api.refuse(calendarsContract.updateEvent, { code: "FORBIDDEN" });
    await drop("2026-11-26");
    await expect
      .element(page.getByText(/Dazu haben Sie nicht die notwendigen Rechte/))
      .toBeVisible();
    await expect.poll(() => textOf("2026-11-24")).toContain("Probe");
    expect(textOf("2026-11-26")).not.toContain("Probe");
  });

  test("of a series the question is how much moves; without an answer nothing does", async () => {
    const { api } = await open("", [{ ...OCCURRENCE, can: ["EDIT"] }]);
    api.answer(calendarsContract.updateEvent, ({ body }) => ({ ...OCCURRENCE, ...body }));
    const question = page.getByRole("dialog", { name: "„Probe“ verschieben" });
    await drop("2026-11-26");
    await expect.element(question).toMatchTextContent(/Künftig Donnerstag, 26\.11\.2026, 19:00/);
    await question.getByRole("button", { name: "Nicht verschieben" }).click();
    await expect.poll(() => textOf("2026-11-24")).toContain("Probe");
    expect(api.calls(calendarsContract.updateEvent)).toHaveLength(0);

    await drop("2026-11-26");
    await question.getByRole("radio", { name: "Dieser und alle folgenden" }).click();
    await expectAccessible("the question after a drag");
    await question.getByRole("button", { name: "Verschieben", exact: true }).click();
    await expect
      .poll(() => api.calls(calendarsContract.updateEvent).map(({ query }) => query))
      .toMatchObject([{ scope: "FOLLOWING" }]);
  });

  test("with people invited one may ask them anew", async () => {
    const invited: Event = { ...EDITABLE, can: ["EDIT", "INVITE"] };
    const api = serverWith({ events: [invited], invited: [INVITED] });
    await renderPage(calendars, "/calendars", { api, as: ["QUERY_CALENDAR"] });
    api.answer(calendarsContract.updateEvent, ({ body }) => ({ ...invited, ...body }));
    await drop("2026-11-26");
    const question = page.getByRole("dialog", { name: "„Probe“ verschieben" });
    await expect.element(question).toMatchTextContent(/1 Person ist eingeladen und erfährt/);
    await question.getByRole("checkbox", { name: "Antworten zurücksetzen und neu fragen" }).click();
    await question.getByRole("button", { name: "Verschieben", exact: true }).click();
    await expect
      .poll(() => api.calls(calendarsContract.updateEvent).map(({ query }) => query))
      .toEqual([{ resetAnswers: true }]);
    expect(api.calls(invitationsContract.listEventInvitations)[0]?.query).toMatchObject({
      size: 1,
    });
  });

  test("stays where it is when the reader may only read", async () => {
    const { api } = await open("", [PRACTICE]);
    await drop("2026-11-26");
    expect(textOf("2026-11-24")).toContain("Probe");
    expect(api.calls(calendarsContract.updateEvent)).toHaveLength(0);
  });
});

describe("feeds", () => {
  const FEED = { icsId: "a".repeat(24), url: `https://verein.example/public/demo/ics/x.ics` };

  test("one's own is made, given another address and switched off, each after a question", async () => {
    const { api } = await open("");
    api.answer(exchangeContract.getMyCalendarFeed, { icsId: null, url: null });
    api.answer(exchangeContract.renewMyCalendarFeed, FEED);
    await page.getByRole("button", { name: "Kalender abonnieren" }).click();
    const dialog = page.getByRole("dialog", { name: "Kalender abonnieren" });
    await dialog.getByRole("button", { name: "Eigene Adresse erzeugen" }).click();
    await expect.element(dialog.getByLabelText("Adresse", { exact: true })).toHaveValue(FEED.url);
    await expect
      .element(dialog.getByRole("link", { name: "In meinem Kalender öffnen" }))
      .toHaveAttribute("href", FEED.url.replace("https:", "webcal:"));
    await expect.element(dialog.getByRole("img", { name: "QR-Code der Adresse" })).toBeVisible();
    await expectAccessible("one's own feed");

    const other = { ...FEED, url: FEED.url.replace("x.ics", "y.ics") };
    api.answer(exchangeContract.renewMyCalendarFeed, other);
    await dialog.getByRole("button", { name: "Neue Adresse vergeben" }).click();
    await page
      .getByRole("dialog", { name: "Neue Adresse vergeben?" })
      .getByRole("button", { name: "Neue Adresse vergeben" })
      .click();
    await expect.element(dialog.getByLabelText("Adresse", { exact: true })).toHaveValue(other.url);

    api.answer(exchangeContract.deleteMyCalendarFeed);
    await dialog.getByRole("button", { name: "Abo abschalten" }).click();
    await page
      .getByRole("dialog", { name: "Abo abschalten?" })
      .getByRole("button", { name: "Abo abschalten" })
      .click();
    await expect.element(page.getByText("Das Abo ist abgeschaltet.")).toBeVisible();
    expect(api.calls(exchangeContract.deleteMyCalendarFeed)).toHaveLength(1);
  });

  test.each([
    [1_400, 900],
    [1_100, 800],
    [390, 800],
    [320, 640],
  ])("subscribing is a button in sight, without opening anything, at %i px", async (wide, high) => {
    const phone = { viewport: "phone", frame: "shell" } as const;
    const { api } = await open("", [PRACTICE], wide < 600 ? phone : {});
    await page.viewport(wide, high);
    api.answer(exchangeContract.getMyCalendarFeed, FEED);
    const button = page.getByRole("button", { name: "Kalender abonnieren" });
    await expect.element(button).toBeInViewport();
    await expect.poll(() => button.elements().length).toBe(1);
    await expectNoSidewaysScroll(wide);
    await button.click();
    const dialog = page.getByRole("dialog", { name: "Kalender abonnieren" });
    await expect.element(dialog.getByLabelText("Adresse", { exact: true })).toHaveValue(FEED.url);
  });

  test("a calendar's says who sees it, and gets another address", async () => {
    const shared: Calendar = { ...TRAINING, icsId: FEED.icsId };
    const { api } = await open("", [], { calendars: [shared], as: ["MANAGE_CALENDAR"] });
    api.answer(calendarsContract.renewIcs, { ...shared, icsId: "b".repeat(24) });
    await page.getByRole("button", { name: `Mehr zu ${TRAINING.name}` }).click();
    await page.getByRole("menuitem", { name: "Abo-Adresse" }).click();
    const dialog = page.getByRole("dialog", { name: `„${TRAINING.name}“ abonnieren` });
    const address = dialog.getByLabelText("Adresse", { exact: true });
    await expect.element(address).toHaveValue(expect.stringContaining(`${FEED.icsId}.ics`));
    await expect.element(dialog).toMatchTextContent(/auch ohne Anmeldung/);
    await dialog.getByRole("button", { name: "Neue Adresse vergeben" }).click();
    await page
      .getByRole("dialog", { name: "Neue Adresse vergeben?" })
      .getByRole("button", { name: "Neue Adresse vergeben" })
      .click();
    await expect.element(page.getByText("Die neue Adresse gilt ab sofort.")).toBeVisible();
    await expect.element(address).toHaveValue(expect.stringContaining(`${"b".repeat(24)}.ics`));
  });
});

describe("on the phone", () => {
  // The board reaches into the frame's margin.
  const onPhone = { viewport: "phone", frame: "shell" } as const;

  test("a list, the calendars in a drawer, nothing wider than the smallest phone", async () => {
    await open("", [PRACTICE], onPhone);
    await expect.element(heading("ab 22.11.2026")).toBeVisible();
    await expect.element(page.getByText(/^Probe/).first()).toBeVisible();
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("the calendar on the phone");
    await page.getByRole("button", { name: "Kalender wählen" }).click();
    const drawer = page.getByRole("dialog", { name: "Kalender" });
    await drawer.getByRole("checkbox", { name: TRAINING.name }).click();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByText("In diesem Zeitraum gibt es keine Termine.")).toBeVisible();
  });

  test("the view is chosen from a list, titles are short", async () => {
    await open("", [], onPhone);
    await page.getByRole("combobox", { name: "Ansicht" }).click();
    await page.getByRole("option", { name: "Woche" }).click();
    await expect.element(heading("KW 47 · Nov 2026")).toBeVisible();
    await page.getByRole("combobox", { name: "Ansicht" }).click();
    await page.getByRole("option", { name: "Monat" }).click();
    await expect.element(heading("November 2026")).toBeVisible();
    await expectNoSidewaysScroll(320);
  });
});
