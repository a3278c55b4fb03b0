import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible, expectNoSidewaysScroll, renderPage } from "#platform/web/testing.ts";
import { messagesContract, type Message } from "../contract.ts";
import messages from "./module.tsx";
import { CHOIR, DRAFT, messageOf, NOBODY, serverWith, TRAINING } from "./testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T20:00:00+01:00"));

const inbox = () => page.getByRole("list", { name: "Posteingang" });
const rowOf = ({ subject }: Message) => inbox().getByRole("listitem").filter({ hasText: subject });
const write = () => page.getByRole("link", { name: "Neue Nachricht" });

describe("the list", () => {
  test("a row says who wrote what and when, and what is special about it", async () => {
    const attachments = [
      { id: DRAFT.id, name: "Noten.pdf", contentType: "application/pdf", size: 2048 },
    ];
    const message = { ...TRAINING, replied: true, attachments };
    await renderPage(messages, "/messaging", { api: serverWith({ inbox: [message] }) });
    const row = rowOf(message);
    await expect.element(row).toMatchTextContent("Ungelesen: Otto Lang");
    await expect.element(row).toMatchTextContent("18:30");
    await expect.element(row).toMatchTextContent("Am Dienstag ist keine Probe.");
    await expect.element(row.getByLabelText("Beantwortet")).toBeVisible();
    await expect.element(row.getByLabelText("1 Anhang")).toBeVisible();
    await expect.element(page.getByText("1 Nachricht ungelesen")).toBeVisible();
    await expectAccessible("the messages");
  });

  test("older messages show the day, of another year with it", async () => {
    const older = messageOf(1, { createDate: "2026-03-09T10:00:00+01:00" });
    const oldest = messageOf(2, { createDate: "2025-12-24T10:00:00+01:00", subject: " " });
    await renderPage(messages, "/messaging", { api: serverWith({ inbox: [older, oldest] }) });
    await expect.element(rowOf(older)).toMatchTextContent("09.03.");
    const last = inbox().getByRole("listitem").last();
    await expect.element(last).toMatchTextContent("24.12.2025");
    await expect.element(last).toMatchTextContent("Ohne Betreff");
  });

  test("what one sent names the recipients instead of oneself", async () => {
    const toMany = messageOf(1, { read: true, recipientNames: [], recipientCount: 312 });
    const api = serverWith({ sent: [{ ...TRAINING, read: true }, toMany] });
    await renderPage(messages, "/messaging?box=sent", { api });
    const sent = page.getByRole("list", { name: "Gesendet" });
    await expect.element(sent.getByText("An Chor")).toBeVisible();
    await expect.element(sent.getByText("An 312 Personen")).toBeVisible();
    await expect.element(page.getByText("Alles gelesen")).toBeVisible();
  });

  test("while it is loading it is busy and says nothing of being empty", async () => {
    const api = serverWith({ inbox: [TRAINING] });
    const release = api.hold(messagesContract.searchMessages);
    await renderPage(messages, "/messaging", { api });
    await expect.element(inbox()).toHaveAttribute("aria-busy", "true");
    await expect.element(page.getByText(/noch keine Nachrichten/)).not.toBeInTheDocument();
    release();
    await expect.element(rowOf(TRAINING)).toBeVisible();
    await expect.element(inbox()).toHaveAttribute("aria-busy", "false");
  });

  test("after a failure the reader tries again and sees it", async () => {
    const api = serverWith({});
    api.refuse(messagesContract.searchMessages, { code: "INTERNAL" });
    await renderPage(messages, "/messaging", { api });
    const again = page.getByRole("button", { name: "Erneut versuchen" });
    await expect.element(again).toBeVisible();
    const found = { content: [TRAINING], page: 0, size: 50, totalElements: 1, totalPages: 1 };
    api.answer(messagesContract.searchMessages, found);
    await again.click();
    await expect.element(rowOf(TRAINING)).toBeVisible();
  });

  test.for([
    ["/messaging", "Sie haben noch keine Nachrichten erhalten."],
    ["/messaging?q=Vorstand", "Zu diesen Worten gibt es hier keine Nachricht."],
    ["/messaging?box=sent", "Sie haben noch keine Nachrichten gesendet."],
    ["/messaging?box=drafts", /^Es gibt keine Entwürfe\./],
  ] as const)("%s without any says so in its own words", async ([address, words]) => {
    await renderPage(messages, address, { api: serverWith({}) });
    await expect.element(page.getByText(words)).toBeVisible();
  });

  test("of two thousand messages only those in sight are there, and the end can be reached", async () => {
    const all = Array.from({ length: 2_000 }, (_, index) => messageOf(index + 1));
    const api = serverWith({ inbox: all });
    await renderPage(messages, "/messaging", { api });
    const first = rowOf(all[0] as Message).first();
    await expect.element(first).toHaveAttribute("aria-setsize", "2000");
    expect(inbox().getByRole("listitem").elements().length).toBeLessThan(40);
    (first.getByRole("link").element() as HTMLElement).focus();
    await userEvent.keyboard("{End}");
    await expect.element(inbox().getByText("Nachricht 2000", { exact: true })).toBeVisible();
    const asked = api.calls(messagesContract.searchMessages).map(({ query }) => query.page);
    expect(asked).toContain(39);
    expect(asked.length).toBeLessThan(6);
  });
});

