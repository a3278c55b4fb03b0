import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { invitationsContract, type Invitation } from "../../invitation-contract.ts";
import calendars from "../module.tsx";
import { OPEN_INVITATION } from "../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T12:00:00+01:00"));

const PUBLIC_ID = "AbcdefghijklmnopqrstuvwX";
const SETTINGS = {
  deadline: null,
  maximum: 2,
  allowComment: true,
  allowCompanions: true,
  waitingList: true,
};
/** A guest's invitation to an event with two places. */
const GUEST: Invitation = {
  ...OPEN_INVITATION,
  event: { ...OPEN_INVITATION.event, invitationSettings: SETTINGS, placesLeft: 2 },
  user: null,
  guest: { name: "Gerda Gast", email: "gerda@example.org" },
};

/** Opens the link of the mail, with nobody logged in. */
async function open(invitation: Invitation, viewport: "desktop" | "phone" = "desktop") {
  const api = new FakeApi();
  api.answer(invitationsContract.getPublicInvitation, invitation);
  await renderPage(calendars, `/public/invitation/${PUBLIC_ID}`, { api, as: null, viewport });
  await expect
    .element(page.getByRole("heading", { level: 1, name: invitation.event.title }))
    .toBeVisible();
  return api;
}

const button = (name: string) => page.getByRole("button", { name });
const answers = (api: FakeApi) => api.calls(invitationsContract.answerPublicInvitation);

describe("what the guest reads without logging in", () => {
  test("for whom, when, where and how many places are left", async () => {
    await open(GUEST);
    for (const words of [
      "Einladung für Gerda Gast",
      "Dienstag, 24.11.2026, 19:00 bis 21:00 Uhr",
      "Vereinsheim",
      "Sie haben noch nicht geantwortet.",
      "Noch 2 freie Plätze.",
    ])
      await expect.element(page.getByText(words)).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "In den Kalender" }))
      .toHaveAttribute("href", `/public/demo/invitation/${PUBLIC_ID}/event.ics`);
    await expectAccessible("the public invitation");
  });

  test("a member's invitation names the member", async () => {
    await open(OPEN_INVITATION);
    await expect.element(page.getByText("Einladung für Erika Mustermann")).toBeVisible();
  });

  test("when all places are taken, what an answer leads to", async () => {
    await open({ ...GUEST, event: { ...GUEST.event, placesLeft: 0 } });
    await expect.element(page.getByText(/wer zusagt, kommt auf die Warteliste\.$/)).toBeVisible();
  });

  test("… or that there is no waiting list", async () => {
    const invitationSettings = { ...SETTINGS, waitingList: false };
    await open({ ...GUEST, event: { ...GUEST.event, invitationSettings, placesLeft: 0 } });
    await expect.element(page.getByText("Alle Plätze sind vergeben.")).toBeVisible();
  });

  test("a cancelled event takes no answer and is not put into calendars", async () => {
    await open({ ...GUEST, event: { ...GUEST.event, status: "CANCELLED" }, can: [] });
    await expect.element(page.getByText("Dieser Termin ist abgesagt.")).toBeVisible();
    await expect.element(button("Zusagen")).not.toBeInTheDocument();
    await expect
      .element(page.getByRole("link", { name: "In den Kalender" }))
      .not.toBeInTheDocument();
  });

  test("after the deadline the guest knows whom to turn to, and sees the own comment", async () => {
    const invitationSettings = { ...SETTINGS, deadline: "2026-11-21T18:00:00+01:00" };
    const comment = "Ich komme später";
    await open({ ...GUEST, event: { ...GUEST.event, invitationSettings }, comment, can: [] });
    await expect
      .element(page.getByText(/bis 21\.11\.2026 18:00 Uhr\..*wenden Sie sich bitte an den Verein/))
      .toBeVisible();
    await expect.element(page.getByText(`„${comment}“`)).toBeVisible();
  });

  test("on the phone, with a long title and place", async () => {
    const long = "Jahresabschlussfeier der Donaudampfschifffahrtsfreunde";
    await open({ ...GUEST, event: { ...GUEST.event, title: long, location: long } }, "phone");
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("the public invitation on the phone");
  });
});

