import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { toPage } from "#platform/contract/paging.ts";
import { expectAccessible, expectNoSidewaysScroll, renderPage } from "#platform/web/testing.ts";
import type { Event } from "../../../contract.ts";
import { invitationsContract, type Invitation } from "../../../invitation-contract.ts";
import {
  type AnsweredDate,
  type SeriesAnswers,
  seriesInvitationsContract,
} from "../../../series-invitation-contract.ts";
import calendars from "../../module.tsx";
import { INVITED, OCCURRENCE, OPEN_INVITATION, PRACTICE, serverWith } from "../../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T12:00:00+01:00"));

const SERIES_ID = "0193a000-0000-7000-8000-0000000000e9";
const idOf = (number: number) =>
  `0193a000-0000-7000-8000-0000000001${String(number).padStart(2, "0")}`;
const at = (number: number, hour: number) =>
  `2026-12-${String(1 + number * 7).padStart(2, "0")}T${hour}:00:00+01:00`;

/** The reader's invitations to four evenings of a course. */
function course(...states: Invitation["state"][]): Invitation[] {
  return states.map((state, number) => ({
    ...OPEN_INVITATION,
    id: idOf(number),
    state,
    event: {
      ...OPEN_INVITATION.event,
      title: "Yogakurs",
      occurrenceOf: SERIES_ID,
      startDateTime: at(number, 18),
      endDateTime: at(number, 20),
    },
  }));
}

describe("one's own invitations to a series", () => {
  const address = "/calendars/invitations";
  const series = () => page.getByRole("button", { name: /^ ?Yogakurs/ });

  test("stand together, and all are accepted at once", async () => {
    const mine = course("OPEN", "OPEN", "OPEN", "OPEN");
    const api = serverWith({ mine });
    api.answer(seriesInvitationsContract.answerInvitations, ({ body }) => ({
      invitations: mine
        .filter(({ id }) => body.answers.some((answer) => answer.id === id))
        .map((one) => ({ ...one, state: "ACCEPTED" as const })),
      refused: [],
    }));
    await renderPage(calendars, address, { api });
    await expect.element(series()).toMatchTextContent("4 Termine ab Dienstag, 01.12.2026");
    await expect.element(series()).toMatchTextContent("alle offen");
    await series().click();
    await expectAccessible("an opened series");
    await page.getByRole("button", { name: "Zu allen zusagen" }).click();
    await expect
      .poll(() => api.calls(seriesInvitationsContract.answerInvitations).map(({ body }) => body))
      .toEqual([{ answers: mine.map(({ id }) => ({ id, accept: true })) }]);
    await expect.element(page.getByText("Sie haben zu 4 Terminen zugesagt.")).toBeVisible();
  });

  test("only the open ones are meant; what was refused is named", async () => {
    const mine = course("OPEN", "ACCEPTED", "OPEN", "DECLINED");
    const api = serverWith({ mine });
    api.answer(seriesInvitationsContract.answerInvitations, {
      invitations: [],
      refused: [{ id: idOf(2), code: "EVENT_FULL", detail: "Es ist kein Platz mehr frei." }],
    });
    await renderPage(calendars, `${address}?state=ALL`, { api });
    await expect.element(series()).toMatchTextContent("2 offen, 1 zugesagt, 1 abgesagt");
    await series().click();
    await page.getByRole("button", { name: "Zu den 2 offenen zusagen" }).click();
    await expect
      .poll(() => api.calls(seriesInvitationsContract.answerInvitations)[0]?.body)
      .toEqual({
        answers: [
          { id: idOf(0), accept: true },
          { id: idOf(2), accept: true },
        ],
      });
    await expect
      .element(page.getByText(/Dienstag, 15\.12\.2026: Es ist kein Platz mehr frei\./))
      .toBeVisible();
  });

  test("all answered, they stand by their day and all are declined at once", async () => {
    const mine = course("ACCEPTED", "ACCEPTED", "DECLINED").toReversed();
    const api = serverWith({ mine });
    api.answer(seriesInvitationsContract.answerInvitations, ({ body }) => ({
      invitations: mine.filter(({ id }) => body.answers.some((answer) => answer.id === id)),
      refused: [],
    }));
    await renderPage(calendars, `${address}?state=ALL`, { api });
    await expect.element(series()).toMatchTextContent("3 Termine ab Dienstag, 01.12.2026");
    await series().click();
    await expect.element(page.getByRole("button", { name: "Zu allen zusagen" })).toBeVisible();
    await page.getByRole("button", { name: "Alle absagen" }).click();
    await expect
      .poll(() => api.calls(seriesInvitationsContract.answerInvitations)[0]?.body)
      .toEqual({
        answers: [
          { id: idOf(0), accept: false },
          { id: idOf(1), accept: false },
        ],
      });
  });

  test("a single date is answered with a comment within it", async () => {
    const mine = course("OPEN", "OPEN");
    const api = serverWith({ mine });
    api.answer(invitationsContract.answerInvitation, { ...OPEN_INVITATION, state: "DECLINED" });
    const shown = await renderPage(calendars, address, { api, viewport: "phone" });
    await series().click();
    await page.getByRole("button", { name: /08\.12\.2026/ }).click();
    expect(shown.address()).toBe(`${address}?open=${idOf(1)}`);
    await expectNoSidewaysScroll(390);
    await page.getByLabelText("Kommentar").fill("Urlaub");
    await page.getByRole("button", { name: "Absagen", exact: true }).click();
    await expect
      .poll(() => api.calls(invitationsContract.answerInvitation).map(({ params }) => params.id))
      .toEqual([idOf(1)]);
  });
});

