import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { filesContract, type Entry } from "../../contract.ts";
import files from "../module.tsx";
import { fileOf, folderOf, idOf } from "../testing.ts";

const SHARE = idOf(1);
const NOTE = fileOf("notiz.txt", { path: "Kasse/notiz.txt" });
/** A green pixel. */
const PICTURE =
  "data:image/gif;base64,R0lGODlhAQABAPAAAAD/AAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==";

const addressOf = (path: string) => `/file-viewer/${SHARE}?path=${encodeURIComponent(path)}`;

async function openFile(entry: Entry, api = new FakeApi(), viewport?: "phone") {
  api.answer(filesContract.getEntry, entry);
  const shown = await renderPage(files, addressOf(entry.path), {
    api,
    as: ["QUERY_FILESHARE"],
    ...(viewport && { viewport }),
  });
  await expect.element(page.getByRole("heading", { level: 1, name: entry.name })).toBeVisible();
  return { api, shown };
}

function withText(text: BlobPart): FakeApi {
  const api = new FakeApi();
  api.answer(filesContract.downloadEntry, new Blob([text]));
  return api;
}

const content = (name = NOTE.name) => page.getByLabelText(`Inhalt von ${name}`);

describe("a text", () => {
  test("is shown as it was meant, and the way back leads to its folder", async () => {
    const { api } = await openFile(NOTE, withText("Grüße aus der Kasse"));
    await expect.element(content()).toMatchTextContent("Grüße aus der Kasse");
    await expect
      .element(page.getByRole("link", { name: "Zum Ordner" }))
      .toHaveAttribute("href", `/file-shares/${SHARE}/Kasse`);
    expect(api.calls(filesContract.downloadEntry)).toMatchObject([
      { params: { path: ["Kasse", "notiz.txt"] }, query: { version: 1 } },
    ]);
    await expectAccessible("the text viewer");
  });

  test("of an old Windows program keeps its umlauts", async () => {
    await openFile(NOTE, withText(new Uint8Array([0x4d, 0xfc, 0x6c, 0x6c])));
    await expect.element(content()).toMatchTextContent("Müll");
  });

  test("that is code is text and never runs", async () => {
    const html = "<script>window.wasRun = true</script><h1>Angriff</h1>";
    const entry = fileOf("seite.html", { subtype: "html", contentType: "text/html" });
    await openFile(entry, withText(html));
    await expect.element(content(entry.name)).toMatchTextContent("<h1>Angriff</h1>");
    expect(page.getByRole("heading", { name: "Angriff" }).elements()).toEqual([]);
    expect("wasRun" in window).toBe(false);
  });

  test("without a word says so", async () => {
    await openFile(NOTE, withText(""));
    await expect.element(content()).toMatchTextContent("Diese Datei ist leer.");
  });

  test("that can't be loaded can be tried again", async () => {
    const api = new FakeApi();
    api.refuse(filesContract.downloadEntry, { code: "INTERNAL" });
    await openFile(NOTE, api);
    await expect.element(page.getByRole("button", { name: "Erneut versuchen" })).toBeVisible();
  });

  test("with a long name and long lines fits the smallest phone", async () => {
    const entry = fileOf(`${"Protokoll".repeat(12)}.txt`);
    await openFile(entry, withText("wort ".repeat(500) + "ohneEnde".repeat(80)), "phone");
    await expect.element(content(entry.name)).toBeVisible();
    await expectNoSidewaysScroll(320);
  });

  test("of many megabytes is only downloaded", async () => {
    await openFile(fileOf("gross.txt", { size: 50_000_000 }));
    await expect
      .element(page.getByText(/Für diese Art von Datei gibt es keine Vorschau\./))
      .toBeVisible();
  });
});

