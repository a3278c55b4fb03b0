import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { useQuery } from "@tanstack/react-query";
import { toPage } from "#platform/contract/paging.ts";
import type { DashboardContent } from "#platform/web/module.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  renderComponent,
} from "#platform/web/testing.ts";
import { calendarsContract, type Event } from "../../contract.ts";
import { invitationsContract, type Invitation } from "../../invitation-contract.ts";
import openInvitations from "./open-invitations.tsx";
import upcomingEvents from "./upcoming-events.tsx";
import { OPEN_INVITATION, PRACTICE, serverWith } from "../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T12:00:00+01:00"));

/** A section as the overview draws it. */
function Section({ content }: { content: DashboardContent }) {
  const { queryKey, load, render } = content;
  const items = useQuery({ queryKey, queryFn: ({ signal }) => load(signal) }).data;
  if (items === undefined) return null;
  return items.length === 0 ? <p>Derzeit keine Daten</p> : <>{render(items)}</>;
}

async function open(
  { mine = [], events = [] }: { mine?: Invitation[]; events?: Event[] },
  { may = true, viewport = "desktop" as "desktop" | "phone" } = {},
) {
  const api = serverWith({ mine });
  api.answer(calendarsContract.listUpcoming, toPage(events, events.length, { page: 0, size: 3 }));
  const as = may ? (["QUERY_CALENDAR"] as const) : [];
  const sections = (
    <>
      <Section content={openInvitations} />
      <Section content={upcomingEvents} />
    </>
  );
  await renderComponent(sections, { api, as, viewport });
  return api;
}

const accept = () => page.getByRole("button", { name: "Für „Probe“ zusagen" });
const decline = () => page.getByRole("button", { name: "Für „Probe“ absagen" });

describe("open invitations on the overview", () => {
  test("are answered in place: what is answered leaves the list, and comes back", async () => {
    const mine = [OPEN_INVITATION];
    const api = await open({ mine });
    api.answer(invitationsContract.answerInvitation, () => {
      mine.pop();
      return { ...OPEN_INVITATION, state: "ACCEPTED" };
    });
    api.answer(invitationsContract.takeBackAnswer, () => {
      mine.push(OPEN_INVITATION);
      return OPEN_INVITATION;
    });
    await expect.element(page.getByText("24.11.2026 19:00 Uhr")).toBeVisible();
    await expectAccessible("the overview with an invitation");
    await accept().click();
    await expect.element(page.getByText("Sie haben für „Probe“ zugesagt.")).toBeVisible();
    await expect.element(accept()).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expect.element(accept()).toBeVisible();
    expect(api.calls(invitationsContract.answerInvitation)).toMatchObject([
      { params: { id: OPEN_INVITATION.id }, query: { accept: true } },
    ]);
  });

  test("declining says so; a full event puts the reader on the waiting list", async () => {
    const api = await open({ mine: [OPEN_INVITATION] });
    api.answer(invitationsContract.answerInvitation, ({ query }) => ({
      ...OPEN_INVITATION,
      state: query.accept ? "WAITING" : "DECLINED",
    }));
    await decline().click();
    await expect.element(page.getByText("Sie haben für „Probe“ abgesagt.")).toBeVisible();
    await accept().click();
    await expect.element(page.getByText(/^Bei „Probe“ sind alle Plätze vergeben\./)).toBeVisible();
  });

  test("what the server refuses is said in its words, and the invitation stays", async () => {
    const api = await open({ mine: [OPEN_INVITATION] });
    const detail = "Die Antwortfrist ist vorbei.";
    api.refuse(invitationsContract.answerInvitation, { code: "UNPROCESSABLE", detail });
    await accept().click();
    await expect.element(page.getByText(new RegExp(detail))).toBeVisible();
    await expect.element(accept()).toBeVisible();
  });

  test("the title leads to the invitation among all others", async () => {
    await open({ mine: [OPEN_INVITATION] });
    await expect
      .element(page.getByRole("link", { name: "Probe" }))
      .toHaveAttribute("href", expect.stringContaining(`/invitations?open=${OPEN_INVITATION.id}`));
  });
});

describe("the next events on the overview", () => {
  test("say when, where and in which calendar, and lead there", async () => {
    const api = await open({ events: [PRACTICE] });
    await expect.element(page.getByText("Dienstag, 24.11.2026, 19:00 bis 21:00 Uhr")).toBeVisible();
    await expect.element(page.getByText(/Training · Vereinsheim/)).toBeVisible();
    expect(api.calls(calendarsContract.listUpcoming)[0]?.query).toMatchObject({ size: 3 });
    await expect
      .element(page.getByRole("link", { name: "Probe" }))
      .toHaveAttribute("href", expect.stringContaining(`/calendars/events/${PRACTICE.id}`));
  });

  test("a cancelled one says so", async () => {
    await open({ events: [{ ...PRACTICE, status: "CANCELLED" }] });
    await expect.element(page.getByText("abgesagt")).toBeVisible();
  });

  test("are not asked for by those who may see no calendar", async () => {
    const api = await open({}, { may: false });
    await expect.poll(() => page.getByText("Derzeit keine Daten").elements()).toHaveLength(2);
    expect(api.calls(calendarsContract.listUpcoming)).toHaveLength(0);
  });

  test("on the phone a long title breaks", async () => {
    const title = "Jahreshauptversammlung".repeat(6);
    await open(
      {
        events: [{ ...PRACTICE, title }],
        mine: [{ ...OPEN_INVITATION, event: { ...OPEN_INVITATION.event, title } }],
      },
      { viewport: "phone" },
    );
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
  });
});
