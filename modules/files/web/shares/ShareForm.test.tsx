import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { expectAccessible, FakeApi, renderPage } from "#platform/web/testing.ts";
import { filesContract, type FileShare } from "../../contract.ts";
import files from "../module.tsx";
import { idOf, shareOf } from "../testing.ts";

const AS = [
  "QUERY_FILESHARE",
  "MANAGE_FILESHARE",
  "QUERY_IMAGESHARE",
  "MANAGE_IMAGESHARE",
] as const;
const EVERYBODY = { subject: "ALL", id: null, name: "Alle Mitglieder", access: "READ" } as const;
const SHARE = shareOf({
  grants: [EVERYBODY],
  quota: 2_500_000_000,
  can: ["EDIT", "DELETE", "WRITE"],
});

const name = () => page.getByLabelText("Name (Pflichtangabe)");
const quota = () => page.getByLabelText("Speicherplatz in GB");
const button = (label: string) => page.getByRole("button", { name: label });
const problem = () => page.getByRole("alert", { name: "Noch nicht gespeichert" });

async function openForm(address: string, share?: FileShare) {
  const api = new FakeApi();
  api.answer(groupsContract.listGroupTree, []);
  if (share) api.answer(filesContract.getFileShare, share);
  const shown = await renderPage(files, address, { api, as: AS });
  await expect.element(name()).toBeVisible();
  return { api, shown };
}

describe("a new share", () => {
  test("is for everybody to read unless somebody says otherwise", async () => {
    const { api, shown } = await openForm("/file-shares/create");
    api.answer(filesContract.createFileShare, SHARE);
    await name().fill("Satzung und Formulare");
    await quota().fill("2,5");
    await page.getByRole("combobox", { name: "Erlaubte Dateien" }).click();
    await page.getByRole("option", { name: "PDF" }).click();
    await userEvent.keyboard("{Escape}");
    await expectAccessible("the form of a share");
    await button("Ablage anlegen").click();
    await expect
      .element(page.getByText("Die Ablage „Satzung und Formulare“ ist angelegt."))
      .toBeVisible();
    expect(shown.address()).toBe(`/file-shares/${SHARE.id}`);
    expect(api.calls(filesContract.createFileShare).map(({ body }) => body)).toEqual([
      {
        name: "Satzung und Formulare",
        kind: "DOCUMENTS",
        allowedTypes: ["application/pdf"],
        quota: 2_500_000_000,
        grants: [{ subject: "ALL", id: null, access: "READ" }],
      },
    ]);
  });

  test("needs a name", async () => {
    const { api } = await openForm("/file-shares/create");
    await button("Ablage anlegen").click();
    await expect.element(problem()).toMatchTextContent("Bitte geben Sie der Ablage einen Namen.");
    expect(api.calls(filesContract.createFileShare)).toHaveLength(0);
  });

  test("of pictures is a gallery, which takes pictures only", async () => {
    const { api, shown } = await openForm("/images-shares/create");
    api.answer(filesContract.createFileShare, { ...SHARE, kind: "IMAGES", name: "Sommerfest" });
    expect(page.getByLabelText("Erlaubte Dateien").elements()).toEqual([]);
    await button("Galerie anlegen").click();
    await expect.element(problem()).toMatchTextContent("Bitte geben Sie der Galerie einen Namen.");
    await name().fill("Sommerfest");
    await button("Galerie anlegen").click();
    await expect.poll(() => shown.address()).toBe(`/images-shares/${SHARE.id}`);
    expect(api.calls(filesContract.createFileShare)[0]?.body).toMatchObject({
      kind: "IMAGES",
      allowedTypes: null,
      quota: null,
    });
  });

  test("is left without a word while nothing is typed", async () => {
    const { shown } = await openForm("/images-shares/create");
    await button("Abbrechen").click();
    await expect.poll(() => shown.address()).toBe("/images-shares");
  });
});

describe("an existing share", () => {
  const address = `/file-share/${SHARE.id}/edit`;

  test("is changed on the version that was read", async () => {
    const { api, shown } = await openForm(address, SHARE);
    api.answer(filesContract.updateFileShare, SHARE);
    await expect.element(quota()).toHaveValue("2,5");
    await quota().fill("");
    await button("Ablage speichern").click();
    await expect
      .element(page.getByText("Die Ablage „Satzung und Formulare“ ist gespeichert."))
      .toBeVisible();
    expect(shown.address()).toBe(`/file-shares/${SHARE.id}`);
    expect(api.calls(filesContract.updateFileShare)[0]?.body).toMatchObject({
      quota: null,
      version: 3,
    });
  });

  test("that somebody else changed is compared in words", async () => {
    const { api } = await openForm(address, SHARE);
    await name().fill("Satzung");
    const current = {
      ...SHARE,
      name: "Formulare",
      quota: null,
      allowedTypes: ["image/*"],
      grants: [
        EVERYBODY,
        { subject: "GROUP" as const, id: idOf(5), name: "Vorstand", access: "WRITE" as const },
      ],
      version: 4,
    };
    api.refuse(filesContract.updateFileShare, { code: "STALE_VERSION", current });
    await button("Ablage speichern").click();
    for (const text of [
      "Neuer Stand: Formulare",
      "Ihre Eingabe: Satzung",
      "Neuer Stand: unbegrenzt",
      "Bisher: 2,5 GB",
      "Neuer Stand: Bilder",
      "Bisher: alle Dateien",
      "Vorstand",
    ])
      await expect.element(problem()).toMatchTextContent(text);
  });

  test("is deleted from its form, back to the list", async () => {
    const { api, shown } = await openForm(address, SHARE);
    api.answer(filesContract.deleteFileShare);
    await button("Ablage löschen").click();
    const dialog = page.getByRole("dialog");
    await expect.element(dialog).toMatchTextContent("Sie ist leer.");
    await dialog.getByRole("button", { name: "Ablage löschen" }).click();
    await expect.poll(() => shown.address()).toBe("/file-shares");
  });

  test("has no button to delete for who may not", async () => {
    await openForm(address, { ...SHARE, can: ["EDIT"] });
    expect(button("Ablage löschen").elements()).toEqual([]);
  });

  test("that is gone offers another try", async () => {
    const api = new FakeApi();
    api.refuse(filesContract.getFileShare, { code: "NOT_FOUND" });
    await renderPage(files, address, { api, as: AS });
    await expect.element(button("Erneut versuchen")).toBeVisible();
  });
});