describe("the organiser of a series", () => {
  const EVENT: Event = {
    ...OCCURRENCE,
    id: SERIES_ID,
    title: "Yogakurs",
    occurrenceOf: null,
    originalStart: null,
    can: ["EDIT", "INVITE"],
  };
  const DATES: AnsweredDate[] = [0, 1].map((number) => ({
    id: idOf(number),
    startDateTime: at(number, 18),
    endDateTime: at(number, 20),
    allDay: false,
    status: "CONFIRMED",
    counts: { open: 1, declined: number, waiting: 0, coming: 1, maximum: null },
  }));
  const OTTO: SeriesAnswers = {
    id: idOf(50),
    inviteeId: idOf(50),
    user: INVITED.user,
    guest: null,
    hasMail: true,
    answers: { [idOf(0)]: "ACCEPTED", [idOf(1)]: "DECLINED" },
  };
  const GERD: SeriesAnswers = {
    id: idOf(51),
    inviteeId: null,
    user: null,
    guest: { name: "Gerd Gast", email: "gerd@example.net" },
    hasMail: true,
    answers: { [idOf(1)]: "OPEN" },
  };

  async function openSeries(viewport?: "phone") {
    const api = serverWith({ events: [EVENT] });
    api.answer(seriesInvitationsContract.searchSeriesAnswers, ({ query }) => ({
      ...toPage([OTTO, GERD], 2, query),
      dates: DATES,
    }));
    api.answer(invitationsContract.deleteInvitation, undefined);
    await renderPage(calendars, `/calendars/events/${SERIES_ID}`, {
      api,
      as: ["QUERY_CALENDAR"],
      ...(viewport && { viewport }),
    });
    await expect
      .element(page.getByRole("table").or(page.getByText("Otto Lang")).first())
      .toBeVisible();
    return api;
  }

  test("sees who comes to which date, and what each date has", async () => {
    await openSeries();
    const list = page.getByRole("list", { name: "Antworten je Termin" });
    await expect
      .element(list)
      .toMatchTextContent(
        "Dienstag, 08.12.2026, 18:00 bis 20:00 Uhr1 Person kommt, 1 abgesagt, 1 offen",
      );
    await expect.element(page.getByRole("columnheader", { name: "Di 01.12." })).toBeVisible();
    await expect
      .element(page.getByRole("row", { name: /Otto Lang/ }))
      .toMatchTextContent(/Otto Lang.*Zugesagt.*Abgesagt/);
    await expect.element(page.getByRole("row", { name: /Gerd Gast/ })).toMatchTextContent(/Offen/);
    await expectAccessible("the answers of a series");
  });

  test("takes somebody from the series after a question that names what is lost", async () => {
    const api = await openSeries();
    await page.getByRole("button", { name: "Otto Lang von der Serie nehmen" }).click();
    await expect
      .element(page.getByText(/zu 2 kommenden Terminen nicht mehr eingeladen/))
      .toBeVisible();
    await page.getByRole("button", { name: "Von der Serie nehmen", exact: true }).click();
    await expect
      .poll(() => api.calls(invitationsContract.deleteInvitation).map(({ params }) => params))
      .toEqual([{ id: SERIES_ID, invitationId: idOf(50) }]);
    await expect
      .element(page.getByRole("button", { name: "Gerd Gast von der Serie nehmen" }))
      .not.toBeInTheDocument();
  });

  test("reads it on a phone without scrolling sideways", async () => {
    await openSeries("phone");
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
  });
});

test("an evening of a series leads its organiser to all answers", async () => {
  const api = serverWith({ events: [{ ...OCCURRENCE, can: ["INVITE"] }] });
  await renderPage(calendars, `/calendars/events/${PRACTICE.id}`, { api, as: ["QUERY_CALENDAR"] });
  await expect
    .element(page.getByRole("link", { name: "Ganze Serie und alle Antworten ansehen" }))
    .toHaveAttribute("href", `/calendars/events/${SERIES_ID}`);
});
