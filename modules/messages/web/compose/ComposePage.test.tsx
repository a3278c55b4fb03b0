import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { handOver } from "#platform/web/handover.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { messagesContract, type Audience, type Draft } from "../../contract.ts";
import messages from "../module.tsx";
import { handedOver } from "./compose-state.ts";
import { AUDIENCE, CHOIR, DRAFT, NOBODY, OTTO, serverWith, TRAINING } from "../testing.ts";

const NOW = "2026-11-22T20:00:00+01:00";

beforeEach(() => void vi.setSystemTime(NOW));

const SENT = { ...TRAINING, subject: "Sommerfest", read: true };

/** The server that keeps and sends what is written. */
function writing(audience: Audience = AUDIENCE, boxes: Parameters<typeof serverWith>[0] = {}) {
  const api = serverWith({ drafts: [DRAFT], ...boxes });
  const draft: Draft = { ...DRAFT, recipientNames: [] };
  api.answer(messagesContract.getDraft, draft);
  api.answer(messagesContract.createDraft, ({ body }) => ({
    ...draft,
    ...body,
    replyTo: body.replyTo ?? null,
    version: 1,
  }));
  api.answer(messagesContract.updateDraft, ({ body }) => ({
    ...draft,
    ...body,
    replyTo: body.replyTo ?? null,
    version: body.version + 1,
  }));
  api.answer(messagesContract.deleteDraft);
  api.answer(messagesContract.countRecipients, audience);
  api.answer(messagesContract.sendMessage, SENT);
  api.answer(messagesContract.getMessage, SENT);
  return api;
}

async function compose(api: FakeApi, query = "", options: Parameters<typeof renderPage>[2] = {}) {
  const shown = await renderPage(messages, `/messaging/compose${query}`, { api, ...options });
  await expect.element(text()).toBeVisible();
  return shown;
}

/** The JSON part of the form that was sent. */
async function sentRequests(api: FakeApi): Promise<unknown[]> {
  return Promise.all(
    api.calls(messagesContract.sendMessage).map(async ({ body }) => {
      const raw = await body.text();
      // A blob's type is in lower case, which no longer fits its boundary.
      const type = `multipart/form-data; boundary=${raw.slice(2, raw.indexOf("\r\n"))}`;
      const form = await new Response(raw, { headers: { "content-type": type } }).formData();
      const part = form.get("request");
      return JSON.parse(part instanceof Blob ? await part.text() : "null") as unknown;
    }),
  );
}

/** From now on pauses of the page end when the test has time pass (`vi.advanceTimersByTime`). */
function holdPauses() {
  vi.useRealTimers();
  vi.useFakeTimers({ now: new Date(NOW), toFake: ["Date", "setTimeout", "clearTimeout"] });
}

const to = () => page.getByRole("combobox", { name: "An (Pflichtangabe)" });
const subject = () => page.getByLabelText("Betreff (Pflichtangabe)");
const text = () => page.getByRole("textbox", { name: "Nachricht" });
const send = () => page.getByRole("button", { name: "Senden" });
const problem = () => page.getByRole("alert").filter({ hasText: "Noch nicht gesendet" });
const discard = () => page.getByRole("button", { name: "Verwerfen", exact: true }).click();