describe("a picture", () => {
  const photo = (changes: Partial<Entry> = {}) =>
    fileOf("Baum.png", { subtype: "image", contentType: "image/png", ...changes });

  test("is shown by the browser from an address that needs no token", async () => {
    const api = new FakeApi();
    api.answer(filesContract.createTicket, { url: PICTURE, expiresAt: "2026-11-22T19:00:00Z" });
    await openFile(photo(), api);
    await expect.element(page.getByRole("img", { name: "Baum.png" })).toBeVisible();
    await expectAccessible("the viewer of a picture");
  });

  test("that brings a script is a picture all the same, and the script never runs", async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50">
      <script>top.wasRun = true</script><rect width="50" height="50"/></svg>`;
    const api = new FakeApi();
    const url = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    api.answer(filesContract.createTicket, { url, expiresAt: "2026-11-22T19:00:00Z" });
    await openFile(photo({ name: "bild.svg", contentType: "image/svg+xml" }), api);
    await expect.element(page.getByRole("img", { name: "bild.svg" })).toBeVisible();
    expect("wasRun" in window).toBe(false);
  });

  test("that is broken says so instead of showing nothing", async () => {
    const api = new FakeApi();
    const url = "data:image/png;base64,AAAA";
    api.answer(filesContract.createTicket, { url, expiresAt: "2026-11-22T19:00:00Z" });
    await openFile(photo(), api);
    await expect.element(page.getByText(/Dieses Bild lässt sich nicht darstellen\./)).toBeVisible();
  });

  test("of a phone that browsers don't know is shown as its preview, once there is one", async () => {
    await openFile(photo({ contentType: "image/heic" }));
    await expect.element(page.getByText(/Die Vorschau wird noch vorbereitet\./)).toBeVisible();
  });
});

test("a film or sound that the browser can't play is offered for download", async () => {
  const api = new FakeApi();
  const url = "/public/demo/file/t1";
  api.answer(filesContract.createTicket, { url, expiresAt: "2026-11-22T19:00:00Z" });
  await openFile(fileOf("Lied.mp3", { subtype: "audio", contentType: "audio/mpeg" }), api);
  await expect
    .element(page.getByText(/Ihr Browser kann diese Datei nicht abspielen\./))
    .toBeVisible();
  // It was tried once more with a new address.
  expect(api.calls(filesContract.createTicket)).toHaveLength(2);
});

describe("what can't be shown", () => {
  test("is offered for download", async () => {
    await openFile(fileOf("Archiv.zip", { subtype: "other" }));
    await expect
      .element(page.getByText(/Für diese Art von Datei gibt es keine Vorschau\./))
      .toBeVisible();
  });

  test("because it is a folder says so", async () => {
    await openFile(folderOf("Kasse"));
    await expect.element(page.getByText("Das ist ein Ordner.")).toBeVisible();
  });

  test("because it is gone leads to its folder", async () => {
    const api = new FakeApi();
    api.refuse(filesContract.getEntry, { code: "NOT_FOUND" });
    await renderPage(files, addressOf(NOTE.path), { api, as: ["QUERY_FILESHARE"] });
    await expect.element(page.getByText(/Diese Datei gibt es nicht mehr\./)).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Zum Ordner" }))
      .toHaveAttribute("href", `/file-shares/${SHARE}/Kasse`);
  });

  test("because the address names none asks the server nothing", async () => {
    await renderPage(files, `/file-viewer/${SHARE}`, { as: ["QUERY_FILESHARE"] });
    await expect.element(page.getByText("Datei nicht gefunden")).toBeVisible();
  });

  test("because the server fails can be tried again", async () => {
    const api = new FakeApi();
    api.refuse(filesContract.getEntry, { code: "INTERNAL" });
    await renderPage(files, addressOf(NOTE.path), { api, as: ["QUERY_FILESHARE"] });
    const again = page.getByRole("button", { name: "Erneut versuchen" });
    await expect.element(again).toBeVisible();
    api.answer(filesContract.getEntry, NOTE);
    api.answer(filesContract.downloadEntry, new Blob(["Da."]));
    await again.click();
    await expect.element(content()).toMatchTextContent("Da.");
  });
});