describe("box and search are in the address", () => {
  test("another box keeps the search, the drafts have none", async () => {
    const api = serverWith({ inbox: [TRAINING], sent: [TRAINING], drafts: [DRAFT] });
    const shown = await renderPage(messages, "/messaging?q=Probe", { api, follow: true });
    await page.getByText("Gesendet", { exact: true }).click();
    await expect.poll(() => shown.address()).toBe("/messaging?box=sent&q=Probe");
    await page.getByText("Entwürfe", { exact: true }).click();
    await expect.poll(() => shown.address()).toBe("/messaging?box=drafts");
    await expect.element(page.getByPlaceholder("Nachrichten durchsuchen")).not.toBeInTheDocument();
    shown.back();
    await expect.element(page.getByRole("list", { name: "Gesendet" })).toBeVisible();
  });

  test("what is typed is searched by the server", async () => {
    const other = messageOf(2);
    const api = serverWith({ inbox: [TRAINING, other] });
    const shown = await renderPage(messages, "/messaging", { api });
    await expect.element(rowOf(other)).toBeVisible();
    await page.getByPlaceholder("Nachrichten durchsuchen").fill("Probe");
    await expect.element(rowOf(other)).not.toBeInTheDocument();
    await expect.element(rowOf(TRAINING)).toBeVisible();
    expect(shown.address()).toBe("/messaging?q=Probe");
    const last = api.calls(messagesContract.searchMessages).at(-1)?.query;
    expect(last).toMatchObject({ q: "Probe", page: 0, size: 50 });
  });

  test("a link from a list of members leads on to the form", async () => {
    const address = "/messaging?recipients=0193a000-0000-7000-8000-0000000000d1";
    const shown = await renderPage(messages, address, { api: serverWith({}) });
    await expect.poll(() => shown.address()).toMatch(/^\/messaging\/compose\?recipients=/);
  });
});

describe("who may write", () => {
  test("finds the button, and the key N leads to the form as well", async () => {
    const shown = await renderPage(messages, "/messaging", { api: serverWith({}) });
    await expect.element(write()).toBeVisible();
    await userEvent.keyboard("n");
    await expect.poll(() => shown.address()).toBe("/messaging/compose");
  });

  test("who may write to nobody finds neither button nor key", async () => {
    const api = serverWith({ inbox: [TRAINING], possible: NOBODY });
    const shown = await renderPage(messages, "/messaging", { api });
    await expect.element(rowOf(TRAINING)).toBeVisible();
    await expect.poll(() => api.calls(messagesContract.searchRecipients)).toHaveLength(1);
    await expect.element(write()).not.toBeInTheDocument();
    await userEvent.keyboard("n");
    expect(shown.address()).toBe("/messaging");
  });

  test("a leader of a group may write, though not to everybody", async () => {
    const possible = { ...NOBODY, groups: [CHOIR] };
    await renderPage(messages, "/messaging", { api: serverWith({ possible }) });
    await expect.element(write()).toBeVisible();
  });

  test("N in the search box is a letter", async () => {
    const shown = await renderPage(messages, "/messaging", { api: serverWith({}) });
    await expect.element(write()).toBeVisible();
    await page.getByPlaceholder("Nachrichten durchsuchen").click();
    await userEvent.keyboard("n");
    await expect.poll(() => shown.address()).toBe("/messaging?q=n");
  });
});

