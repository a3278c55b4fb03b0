import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import {
  dropFiles,
  expectAccessible,
  expectNoSidewaysScroll,
  renderPage,
} from "#platform/web/testing.ts";
import { messagesContract, type Attachment } from "../../../contract.ts";
import messages from "../../module.tsx";
import { AUDIENCE, DRAFT, OTTO, serverWith, TRAINING } from "../../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T20:00:00+01:00"));

const NOTES: Attachment = {
  id: OTTO.id,
  name: "Noten.pdf",
  contentType: "application/pdf",
  size: 5,
};

/** The form with a draft that holds these attachments. */
async function open(attachments: Attachment[] = [], viewport: "desktop" | "phone" = "desktop") {
  const api = serverWith({});
  api.answer(messagesContract.getDraft, { ...DRAFT, attachments });
  api.answer(messagesContract.countRecipients, AUDIENCE);
  api.answer(messagesContract.uploadDraftAttachment, ({ query, body }) => ({
    ...NOTES,
    name: query.name,
    size: body.size,
  }));
  api.answer(messagesContract.deleteDraftAttachment);
  api.answer(messagesContract.sendMessage, { ...TRAINING, read: true });
  const address = `/messaging/compose?draft=${DRAFT.id}`;
  const shown = await renderPage(messages, address, { api, viewport });
  await expect.element(page.getByRole("textbox", { name: "Nachricht" })).toBeVisible();
  return { api, shown };
}

const pdf = (name = "Noten.pdf", content = "%PDF-") =>
  new File([content], name, { type: "application/pdf" });
const choose = (...files: File[]) => page.getByLabelText("Dateien anhängen").upload(files);
const field = () => page.getByRole("region", { name: "Anhänge" });
const uploads = (api: Awaited<ReturnType<typeof open>>["api"]) =>
  api.calls(messagesContract.uploadDraftAttachment);
const send = () => page.getByRole("button", { name: "Senden" });