describe("sending", () => {
  test("what is chosen and typed goes out with the draft it was kept in", async () => {
    const api = writing();
    const shown = await compose(api);
    await expect.element(to()).toHaveFocus();
    await to().fill("Chor");
    await page.getByRole("option", { name: /^Chor/ }).click();
    await subject().fill("Sommerfest");
    await text().click();
    await userEvent.keyboard("Wer hilft?");
    await send().click();
    await expect.element(page.getByText("Die Nachricht geht an 12 Personen.")).toBeVisible();
    expect(shown.address()).toBe(`/messaging/${SENT.id}?box=sent`);
    expect(await sentRequests(api)).toEqual([
      {
        subject: "Sommerfest",
        messageContent: "<p>Wer hilft?</p>",
        recipientIds: [],
        recipientGroupIds: [CHOIR.id],
        recipientSets: [],
        replyTo: null,
        draftId: DRAFT.id,
        callBackSeconds: 13,
      },
    ]);
  });

  test("can be taken back for ten seconds: the message is a draft again", async () => {
    const api = writing();
    const again = { ...DRAFT, id: "0193a000-0000-7000-8000-0000000000e9", subject: "Noch einmal" };
    api.answer(messagesContract.callBackMessage, again);
    const shown = await compose(api, `?draft=${DRAFT.id}`);
    await send().click();
    await expect.poll(() => shown.address()).toBe(`/messaging/${SENT.id}?box=sent`);
    api.answer(messagesContract.getDraft, again);
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expect.poll(() => shown.address()).toBe(`/messaging/compose?draft=${again.id}`);
    await expect.element(subject()).toHaveValue("Noch einmal");
    expect(api.calls(messagesContract.callBackMessage)).toMatchObject([
      { params: { id: SENT.id } },
    ]);
  });

  test("too late to take back: it says so and stays with the message", async () => {
    const api = writing();
    api.refuse(messagesContract.callBackMessage, {
      code: "CONFLICT",
      detail: "Die Nachricht ist schon unterwegs und lässt sich nicht mehr zurückholen.",
    });
    const shown = await compose(api, `?draft=${DRAFT.id}`, { frame: "shell" });
    await send().click();
    await expect.poll(() => shown.address()).toBe(`/messaging/${SENT.id}?box=sent`);
    await page.getByText("Rückgängig", { exact: true }).click();
    await expect.element(page.getByText(/schon unterwegs/)).toBeVisible();
    expect(shown.address()).toBe(`/messaging/${SENT.id}?box=sent`);
  });

  test("Ctrl+Enter sends from the middle of the text", async () => {
    const api = writing();
    const shown = await compose(api, `?draft=${DRAFT.id}`);
    await expect.element(subject()).toHaveValue("Sommerfest");
    await text().click();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => shown.address()).toBe(`/messaging/${SENT.id}?box=sent`);
    expect(await sentRequests(api)).toMatchObject([{ messageContent: DRAFT.messageContent }]);
  });

  test("a second press while it is running sends nothing more", async () => {
    const api = writing();
    const shown = await compose(api, `?draft=${DRAFT.id}`);
    const release = api.hold(messagesContract.sendMessage);
    await send().click();
    await expect.element(send()).toBeDisabled();
    await text().click();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    release();
    await expect.poll(() => shown.address()).toBe(`/messaging/${SENT.id}?box=sent`);
    expect(api.calls(messagesContract.sendMessage)).toHaveLength(1);
  });
});

describe('Enter in "An"', () => {
  test("takes the suggestion that belongs to the text, also when it comes later", async () => {
    const api = writing();
    await compose(api, `?draft=${DRAFT.id}`);
    const before = api.calls(messagesContract.searchRecipients).length;
    const release = api.hold(messagesContract.searchRecipients);
    await to().fill("Otto");
    await userEvent.keyboard("{Enter}");
    await expect
      .poll(() => api.calls(messagesContract.searchRecipients).length)
      .toBeGreaterThan(before);
    release();
    await expect.element(page.getByText("Otto Lang", { exact: false }).first()).toBeVisible();
    await expect.element(to()).toHaveValue("");
    await userEvent.keyboard("{Enter}");
    expect(api.calls(messagesContract.sendMessage)).toHaveLength(0);
  });

  test("never sends; a name that nobody has stays and is not sent without", async () => {
    const api = writing();
    await compose(api, `?draft=${DRAFT.id}`);
    api.answer(messagesContract.searchRecipients, {
      everybody: true,
      groups: [],
      people: [],
      sets: [],
    });
    await to().fill("Niemand");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Nichts gefunden")).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await text().click();
    await expect.element(page.getByText(/„Niemand“ ist noch nicht ausgewählt/)).toBeVisible();
    await send().click();
    await expect.element(to()).toHaveFocus();
    await expect.element(to()).toHaveValue("Niemand");
    expect(api.calls(messagesContract.sendMessage)).toHaveLength(0);
  });

  test("in the subject goes on to the text", async () => {
    const api = writing();
    await compose(api, `?draft=${DRAFT.id}`);
    await subject().click();
    await userEvent.keyboard("{Enter}");
    await expect.element(text()).toHaveFocus();
    expect(api.calls(messagesContract.sendMessage)).toHaveLength(0);
  });
});

