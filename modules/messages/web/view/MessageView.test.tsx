import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  READER,
  renderPage,
} from "#platform/web/testing.ts";
import { messagesContract, type Message } from "../../contract.ts";
import { messageMailsContract, type MailDelivery } from "../../mail-contract.ts";
import messages from "../module.tsx";
import { AUDIENCE, DRAFT, OTTO, serverWith, TRAINING } from "../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T20:00:00+01:00"));

type Options = Parameters<typeof renderPage>[2];

/** Opens this message beside the list that it stands in. */
async function open(message: Message, options: Options = {}, query = "") {
  const api = serverWith({ inbox: [message] });
  api.answer(messagesContract.getMessage, message);
  api.answer(messagesContract.setRead, ({ query: { read } }) => ({ ...message, read }));
  const shown = await renderPage(messages, `/messaging/${message.id}${query}`, { api, ...options });
  return { api, shown };
}

/** The page reaches into the frame's margin. */
const IN_SHELL: Options = { viewport: "phone", frame: "shell" };
const READ: Message = { ...TRAINING, read: true };
const article = () => page.getByRole("article");
const bar = () => page.getByRole("toolbar", { name: "Aktionen zur Nachricht" });
const more = () => bar().getByRole("button", { name: "Weitere Aktionen" }).click();

describe("what one reads", () => {
  test("subject, sender, recipients, time and the text with its markup", async () => {
    await open(READ);
    await expect
      .element(page.getByRole("heading", { level: 2, name: "Probe fällt aus" }))
      .toBeVisible();
    await expect.element(article()).toMatchTextContent("Otto Lang");
    await expect.element(article()).toMatchTextContent("An Chor · 12 Personen");
    await expect.element(article()).toMatchTextContent("22.11.2026 18:30 Uhr");
    expect(article().getByText("Dienstag").element().tagName).toBe("STRONG");
    await expectAccessible("list and message");
  });

  test("foreign markup never becomes part of the page", async () => {
    const messageContent = `<p>Hallo<img src="x"></p><script>window.attacked=1</script><a href="javascript:window.attacked=1">Klick</a>`;
    await open({ ...READ, messageContent });
    await expect.element(article()).toMatchTextContent("Hallo");
    expect(document.querySelectorAll("article img[src='x'], article script")).toHaveLength(0);
    expect(document.querySelector("article a[href^='javascript']")).toBeNull();
    expect("attacked" in window).toBe(false);
  });

  test("what went to the reader alone says so", async () => {
    await open({ ...READ, recipientNames: [], recipientCount: 1 });
    await expect.element(article().getByText("Nur an Sie")).toBeVisible();
  });

  test("many names are folded until the reader asks for them", async () => {
    await open({ ...READ, recipientNames: ["A", "B", "C", "D", "E"], recipientCount: 5 });
    await expect.element(article()).toMatchTextContent("An A, B, C und 2 weitere");
    await article().getByRole("button", { name: "und 2 weitere" }).click();
    await expect.element(article()).toMatchTextContent("An A, B, C, D, E");
  });

  test("the sender's record is a link only for those who may see members", async () => {
    await open(READ);
    await expect.element(article().getByText("Otto Lang")).toBeVisible();
    await expect.element(article().getByRole("link")).not.toBeInTheDocument();
  });

  test("with the right to see members the sender's name leads to the record", async () => {
    await open(READ, { as: ["QUERY_USER"] });
    const link = article().getByRole("link", { name: "Otto Lang" });
    await expect.element(link).toHaveAttribute("href", expect.stringContaining(OTTO.id));
  });

  test("a message that is gone leads back to the box and the search it was opened from", async () => {
    const api = serverWith({});
    api.refuse(messagesContract.getMessage, { code: "NOT_FOUND" });
    const address = `/messaging/${TRAINING.id}?box=sent&q=Probe`;
    const shown = await renderPage(messages, address, { api });
    await expect
      .element(page.getByText("Diese Nachricht gibt es nicht, oder Sie haben sie gelöscht."))
      .toBeVisible();
    await page.getByRole("link", { name: "Zu den Nachrichten" }).click();
    await expect.poll(() => shown.address()).toBe("/messaging?box=sent&q=Probe");
  });

  test("after a failure the reader tries again and reads it", async () => {
    const api = serverWith({ inbox: [READ] });
    api.disconnect(messagesContract.getMessage);
    await renderPage(messages, `/messaging/${READ.id}`, { api });
    const again = page.getByRole("button", { name: "Erneut versuchen" });
    await expect.element(again).toBeVisible();
    api.answer(messagesContract.getMessage, READ);
    await again.click();
    await expect.element(article()).toMatchTextContent("keine Probe.");
  });
});