describe("attaching", () => {
  test("what is possible is said before, and each file goes up by itself", async () => {
    const { api } = await open();
    await expect
      .element(field())
      .toMatchTextContent(
        "PDF, JPEG, PNG, HEIC, Word (.docx) und Excel (.xlsx), je Datei bis 20 MB, zusammen bis 50 MB.",
      );
    await choose(pdf("Noten.pdf"), pdf("Plan.pdf"));
    await expect.element(page.getByRole("button", { name: "Plan.pdf entfernen" })).toBeVisible();
    expect(uploads(api).map(({ params, query }) => [params.id, query.name])).toEqual([
      [DRAFT.id, "Noten.pdf"],
      [DRAFT.id, "Plan.pdf"],
    ]);
    expect(await uploads(api)[0]?.body.text()).toBe("%PDF-");
    await expectAccessible("the form with attachments");
  });

  test("a file dropped anywhere on the form is attached", async () => {
    const { api } = await open();
    dropFiles(page.getByLabelText("Betreff (Pflichtangabe)").element(), [pdf()]);
    await expect.element(page.getByRole("button", { name: "Noten.pdf entfernen" })).toBeVisible();
    expect(uploads(api)).toHaveLength(1);
  });

  test("a table goes up whatever the system calls it, and has its icon", async () => {
    const { api } = await open();
    const contentType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    api.answer(messagesContract.uploadDraftAttachment, {
      ...NOTES,
      name: "Plan.xlsx",
      contentType,
    });
    await choose(new File(["PK"], "Plan.xlsx", { type: "application/vnd.ms-excel" }));
    await expect.element(page.getByRole("button", { name: "Plan.xlsx entfernen" })).toBeVisible();
    expect(uploads(api)[0]?.body.type).toBe("application/octet-stream");
    await expect
      .poll(() => field().element().querySelector("[data-kind]")?.getAttribute("data-kind"))
      .toBe("excel");
  });

  test.each([
    ["UNSUPPORTED_TYPE", "„Plan.xlsx“ enthält Makros und kann nicht angehängt werden."],
    ["TOO_LARGE", "„Plan.xlsx“ ist ausgepackt zu groß."],
    ["UNPROCESSABLE", "„Plan.xlsx“ ist beschädigt."],
  ] as const)("what the server found in it is said in its words (%s)", async (code, detail) => {
    const { api } = await open();
    api.refuse(messagesContract.uploadDraftAttachment, { code, detail });
    await choose(new File(["PK"], "Plan.xlsx"));
    await expect.element(field().getByRole("alert")).toMatchTextContent(detail);
  });

  test("on its way it can be stopped, and nothing of it stays", async () => {
    const { api } = await open();
    const release = api.hold(messagesContract.uploadDraftAttachment);
    await choose(pdf());
    await expect
      .element(page.getByRole("progressbar", { name: "Noten.pdf wird übertragen" }))
      .toBeInTheDocument();
    await page.getByRole("button", { name: "Noten.pdf: abbrechen" }).click();
    await expect.element(page.getByText("Noten.pdf")).not.toBeInTheDocument();
    release();
    expect(api.calls(messagesContract.deleteDraftAttachment)).toHaveLength(0);
  });

  test.for([
    [new File(["PK"], "Liste.ods"), "Diese Art von Datei lässt sich nicht anhängen."],
    [new File(["PK"], "Liste.xlsm"), "Speichern Sie die Datei ohne Makros als .xlsx."],
    [new File(["PK"], "Brief.doc"), "Speichern Sie die Datei als .docx."],
    [new File([], "leer.pdf", { type: "application/pdf" }), "Die Datei ist leer."],
  ] as const)("%o is refused before it is sent", async ([file, words]) => {
    const { api } = await open();
    await choose(file);
    await expect.element(field()).toMatchTextContent(words);
    expect(uploads(api)).toHaveLength(0);
  });

  test("what the server refuses says why at the file", async () => {
    const { api } = await open();
    const detail = "Die Datei ist kein Bild, obwohl sie so heißt.";
    api.refuse(messagesContract.uploadDraftAttachment, { code: "UNSUPPORTED_TYPE", detail });
    await choose(pdf());
    await expect.element(field().getByRole("alert")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Noten.pdf entfernen" })).toBeVisible();
  });

  test("when the connection breaks, the message is not sent without it by mistake", async () => {
    const { api } = await open();
    api.disconnect(messagesContract.uploadDraftAttachment);
    await choose(pdf());
    await expect.element(field()).toMatchTextContent("Die Verbindung ist unterbrochen.");
    await send().click();
    await expect.element(page.getByText(/Ein Anhang ist nicht angekommen\./)).toBeVisible();
    expect(api.calls(messagesContract.sendMessage)).toHaveLength(0);
    await page.getByRole("button", { name: "Noten.pdf entfernen" }).click();
    await send().click();
    await expect.poll(() => api.calls(messagesContract.sendMessage)).toHaveLength(1);
  });
});

describe("attachments that are there already", () => {
  test("are taken off the draft by their cross", async () => {
    const { api } = await open([NOTES]);
    await expect.element(page.getByText("Noten.pdf")).toBeVisible();
    await page.getByRole("button", { name: "Noten.pdf entfernen" }).click();
    await expect.element(page.getByText("Noten.pdf")).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Dateien anhängen" })).toHaveFocus();
    await expect
      .poll(() => api.calls(messagesContract.deleteDraftAttachment))
      .toMatchObject([{ params: { id: DRAFT.id, attachment: NOTES.id } }]);
  });

  test("together with new ones stay below the limit", async () => {
    const large = { ...NOTES, size: 50 * 1024 * 1024 };
    const { api } = await open([large]);
    await choose(pdf("Plan.pdf"));
    await expect
      .element(field())
      .toMatchTextContent("Alle Anhänge zusammen dürfen höchstens 50 MB groß sein.");
    expect(uploads(api)).toHaveLength(0);
  });

  test("with long names fit the phone", async () => {
    const name = `${"Jahreshauptversammlung".repeat(5)}.pdf`;
    await open([{ ...NOTES, name }], "phone");
    await expect.element(page.getByText(name)).toBeVisible();
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
  });
});