describe("what is missing or refused is said, and nothing typed is lost", () => {
  test("without recipients and subject nothing is sent", async () => {
    const api = writing();
    await compose(api);
    await send().click();
    await expect.element(problem()).toHaveFocus();
    await expect.element(problem()).toMatchTextContent("Bitte wählen Sie, an wen");
    await expect.element(subject()).toHaveAttribute("aria-invalid", "true");
    await expect
      .element(subject())
      .toHaveAccessibleDescription("Bitte geben Sie einen Betreff an.");
    expect(api.calls(messagesContract.sendMessage)).toHaveLength(0);
    await expectAccessible("the form with errors");
  });

  test("the server's words stand at the field", async () => {
    const api = writing();
    await compose(api, `?draft=${DRAFT.id}`);
    const message = "Dieser Gruppe dürfen Sie nicht schreiben.";
    api.refuse(messagesContract.sendMessage, {
      code: "VALIDATION_FAILED",
      errors: [{ path: "recipientGroupIds.0", code: "FORBIDDEN", message }],
    });
    await send().click();
    await expect.element(problem()).toMatchTextContent(message);
    await expect.poll(() => page.getByText(message).elements()).toHaveLength(2);
    await expect.element(subject()).toHaveValue("Sommerfest");
  });

  test("while the server is gone the message stays, and can be sent afterwards", async () => {
    const api = writing();
    const shown = await compose(api, `?draft=${DRAFT.id}`);
    api.disconnect(messagesContract.sendMessage);
    await send().click();
    await expect
      .element(problem())
      .toMatchTextContent("Sie ist nicht gesendet und bleibt hier stehen");
    api.answer(messagesContract.sendMessage, SENT);
    await send().click();
    await expect.poll(() => shown.address()).toBe(`/messaging/${SENT.id}?box=sent`);
  });

  test("an answer that gets lost sends nothing twice", async () => {
    const api = writing();
    const shown = await compose(api, `?draft=${DRAFT.id}`);
    api.answer(messagesContract.sendMessage, SENT);
    api.loseAnswer(messagesContract.sendMessage, 2);
    await send().click();
    await expect.poll(() => shown.address()).toBe(`/messaging/${SENT.id}?box=sent`);
    expect(api.calls(messagesContract.sendMessage)).toHaveLength(1);
  });
});

