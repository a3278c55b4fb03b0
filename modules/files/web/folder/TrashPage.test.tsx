import { describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { toPage } from "#platform/contract/paging.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { filesContract, type FileShare, type TrashItem } from "../../contract.ts";
import files from "../module.tsx";
import { fileOf, idOf, shareOf } from "../testing.ts";

const KASSE: TrashItem = {
  id: idOf(11),
  name: "Kasse.txt",
  path: "Vorstand/Kasse.txt",
  type: "FILE",
  subtype: "text",
  size: 1_500,
  deletedAt: "2026-11-20T09:05:00+01:00",
  deletedBy: { id: idOf(7), name: "Otto Lang" },
  purgedAt: "2026-12-20T09:05:00+01:00",
  can: ["RESTORE", "PURGE"],
};
const FOLDER: TrashItem = { ...KASSE, id: idOf(12), name: "Alt", path: "Alt", type: "FOLDER" };

interface Given {
  share?: FileShare;
  items?: TrashItem[];
  viewport?: "desktop" | "phone";
}

async function openTrash({ share = shareOf(), items = [KASSE], viewport }: Given = {}) {
  const api = new FakeApi();
  let kept = items;
  api.answer(filesContract.getFileShare, share);
  api.answer(filesContract.listTrash, ({ query }) => toPage(kept, kept.length, query));
  api.answer(filesContract.emptyTrash, ({ query }) => {
    kept = query.entry === undefined ? [] : kept.filter(({ id }) => id !== query.entry);
  });
  api.answer(filesContract.restoreEntry, ({ query }) => {
    kept = kept.filter(({ id }) => id !== query.entry);
    return fileOf("Kasse.txt");
  });
  await renderPage(files, `/file-share/${share.id}/trash`, {
    api,
    as: ["QUERY_FILESHARE", "QUERY_IMAGESHARE"],
    ...(viewport && { viewport }),
  });
  await expect.element(page.getByRole("heading", { level: 1, name: "Papierkorb" })).toBeVisible();
  return api;
}

const button = (name: string) => page.getByRole("button", { name });
const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = () => page.getByRole("dialog");

test("what was deleted, where it was, by whom and until when it can be had back", async () => {
  await openTrash({ items: [KASSE, FOLDER] });
  await expect
    .element(row("Kasse.txt"))
    .toMatchTextContent("Vorstand1,5 KB20.11.2026 09:05 Uhr von Otto Lang20.12.2026");
  await expect.element(row("Alt")).toMatchTextContent("Oberste Ebene");
  await expect
    .element(page.getByText("2 Einträge. Nach 30 Tagen wird endgültig gelöscht."))
    .toBeVisible();
  await expectAccessible("the trash of a share");
});

test("an empty trash says so and has nothing to empty", async () => {
  await openTrash({ items: [] });
  await expect.element(page.getByText("Der Papierkorb ist leer.")).toBeVisible();
  expect(button("Papierkorb leeren").elements()).toEqual([]);
});

test("each entry has the actions that the server allows", async () => {
  await openTrash({
    items: [
      { ...KASSE, can: ["RESTORE"] },
      { ...FOLDER, can: [] },
    ],
  });
  await expect.element(button("Kasse.txt wiederherstellen")).toBeVisible();
  expect(button("Kasse.txt endgültig löschen").elements()).toEqual([]);
  expect(row("Alt").getByRole("button").elements()).toEqual([]);
  expect(button("Papierkorb leeren").elements()).toEqual([]);
});

test("on the smallest phone as cards", async () => {
  await openTrash({ viewport: "phone", items: [{ ...KASSE, name: `${"Kasse".repeat(30)}.txt` }] });
  await expect.element(page.getByRole("listitem").first()).toBeVisible();
  await expectAccessible("the trash of a share on the phone");
  await expectNoSidewaysScroll(320);
});

test("a trash that can't be loaded offers another try", async () => {
  const api = new FakeApi();
  api.answer(filesContract.getFileShare, shareOf());
  api.refuse(filesContract.listTrash, { code: "INTERNAL" });
  await renderPage(files, `/file-share/${idOf(1)}/trash`, { api, as: ["QUERY_FILESHARE"] });
  await expect.element(button("Erneut versuchen")).toBeVisible();
});

test("is printed without its buttons", async () => {
  vi.spyOn(window, "print").mockReturnValue();
  await openTrash({ items: [KASSE, FOLDER] });
  await page.getByRole("button", { name: "Liste drucken" }).click();
  const sheet = () => document.querySelector("[data-print-sheet]")?.textContent ?? "";
  await expect.poll(sheet).toContain("Kasse.txt");
  expect(sheet()).toContain("20.12.2026");
  expect(sheet()).not.toContain("Wiederherstellen");
});

describe("bringing back", () => {
  test("puts an entry where it was", async () => {
    const api = await openTrash();
    await button("Kasse.txt wiederherstellen").click();
    await expect.element(page.getByText("„Kasse.txt“ ist wiederhergestellt.")).toBeVisible();
    await expect.element(page.getByText("Der Papierkorb ist leer.")).toBeVisible();
    expect(api.calls(filesContract.restoreEntry)).toMatchObject([
      { params: { path: [] }, query: { entry: KASSE.id, onConflict: "FAIL" } },
    ]);
  });

  test("asks where the name is taken meanwhile, and does what is answered", async () => {
    const api = await openTrash();
    api.refuse(filesContract.restoreEntry, { code: "ALREADY_EXISTS" });
    await button("Kasse.txt wiederherstellen").click();
    await expect.element(dialog()).toMatchTextContent("Eine Datei mit dem Namen „Kasse.txt“");
    api.answer(filesContract.restoreEntry, fileOf("Kasse (2).txt"));
    await dialog().getByRole("button", { name: "Beide behalten" }).click();
    await expect.element(page.getByText("„Kasse.txt“ ist wiederhergestellt.")).toBeVisible();
    expect(api.calls(filesContract.restoreEntry).map(({ query }) => query.onConflict)).toEqual([
      "FAIL",
      "RENAME",
    ]);
  });

  test("a folder is never replaced, and may be left where it is", async () => {
    const api = await openTrash({ items: [FOLDER] });
    api.refuse(filesContract.restoreEntry, { code: "ALREADY_EXISTS" });
    await button("Alt wiederherstellen").click();
    await expect.element(dialog()).toMatchTextContent("Einen Ordner mit dem Namen „Alt“");
    expect(dialog().getByRole("button", { name: "Ersetzen" }).elements()).toEqual([]);
    await dialog().getByRole("button", { name: "Überspringen" }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(api.calls(filesContract.restoreEntry)).toHaveLength(1);
  });
});

describe("for good", () => {
  test("one entry only after a question", async () => {
    const api = await openTrash({ items: [KASSE, FOLDER] });
    await button("Kasse.txt endgültig löschen").click();
    await expect.element(dialog()).toMatchTextContent("„Kasse.txt“ endgültig löschen?");
    await dialog().getByRole("button", { name: "Abbrechen" }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(api.calls(filesContract.emptyTrash)).toHaveLength(0);
    await button("Kasse.txt endgültig löschen").click();
    await dialog().getByRole("button", { name: "Endgültig löschen" }).click();
    await expect.element(page.getByText("„Kasse.txt“ ist endgültig gelöscht.")).toBeVisible();
    expect(api.calls(filesContract.emptyTrash)[0]?.query).toEqual({ entry: KASSE.id });
    await expect.element(row("Kasse.txt")).not.toBeInTheDocument();
  });

  test("everything only after a question that names the kind of share", async () => {
    const api = await openTrash({ share: shareOf({ kind: "IMAGES" }) });
    await button("Papierkorb leeren").click();
    await expect.element(dialog()).toMatchTextContent("Alles im Papierkorb dieser Galerie");
    await dialog().getByRole("button", { name: "Papierkorb leeren" }).click();
    await expect.poll(() => api.calls(filesContract.emptyTrash)[0]?.query).toEqual({});
    await expect.element(button("Papierkorb leeren")).not.toBeInTheDocument();
  });
});