describe("read and unread", () => {
  test("opening reads the message, once", async () => {
    const { api } = await open(TRAINING);
    await expect
      .poll(() => api.calls(messagesContract.setRead))
      .toMatchObject([{ params: { id: TRAINING.id }, query: { read: true } }]);
  });

  test("marked as unread it stays unread while it is open", async () => {
    const { api } = await open(READ);
    await bar().getByRole("button", { name: "Als ungelesen markieren" }).click();
    await expect
      .poll(() => api.calls(messagesContract.setRead))
      .toMatchObject([{ query: { read: false } }]);
  });

  test("what one sent oneself is not marked", async () => {
    const { api } = await open({ ...READ, can: ["FORWARD", "COPY", "DELETE"] });
    await expect.element(bar().getByRole("button", { name: "Löschen" })).toBeVisible();
    await expect.element(bar().getByRole("button", { name: /markieren/ })).not.toBeInTheDocument();
    expect(api.calls(messagesContract.setRead)).toHaveLength(0);
  });
});

describe("what can be done with it", () => {
  test("who may do nothing with it finds only printing", async () => {
    await open({ ...READ, can: [] });
    await expect.element(bar()).toBeVisible();
    await expect.element(bar().getByRole("link")).not.toBeInTheDocument();
    await more();
    await expect.element(page.getByRole("menuitem")).toMatchTextContent("Drucken");
    expect(page.getByRole("menuitem").elements()).toHaveLength(1);
  });

  test.for([
    ["Antworten", "reply"],
    ["Weiterleiten", "forward"],
  ] as const)("%s leads to the form", async ([name, how]) => {
    const { shown } = await open(READ);
    await bar().getByRole("link", { name }).click();
    await expect.poll(() => shown.address()).toBe(`/messaging/compose?${how}=${READ.id}`);
  });

  test.for([
    ["r", "reply"],
    ["w", "forward"],
  ] as const)("so does the key %s", async ([key, how]) => {
    const { shown } = await open(READ);
    await expect.element(bar()).toBeVisible();
    await userEvent.keyboard(key);
    await expect.poll(() => shown.address()).toBe(`/messaging/compose?${how}=${READ.id}`);
  });

  test("the same message can be written once more", async () => {
    const { shown } = await open(READ);
    await more();
    await page.getByRole("menuitem", { name: "Als neue Nachricht bearbeiten" }).click();
    await expect.poll(() => shown.address()).toBe(`/messaging/compose?copy=${READ.id}`);
  });

  test("deleting leads back to the list of the search, and can be taken back", async () => {
    const { api, shown } = await open(READ, {}, "?q=Probe");
    api.answer(messagesContract.deleteMessage);
    api.answer(messagesContract.restoreMessage, READ);
    await bar().getByRole("button", { name: "Löschen" }).click();
    await expect.element(page.getByText("„Probe fällt aus“ ist gelöscht.")).toBeVisible();
    expect(shown.address()).toBe("/messaging?q=Probe");
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expect.poll(() => api.calls(messagesContract.restoreMessage)).toHaveLength(1);
  });

  test("while the server is gone it is not deleted, and the reader knows", async () => {
    const { api, shown } = await open(READ);
    api.disconnect(messagesContract.deleteMessage);
    await bar().getByRole("button", { name: "Löschen" }).click();
    await expect
      .element(page.getByRole("alert"))
      .toMatchTextContent("Es wurde nichts gespeichert.");
    expect(shown.address()).toBe(`/messaging/${READ.id}`);
  });
});

describe("attachments", () => {
  const NOTES = { id: DRAFT.id, name: "Noten.pdf", contentType: "application/pdf", size: 2048 };

  test("each names its size and can be looked at and saved", async () => {
    await open({ ...READ, attachments: [NOTES, { ...NOTES, id: OTTO.id, name: "Plan.pdf" }] });
    const list = page.getByRole("region", { name: "Anhänge" });
    await expect.element(list).toMatchTextContent("2 Anhänge");
    await expect.element(list.getByRole("button", { name: "Noten.pdf ansehen" })).toBeVisible();
    await expect
      .element(list.getByRole("button", { name: "Plan.pdf herunterladen" }))
      .toBeVisible();
  });
});

test.each([
  ["Plan.xlsx", "excel", "spreadsheetml.sheet"],
  ["Brief.docx", "word", "wordprocessingml.document"],
])("%s has no preview: the whole card saves it", async (name, kind, type) => {
  const contentType = `application/vnd.openxmlformats-officedocument.${type}`;
  const file = { id: DRAFT.id, name, contentType, size: 2048 };
  const { api } = await open({ ...READ, attachments: [file] });
  api.answer(messagesContract.getAttachment, new Blob(["PK"], { type: contentType }));
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  const list = page.getByRole("region", { name: "Anhänge" });
  await expect.element(list.getByRole("button")).toHaveAccessibleName(`${name} herunterladen`);
  expect(list.element().querySelector("[data-kind]")?.getAttribute("data-kind")).toBe(kind);
  await list.getByRole("button").click();
  await expect.poll(() => saved.mock.contexts).toMatchObject([{ download: name }]);
  saved.mockRestore();
  expect(api.calls(messagesContract.getAttachment)).toHaveLength(1);
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expectAccessible("a message with an office file");
});