describe("answering", () => {
  test("with companions and a comment; afterwards it can be changed or taken back", async () => {
    const api = await open(GUEST);
    api.answer(invitationsContract.answerPublicInvitation, ({ query, body }) => ({
      ...GUEST,
      ...body,
      state: query.accept ? "ACCEPTED" : "DECLINED",
    }));
    await page.getByLabelText("Begleitpersonen").fill("1");
    await page.getByLabelText("Kommentar").fill("Mit meinem Mann");
    await button("Zusagen").click();
    await expect.element(page.getByText("Sie haben mit 1 Begleitperson zugesagt.")).toBeVisible();
    await expect.element(page.getByLabelText("Begleitpersonen")).toHaveValue("1");
    await expect.element(button("Zugesagt")).toBeDisabled();

    await page.getByLabelText("Begleitpersonen").fill("2");
    await button("Änderung speichern").click();
    await expect.element(page.getByText("Sie haben mit 2 Begleitpersonen zugesagt.")).toBeVisible();
    await button("Absagen").click();
    await expect.element(page.getByText("Sie haben abgesagt.")).toBeVisible();
    expect(answers(api).map(({ query, body }) => [query.accept, body?.companions])).toEqual([
      [true, 1],
      [true, 2],
      [false, 0],
    ]);
    expect(answers(api)[0]?.body?.comment).toBe("Mit meinem Mann");
  });

  test("who waits knows the place in the list", async () => {
    const api = await open(GUEST);
    api.answer(invitationsContract.answerPublicInvitation, {
      ...GUEST,
      state: "WAITING",
      position: 1,
    });
    await button("Zusagen").click();
    await expect
      .element(page.getByText("Sie stehen auf der Warteliste, auf Platz 1."))
      .toBeVisible();
  });

  test("what the server refuses stands in the form, and the page shows how it is now", async () => {
    const api = await open(GUEST);
    const detail = "Der Termin ist gerade abgesagt worden.";
    api.refuse(invitationsContract.answerPublicInvitation, { code: "UNPROCESSABLE", detail });
    api.answer(invitationsContract.getPublicInvitation, {
      ...GUEST,
      event: { ...GUEST.event, placesLeft: 1 },
    });
    await page.getByLabelText("Kommentar").fill("Gern");
    await button("Zusagen").click();
    await expect.element(page.getByText(detail)).toBeVisible();
    await expect.element(page.getByText("Noch 1 freier Platz.")).toBeVisible();
    await expect.element(page.getByLabelText("Kommentar")).toHaveValue("Gern");
  });

  test("comments and companions are asked for only where they are wanted", async () => {
    const invitationSettings = { ...SETTINGS, allowComment: false, allowCompanions: false };
    await open({ ...GUEST, event: { ...GUEST.event, invitationSettings } });
    await expect.element(page.getByLabelText("Kommentar")).not.toBeInTheDocument();
    await expect.element(page.getByLabelText("Begleitpersonen")).not.toBeInTheDocument();
  });
});

describe("a link that leads nowhere", () => {
  async function openFailing(prepare: (api: FakeApi) => void) {
    const api = new FakeApi();
    prepare(api);
    await renderPage(calendars, `/public/invitation/${PUBLIC_ID}`, { api, as: null });
    return api;
  }
  const get = invitationsContract.getPublicInvitation;

  test("says so in German, without asking for a login", async () => {
    await openFailing((api) => api.refuse(get, { code: "NOT_FOUND" }));
    await expect
      .element(page.getByText(/^Diese Einladung gibt es nicht oder nicht mehr\./))
      .toBeVisible();
    await expectAccessible("an unknown invitation");
  });

  test("after too many wrong ones it says how long to wait, and tries again", async () => {
    const api = await openFailing((fake) => fake.refuse(get, { code: "TOO_MANY_REQUESTS" }));
    await expect.element(page.getByText(/zu viele Versuche mit falschen Adressen/)).toBeVisible();
    api.answer(get, GUEST);
    await button("Erneut versuchen").click();
    await expect.element(page.getByText("Einladung für Gerda Gast")).toBeVisible();
  });

  test("while the server is gone it can be tried again", async () => {
    const api = await openFailing((fake) => fake.disconnect(get));
    await expect.element(button("Erneut versuchen")).toBeVisible();
    api.answer(get, GUEST);
    await button("Erneut versuchen").click();
    await expect.element(button("Zusagen")).toBeVisible();
  });
});