describe("the draft", () => {
  test("the first words make one, which the address then names", async () => {
    const api = writing();
    const shown = await compose(api);
    await subject().fill("Sommerfest");
    await expect.element(page.getByText(/^Entwurf gespeichert, 20:00/)).toBeVisible();
    await expect.poll(() => shown.address()).toBe(`/messaging/compose?draft=${DRAFT.id}`);
    expect(api.calls(messagesContract.createDraft).map(({ body }) => body)).toEqual([
      {
        subject: "Sommerfest",
        messageContent: "",
        recipientIds: [],
        recipientGroupIds: [],
        recipientSets: [],
        replyTo: null,
      },
    ]);
    await expect.element(subject()).toHaveValue("Sommerfest");
  });

  test("is gone on with where it was left, and saved with its version", async () => {
    const api = writing();
    await compose(api, `?draft=${DRAFT.id}`);
    await expect.element(text()).toMatchTextContent("Wer hilft beim Aufbau?");
    await subject().fill("Herbstfest");
    await expect
      .poll(() => api.calls(messagesContract.updateDraft))
      .toMatchObject([{ params: { id: DRAFT.id }, body: { subject: "Herbstfest", version: 4 } }]);
  });

  test("while it can't be saved the writer knows; it is saved once the server is back", async () => {
    const api = writing();
    await compose(api, `?draft=${DRAFT.id}`);
    await expect.element(subject()).toHaveValue("Sommerfest");
    holdPauses();
    api.disconnect(messagesContract.updateDraft);
    await subject().fill("Herbstfest");
    vi.advanceTimersByTime(1_000);
    await expect.element(page.getByText(/^Der Entwurf ist noch nicht gespeichert\./)).toBeVisible();
    api.answer(messagesContract.updateDraft, { ...DRAFT, subject: "Herbstfest", version: 5 });
    vi.advanceTimersByTime(5_000);
    await expect.element(page.getByText(/^Entwurf gespeichert/)).toBeVisible();
  });

  async function conflict() {
    const api = writing();
    await compose(api, `?draft=${DRAFT.id}`);
    const theirs = { ...DRAFT, subject: "Winterfest", version: 9 };
    api.refuse(messagesContract.updateDraft, { code: "STALE_VERSION", current: theirs });
    await subject().fill("Herbstfest");
    await expect.element(page.getByText(/in einem anderen Fenster geändert/)).toBeVisible();
    api.answer(messagesContract.getDraft, theirs);
    api.answer(messagesContract.updateDraft, { ...theirs, subject: "Herbstfest", version: 10 });
    return api;
  }

  test("written in two windows: what stands here wins, on the newer version", async () => {
    const api = await conflict();
    await page.getByRole("button", { name: "Was hier steht" }).click();
    await expect.element(page.getByText(/^Entwurf gespeichert/)).toBeVisible();
    expect(api.calls(messagesContract.updateDraft).at(-1)?.body).toMatchObject({
      subject: "Herbstfest",
      version: 9,
    });
  });

  test("… or the other state is taken over", async () => {
    const api = await conflict();
    await page.getByRole("button", { name: "Der andere Stand" }).click();
    await expect.element(subject()).toHaveValue("Winterfest");
    expect(api.calls(messagesContract.updateDraft)).toHaveLength(1);
  });

  test("is thrown away only after the question", async () => {
    const api = writing();
    const shown = await compose(api, `?draft=${DRAFT.id}`);
    const question = page.getByRole("dialog", { name: "Nachricht verwerfen?" });
    await discard();
    await question.getByRole("button", { name: "Weiter schreiben" }).click();
    await expect.element(subject()).toHaveValue("Sommerfest");
    expect(api.calls(messagesContract.deleteDraft)).toHaveLength(0);
    await discard();
    await question.getByRole("button", { name: "Nachricht verwerfen" }).click();
    await expect.poll(() => shown.address()).toBe("/messaging");
    expect(api.calls(messagesContract.deleteDraft)).toMatchObject([{ params: { id: DRAFT.id } }]);
  });

  test("of an empty form nobody is asked, and nothing is kept", async () => {
    const api = writing();
    const shown = await compose(api);
    await discard();
    await expect.poll(() => shown.address()).toBe("/messaging");
    expect(api.calls(messagesContract.createDraft)).toHaveLength(0);
    expect(api.calls(messagesContract.deleteDraft)).toHaveLength(0);
  });

  test("what was emptied again nobody finds among the drafts once the form is left", async () => {
    const api = writing();
    await compose(api, "", { frame: "shell" });
    await subject().fill("Vertippt");
    await expect.element(page.getByText(/^Entwurf gespeichert/)).toBeVisible();
    await subject().fill("");
    await page.getByRole("link", { name: "Nachrichten" }).first().click();
    await expect
      .poll(() => api.calls(messagesContract.deleteDraft))
      .toMatchObject([{ params: { id: DRAFT.id } }]);
  });

  test("that is gone says so instead of an empty form", async () => {
    const api = serverWith({});
    api.refuse(messagesContract.getDraft, { code: "NOT_FOUND", detail: "Nicht gefunden." });
    await renderPage(messages, `/messaging/compose?draft=${DRAFT.id}`, { api });
    await expect.element(page.getByText(/Nicht gefunden\./)).toBeVisible();
    await expect.element(send()).not.toBeInTheDocument();
  });
});

describe("who receives it", () => {
  test("the count comes before sending, with the people left out and why", async () => {
    const api = writing({
      ...AUDIENCE,
      count: 12,
      withMail: 9,
      mailOff: 1,
      withoutMailCount: 2,
      withoutMail: [OTTO],
      doubles: 1,
      leftOutCount: 1,
      leftOut: [{ ...OTTO, firstname: "Emil", reason: "LEFT" }],
    });
    await compose(api, `?groups=${CHOIR.id}`);
    await expect
      .element(page.getByText(/^Geht an 12 Personen: 9 auch per E-Mail, 1 nur hier/))
      .toBeVisible();
    const details = page.getByRole("button", { name: "Wer im Einzelnen" });
    await expect.element(details).toHaveAttribute("aria-expanded", "false");
    await details.click();
    await expect.element(page.getByText(/Otto Lang und 1 weitere/)).toBeVisible();
    await expect.element(page.getByText(/Emil Lang \(ausgetreten\)/)).toBeVisible();
    await expect
      .element(page.getByText(/^1 Person ist mehrfach genannt und bekommt/))
      .toBeVisible();
    expect(api.calls(messagesContract.countRecipients)[0]?.body).toEqual({
      recipientIds: [],
      recipientGroupIds: [CHOIR.id],
      recipientSets: [],
    });
    await expectAccessible("the form with its audience");
  });

  test("members of a link are chosen already, nonsense in it is left out", async () => {
    const api = writing({ ...AUDIENCE, count: 1, withMail: 1, groups: [], people: [OTTO] });
    await compose(api, `?recipients=${OTTO.id},gestern`);
    await expect.element(page.getByText("Geht an 1 Person, auch per E-Mail.")).toBeVisible();
    expect(api.calls(messagesContract.countRecipients)[0]?.body).toEqual({
      recipientIds: [OTTO.id],
      recipientGroupIds: [],
      recipientSets: [],
    });
    await expect.element(subject()).toHaveFocus();
  });

  test("what is typed is searched by the server", async () => {
    const api = writing();
    await compose(api);
    await to().fill("Lan");
    await expect.element(page.getByRole("option", { name: /Otto Lang/ })).toBeVisible();
    await expect
      .poll(() => api.calls(messagesContract.searchRecipients).at(-1)?.query)
      .toEqual({ q: "Lan", size: 20 });
  });
});

