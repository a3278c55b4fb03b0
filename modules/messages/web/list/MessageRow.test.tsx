import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { renderPage } from "#platform/web/testing.ts";
import { messagesContract, type Message } from "../../contract.ts";
import messages from "../module.tsx";
import { messageOf, serverWith } from "../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T20:00:00+01:00"));

const FIRST = messageOf(1);
const SECOND = messageOf(2);

async function open(viewport: "desktop" | "phone", inbox: Message[] = [FIRST, SECOND]) {
  const api = serverWith({ inbox });
  api.answer(messagesContract.setRead, ({ params, query: { read } }) => {
    const at = inbox.findIndex(({ id }) => id === params.id);
    const message = { ...(inbox[at] ?? FIRST), read };
    inbox[at] = message;
    return message;
  });
  api.answer(messagesContract.deleteMessage, ({ params }) => {
    inbox.splice(
      inbox.findIndex(({ id }) => id === params.id),
      1,
    );
  });
  api.answer(messagesContract.restoreMessage, () => {
    inbox.unshift(FIRST);
    return FIRST;
  });
  const shown = await renderPage(messages, "/messaging", { api, viewport });
  await expect.element(row(FIRST)).toBeVisible();
  return { api, shown };
}

const row = ({ subject }: Message) =>
  page.getByRole("listitem").filter({ hasText: new RegExp(`${subject}(?!\\d)`) });
const unread = (message: Message) => row(message).getByText("Ungelesen:");

/** A finger that moves over a row, sideways or down. */
function swipe(message: Message, across: number, down = 0): void {
  const target = row(message).element();
  const box = target.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const fire = (type: string, clientX: number, clientY: number) => {
    const touch = new Touch({ identifier: 1, target, clientX, clientY });
    const touches = type === "touchend" ? [] : [touch];
    target.dispatchEvent(new TouchEvent(type, { bubbles: true, cancelable: true, touches }));
  };
  fire("touchstart", x, y);
  for (let step = 1; step <= 8; step += 1)
    fire("touchmove", x + (across * step) / 8, y + (down * step) / 8);
  fire("touchend", x, y);
}

describe("by finger", () => {
  test("to the right marks as read, and as unread again", async () => {
    const { api } = await open("phone");
    await expect.element(unread(FIRST)).toBeInTheDocument();
    swipe(FIRST, 160);
    await expect.element(unread(FIRST)).not.toBeInTheDocument();
    swipe(FIRST, 160);
    await expect.element(unread(FIRST)).toBeInTheDocument();
    await expect
      .poll(() => api.calls(messagesContract.setRead).map(({ query }) => query.read))
      .toEqual([true, false]);
  });

  test("to the left deletes, and what is deleted comes back", async () => {
    await open("phone");
    swipe(FIRST, -160);
    await expect.element(row(FIRST)).not.toBeInTheDocument();
    await expect.element(row(SECOND)).toBeVisible();
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expect.element(row(FIRST)).toBeVisible();
  });

  test("a short way does nothing, and so does scrolling", async () => {
    const { api, shown } = await open("phone");
    swipe(FIRST, 40);
    swipe(FIRST, -60);
    swipe(FIRST, 100, 300);
    await expect.element(row(FIRST)).toBeVisible();
    expect(api.calls(messagesContract.setRead)).toHaveLength(0);
    expect(api.calls(messagesContract.deleteMessage)).toHaveLength(0);
    expect(shown.address()).toBe("/messaging");
  });

  test("what can't be marked does not move to the right", async () => {
    const { api } = await open("phone", [{ ...FIRST, can: ["DELETE"] }]);
    swipe(FIRST, 160);
    await expect.element(unread(FIRST)).toBeInTheDocument();
    expect(api.calls(messagesContract.setRead)).toHaveLength(0);
  });
});

describe("by mouse", () => {
  test("the row under it offers marking and deleting", async () => {
    const { api } = await open("desktop");
    await row(FIRST).hover();
    await row(FIRST)
      .getByRole("button", { name: /^Als gelesen markieren/ })
      .click();
    await expect.element(unread(FIRST)).not.toBeInTheDocument();
    await row(FIRST).hover();
    await row(FIRST)
      .getByRole("button", { name: /löschen/i })
      .click();
    await expect.element(row(FIRST)).not.toBeInTheDocument();
    expect(api.calls(messagesContract.deleteMessage)).toMatchObject([{ params: { id: FIRST.id } }]);
  });
});