describe("a row by keyboard", () => {
  const SECOND = messageOf(2, { read: true });

  async function onFirstRow(api = serverWith({ inbox: [TRAINING, SECOND] })) {
    const shown = await renderPage(messages, "/messaging", { api });
    const link = rowOf(TRAINING).getByRole("link");
    await expect.element(link).toBeVisible();
    (link.element() as HTMLElement).focus();
    return { api, shown };
  }

  test("arrows move through the list and Enter opens the message", async () => {
    const { api, shown } = await onFirstRow();
    api.answer(messagesContract.getMessage, { ...SECOND, can: [] });
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(rowOf(SECOND).getByRole("link")).toHaveFocus();
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(rowOf(TRAINING).getByRole("link")).toHaveFocus();
    await userEvent.keyboard("{End}");
    await expect.element(rowOf(SECOND).getByRole("link")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => shown.address()).toBe(`/messaging/${SECOND.id}`);
  });

  test("U marks as read at once, before the server has answered", async () => {
    const { api } = await onFirstRow();
    api.answer(messagesContract.setRead, { ...TRAINING, read: true });
    const release = api.hold(messagesContract.setRead);
    await userEvent.keyboard("u");
    await expect.element(rowOf(TRAINING)).not.toHaveAttribute("data-unread");
    await expect.element(page.getByText("Alles gelesen")).toBeVisible();
    await expect
      .poll(() => api.calls(messagesContract.setRead))
      .toMatchObject([{ params: { id: TRAINING.id }, query: { read: true } }]);
    release();
    await expect.poll(() => api.calls(messagesContract.searchMessages).length).toBeGreaterThan(1);
  });

  test("Delete removes the message and the reader can take it back", async () => {
    const { api } = await onFirstRow();
    api.answer(messagesContract.deleteMessage);
    api.answer(messagesContract.restoreMessage, TRAINING);
    await userEvent.keyboard("{Delete}");
    await expect.element(page.getByText("„Probe fällt aus“ ist gelöscht.")).toBeVisible();
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expect
      .poll(() => api.calls(messagesContract.restoreMessage))
      .toMatchObject([{ params: { id: TRAINING.id } }]);
    expect(api.calls(messagesContract.deleteMessage)).toMatchObject([
      { params: { id: TRAINING.id } },
    ]);
  });
});

describe("drafts", () => {
  const drafts = () => page.getByRole("list", { name: "Entwürfe" });

  test("a draft opens where it was left", async () => {
    const api = serverWith({ drafts: [DRAFT] });
    const shown = await renderPage(messages, "/messaging?box=drafts", { api });
    await drafts()
      .getByRole("link", { name: /Sommerfest/ })
      .click();
    await expect.poll(() => shown.address()).toBe(`/messaging/compose?draft=${DRAFT.id}`);
  });

  test("one without recipients and subject can be told all the same", async () => {
    const bare = { ...DRAFT, recipientNames: [], subject: "" };
    const api = serverWith({ drafts: [bare] });
    await renderPage(messages, "/messaging?box=drafts", { api });
    await expect.element(drafts()).toMatchTextContent("Noch keine Empfänger");
    await expect.element(drafts()).toMatchTextContent("Ohne Betreff");
    await expectAccessible("the drafts");
  });

  test("it is thrown away only after the question is answered with yes", async () => {
    const api = serverWith({ drafts: [DRAFT] });
    api.answer(messagesContract.deleteDraft);
    await renderPage(messages, "/messaging?box=drafts", { api });
    const discard = page.getByRole("button", { name: "Entwurf verwerfen: Sommerfest" });
    const question = page.getByRole("dialog", { name: "Entwurf verwerfen?" });
    await discard.click();
    await userEvent.keyboard("{Escape}");
    await expect.element(question).not.toBeInTheDocument();
    expect(api.calls(messagesContract.deleteDraft)).toHaveLength(0);

    await discard.click();
    await question.getByRole("button", { name: "Entwurf verwerfen" }).click();
    await expect.element(page.getByText("Der Entwurf ist verworfen.")).toBeVisible();
    expect(api.calls(messagesContract.deleteDraft)).toMatchObject([{ params: { id: DRAFT.id } }]);
  });
});

describe("on the phone", () => {
  test("list and message take turns, nothing is wider than the smallest phone", async () => {
    const long = messageOf(1, { subject: "Jahreshauptversammlung".repeat(6) });
    const api = serverWith({ inbox: [long] });
    // The page reaches into the frame's margin.
    await renderPage(messages, "/messaging", { api, viewport: "phone", frame: "shell" });
    await expect.element(rowOf(long)).toBeVisible();
    await expect.element(page.getByRole("region", { name: "Nachricht" })).not.toBeInTheDocument();
    await expect.element(write()).toBeVisible();
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("the messages on the phone");
  });
});
