import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible, expectNoSidewaysScroll, renderPage } from "#platform/web/testing.ts";
import { invitationsContract, type Invitation } from "../../../invitation-contract.ts";
import calendars from "../../module.tsx";
import { OPEN_INVITATION, serverWith } from "../../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T12:00:00+01:00"));

const address = "/calendars/invitations";
const ACCEPTED: Invitation = {
  ...OPEN_INVITATION,
  id: "0193a000-0000-7000-8000-0000000000f5",
  event: { ...OPEN_INVITATION.event, title: "Sommerfest" },
  state: "ACCEPTED",
  companions: 1,
};
const item = (title: string) => page.getByRole("button", { name: new RegExp(title) });

test("the open ones come first, all of them on request", async () => {
  const api = serverWith({ mine: [OPEN_INVITATION, ACCEPTED] });
  const shown = await renderPage(calendars, address, { api });
  await expect.element(page.getByText("1 Einladung ohne Antwort")).toBeVisible();
  await expect.element(item("Sommerfest")).not.toBeInTheDocument();
  await page.getByText("Alle", { exact: true }).click();
  await expect.element(item("Sommerfest")).toMatchTextContent("Zugesagt");
  await expect.element(page.getByText("2 Einladungen", { exact: true })).toBeVisible();
  expect(shown.address()).toBe(`${address}?state=ALL`);
});

test.for([
  ["", "Sie haben alle Einladungen beantwortet."],
  ["?state=ALL", "Sie wurden noch zu keinem Termin eingeladen."],
] as const)("nothing there%s has its own words", async ([query, words]) => {
  await renderPage(calendars, address + query, { api: serverWith({}) });
  await expect.element(page.getByText(words)).toBeVisible();
});

test("after a failure the reader tries again and sees them", async () => {
  const api = serverWith({});
  api.refuse(invitationsContract.searchMyInvitations, { code: "INTERNAL" });
  await renderPage(calendars, address, { api });
  const again = page.getByRole("button", { name: "Erneut versuchen" });
  await expect.element(again).toBeVisible();
  const found = { content: [OPEN_INVITATION], page: 0, size: 100, totalElements: 1, totalPages: 1 };
  api.answer(invitationsContract.searchMyInvitations, found);
  await again.click();
  await expect.element(item("Probe")).toBeVisible();
});

describe("an opened invitation", () => {
  test("shows the event and takes the answer", async () => {
    const api = serverWith({ mine: [OPEN_INVITATION] });
    api.answer(invitationsContract.answerInvitation, { ...OPEN_INVITATION, state: "DECLINED" });
    const shown = await renderPage(calendars, address, { api });
    await expect.element(item("Probe")).toHaveAttribute("aria-expanded", "false");
    await item("Probe").click();
    await expect.element(item("Probe")).toHaveAttribute("aria-expanded", "true");
    expect(shown.address()).toBe(`${address}?open=${OPEN_INVITATION.id}`);
    await expect.element(page.getByText("Bitte Noten mitbringen")).toBeVisible();
    await expectAccessible("an opened invitation");
    await page.getByLabelText("Kommentar").fill("Leider krank");
    await page.getByRole("button", { name: "Absagen" }).click();
    await expect
      .poll(() => api.calls(invitationsContract.answerInvitation))
      .toEqual([
        {
          params: { id: OPEN_INVITATION.id },
          query: { accept: false },
          body: { comment: "Leider krank", companions: 0 },
        },
      ]);
  });

  test("that is answered already is found by its link all the same", async () => {
    const api = serverWith({ mine: [ACCEPTED] });
    await renderPage(calendars, `${address}?open=${ACCEPTED.id}`, { api });
    await expect.element(page.getByText("Sie haben mit 1 Begleitperson zugesagt.")).toBeVisible();
  });

  test("without the right to answer explains why", async () => {
    const event = { ...OPEN_INVITATION.event, status: "CANCELLED" as const };
    const cancelled = { ...OPEN_INVITATION, event, can: [] };
    const api = serverWith({ mine: [cancelled] });
    await renderPage(calendars, `${address}?open=${cancelled.id}`, { api });
    await expect.element(page.getByText(/Eine Antwort ist nicht mehr nötig\./)).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Zusagen" })).not.toBeInTheDocument();
  });

  test("changed by the one who has accepted can be saved only once it is changed", async () => {
    const api = serverWith({ mine: [ACCEPTED] });
    api.answer(invitationsContract.answerInvitation, ACCEPTED);
    await renderPage(calendars, `${address}?state=ALL&open=${ACCEPTED.id}`, { api });
    await expect
      .element(page.getByRole("button", { name: "Zugesagt", exact: true }))
      .toBeDisabled();
    await page.getByLabelText("Kommentar").fill("Bringe Kuchen mit");
    await page.getByRole("button", { name: "Änderung speichern" }).click();
    await expect
      .poll(() => api.calls(invitationsContract.answerInvitation).map(({ body }) => body))
      .toEqual([{ comment: "Bringe Kuchen mit", companions: 1 }]);
  });
});

test("on the phone a long title does not widen the page", async () => {
  const event = {
    ...OPEN_INVITATION.event,
    title: "Jahreshauptversammlung mit Ehrungen ".repeat(4).trim(),
  };
  const api = serverWith({ mine: [{ ...OPEN_INVITATION, event }] });
  await renderPage(calendars, `${address}?open=${OPEN_INVITATION.id}`, { api, viewport: "phone" });
  await expect.element(page.getByRole("button", { name: "Zusagen" })).toBeVisible();
  await expectNoSidewaysScroll(390);
  await expectNoSidewaysScroll(320);
});