describe("what became of a message that one sent", () => {
  const SENT: Message = {
    ...READ,
    sender: { ...TRAINING.sender, id: READER.id, firstname: "Erika", lastname: "Mustermann" },
    delivery: { recipients: 12, mailed: 9, failed: 1, read: 0 },
    can: ["FORWARD", "COPY", "DELETE", "SEE_DELIVERY"],
  };
  const DELIVERY: MailDelivery = {
    recipients: 12,
    mailed: 9,
    failed: 1,
    read: 0,
    waiting: 2,
    mailOff: 0,
    withoutMail: 0,
    delay: null,
    failures: [
      {
        user: OTTO,
        address: "otto@example.org",
        reason: "FULL",
        text: "Das Postfach ist voll.",
        response: "552 mailbox full",
        at: "2026-11-22T18:31:00+01:00",
      },
    ],
  };

  async function openSent(delivery: MailDelivery) {
    const api = serverWith({ sent: [SENT] });
    api.answer(messagesContract.getMessage, SENT);
    api.answer(messageMailsContract.getDelivery, delivery);
    await renderPage(messages, `/messaging/${SENT.id}?box=sent`, { api });
    return api;
  }

  test("numbers of people, mails under way and mails that failed", async () => {
    await openSent(DELIVERY);
    await expect
      .element(
        page.getByText(
          "An 12 Personen gesendet · 9 davon auch per E-Mail · noch von niemandem hier gelesen",
        ),
      )
      .toBeVisible();
    await expect.element(page.getByText("2 E-Mails sind noch unterwegs.")).toBeVisible();
    await page.getByText("1 E-Mail konnte nicht zugestellt werden.").click();
    await expect
      .element(page.getByText("Otto Lang (otto@example.org): Das Postfach ist voll."))
      .toBeVisible();
    await expectAccessible("a message one sent");
  });

  test("while it can be called back it says so, and calling back opens the draft", async () => {
    const held: Message = {
      ...SENT,
      heldUntil: "2026-11-22T20:00:13+01:00",
      can: ["FORWARD", "COPY", "SEE_DELIVERY", "CALL_BACK"],
    };
    const api = serverWith({ sent: [held], drafts: [DRAFT] });
    api.answer(messagesContract.getMessage, held);
    api.answer(messagesContract.callBackMessage, DRAFT);
    api.answer(messagesContract.getDraft, DRAFT);
    api.answer(messagesContract.countRecipients, AUDIENCE);
    const shown = await renderPage(messages, `/messaging/${held.id}?box=sent`, { api });
    await expect.element(page.getByText("Geht in wenigen Sekunden an 12 Personen")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Löschen" })).not.toBeInTheDocument();
    await expectAccessible("a message that can be called back");
    await page.getByRole("button", { name: "Zurückholen" }).click();
    await expect.poll(() => shown.address()).toBe(`/messaging/compose?draft=${DRAFT.id}`);
  });

  test("failed mails are sent once more, and the answer replaces the numbers", async () => {
    const api = await openSent({ ...DELIVERY, waiting: 0 });
    const after = { ...DELIVERY, failed: 0, failures: [], waiting: 1 };
    api.answer(messageMailsContract.retryMails, after);
    await page.getByText("1 E-Mail konnte nicht zugestellt werden.").click();
    await page.getByRole("button", { name: "Noch einmal senden" }).click();
    await expect.element(page.getByText("Die E-Mails werden noch einmal gesendet.")).toBeVisible();
    await expect.element(page.getByText("1 E-Mail ist noch unterwegs.")).toBeVisible();
    await expect.element(page.getByText(/nicht zugestellt/)).not.toBeInTheDocument();
    expect(api.calls(messageMailsContract.retryMails)).toMatchObject([{ params: { id: SENT.id } }]);
  });
});

describe("on the phone", () => {
  test("the message is the page, with a way back to the list it came from", async () => {
    const { shown } = await open(READ, { viewport: "phone" }, "?q=Probe");
    await expect
      .element(page.getByRole("heading", { level: 1, name: "Probe fällt aus" }))
      .toBeVisible();
    await expect.element(page.getByRole("list", { name: "Posteingang" })).not.toBeInTheDocument();
    await bar().getByRole("link", { name: "Zurück zur Liste" }).click();
    await expect.poll(() => shown.address()).toBe("/messaging?q=Probe");
  });

  test("a long subject and a long address break instead of widening the page", async () => {
    const long = "https://example.org/".padEnd(300, "x");
    await open(
      {
        ...READ,
        subject: "Jahreshauptversammlung mit Ehrungen ".repeat(4),
        messageContent: `<p>${long}</p>`,
      },
      IN_SHELL,
    );
    await expect.element(article()).toBeVisible();
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("the message on the phone");
  });
});