describe("answers and copies", () => {
  function answering(part: Partial<typeof TRAINING> = {}) {
    const api = writing();
    api.answer(messagesContract.getMessage, { ...TRAINING, ...part });
    return api;
  }

  test("an answer goes to the sender, quotes the message and begins above the quote", async () => {
    const api = answering();
    await compose(api, `?reply=${TRAINING.id}`);
    await expect.element(page.getByRole("heading", { level: 1, name: "Antwort" })).toBeVisible();
    await expect.element(subject()).toHaveValue("AW: Probe fällt aus");
    await expect.element(text()).toMatchTextContent("Am 22.11.2026 18:30 Uhr schrieb Otto Lang:");
    await expect.element(text()).toHaveFocus();
    await send().click();
    await expect
      .poll(async () => sentRequests(api))
      .toMatchObject([{ recipientIds: [OTTO.id], recipientGroupIds: [], replyTo: TRAINING.id }]);
  });

  test("an answer to an answer has AW: only once", async () => {
    await compose(answering({ subject: "Re: AW: Probe" }), `?reply=${TRAINING.id}`);
    await expect.element(subject()).toHaveValue("AW: Probe");
  });

  test("what is passed on has no recipients yet", async () => {
    await compose(answering(), `?forward=${TRAINING.id}`);
    await expect.element(subject()).toHaveValue("WG: Probe fällt aus");
    await expect.element(to()).toHaveFocus();
  });

  test("what is passed on with attachments keeps them in a draft that can be thrown away", async () => {
    const attachments = [
      { id: OTTO.id, name: "Noten.pdf", contentType: "application/pdf", size: 2048 },
    ];
    const api = answering({ attachments });
    api.answer(messagesContract.createDraft, { ...DRAFT, attachments, version: 1 });
    await compose(api, `?forward=${TRAINING.id}`);
    await expect.element(page.getByText("Noten.pdf")).toBeVisible();
    expect(api.calls(messagesContract.createDraft)[0]?.body).toMatchObject({
      subject: "WG: Probe fällt aus",
      forwardAttachmentsOf: TRAINING.id,
    });
    await discard();
    const question = page.getByRole("dialog", { name: "Nachricht verwerfen?" });
    await question.getByRole("button", { name: "Nachricht verwerfen" }).click();
    await expect.poll(() => api.calls(messagesContract.deleteDraft)).toHaveLength(1);
  });
});

describe("people by what they are", () => {
  const TRAINERS = {
    set: { kind: "FUNCTION" as const, function: "Trainer" },
    label: "Trainer",
    count: 3,
  };
  const PARTY = {
    set: { kind: "EVENT" as const, eventId: OTTO.id, states: ["ACCEPTED" as const] },
    label: "Zugesagt: Sommerfest, 14.06.2026",
    count: 4,
  };
  const named = ({ label, count }: { label: string; count: number }, guests = 0) => ({
    label,
    count,
    guests,
  });

  test("a function is offered, chosen and sent", async () => {
    const possible = { everybody: true, people: [], groups: [CHOIR], sets: [TRAINERS] };
    const api = writing({ ...AUDIENCE, sets: [named(TRAINERS)] }, { possible });
    await compose(api, `?draft=${DRAFT.id}`);
    await to().click();
    await expect.element(page.getByText("Funktionen und Leitung")).toBeVisible();
    await expectAccessible("recipients by what they are");
    await page.getByRole("option", { name: /^Trainer/ }).click();
    await userEvent.keyboard("{Escape}");
    await send().click();
    await expect.poll(() => sentRequests(api)).toMatchObject([{ recipientSets: [TRAINERS.set] }]);
  });

  test("the address names an event and the answer; guests are said to get nothing", async () => {
    const api = writing({ ...AUDIENCE, sets: [named(PARTY, 2)] });
    await compose(api, `?event=${OTTO.id}&states=ACCEPTED&states=NONSENSE`);
    await expect.element(page.getByText(PARTY.label)).toBeVisible();
    await page.getByRole("button", { name: "Wer im Einzelnen" }).click();
    await expect
      .element(page.getByText("2 Gäste ohne Mitgliedschaft bekommen die Nachricht nicht."))
      .toBeVisible();
    expect(api.calls(messagesContract.countRecipients)[0]?.body).toMatchObject({
      recipientSets: [PARTY.set],
    });
  });

  test("a draft has its sets, whatever the order of their fields, and can lose them", async () => {
    const set = { function: "Trainer", groupId: null, kind: "FUNCTION" as const };
    const possible = { everybody: true, people: [], groups: [], sets: [TRAINERS] };
    const api = writing({ ...AUDIENCE, groups: [], sets: [named(TRAINERS)] }, { possible });
    const draft = { ...DRAFT, recipientGroupIds: [], recipientSets: [set] };
    api.answer(messagesContract.getDraft, draft);
    await compose(api, `?draft=${DRAFT.id}`);
    await expect.element(page.getByText("Trainer", { exact: true })).toBeVisible();
    await to().click();
    await expect.element(page.getByRole("option", { name: /^Trainer/ })).not.toBeInTheDocument();
    await userEvent.keyboard("{Backspace}");
    await expect
      .poll(() => api.calls(messagesContract.updateDraft).at(-1)?.body)
      .toMatchObject({ recipientSets: [] });
  });

  test("what a list hands over is addressed; unknown keys are nobody", async () => {
    const from = handOver({ filter: { q: "ahlers" } });
    const api = writing({ ...AUDIENCE, sets: [{ label: "Auswahl", count: 60, guests: 0 }] });
    await compose(api, `?from=${from}`);
    await expect.element(page.getByText("Auswahl", { exact: true })).toBeVisible();
    expect(api.calls(messagesContract.countRecipients)[0]?.body).toMatchObject({
      recipientSets: [{ kind: "FILTER", filter: { q: "ahlers" } }],
    });
    expect(handedOver("unknown")).toEqual({ recipientIds: [], recipientSets: [] });
    expect(handedOver(handOver({ ids: [OTTO.id] }))).toEqual({
      recipientIds: [OTTO.id],
      recipientSets: [],
    });
  });
});

describe("who may write", () => {
  test("a leader is offered the own group, and not everybody", async () => {
    const possible = { everybody: false, people: [], groups: [CHOIR], sets: [] };
    await compose(writing(AUDIENCE, { possible }));
    await to().click();
    await expect.element(page.getByRole("option", { name: /^Chor/ })).toBeVisible();
    await expect
      .element(page.getByRole("option", { name: /Alle Mitglieder/ }))
      .not.toBeInTheDocument();
  });

  test("without the right to write to anybody the page explains itself", async () => {
    const api = writing(AUDIENCE, { possible: NOBODY });
    await renderPage(messages, "/messaging/compose", { api });
    await expect.element(page.getByText(/^Sie können auf Nachrichten antworten/)).toBeVisible();
    await expect.element(send()).not.toBeInTheDocument();
  });

  test("answering is for everybody", async () => {
    const api = writing(AUDIENCE, { possible: NOBODY });
    api.answer(messagesContract.getMessage, TRAINING);
    await compose(api, `?reply=${TRAINING.id}`);
    await expect.element(send()).toBeEnabled();
  });
});

test("on the phone the whole form fits, also the toolbar of the text", async () => {
  await compose(writing(), `?draft=${DRAFT.id}`, { viewport: "phone" });
  await expect.element(page.getByRole("toolbar", { name: "Formatierung" })).toBeVisible();
  await expectNoSidewaysScroll(390);
  await expectNoSidewaysScroll(320);
  await expectAccessible("the form on the phone");
});
