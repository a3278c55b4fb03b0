import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { toPage } from "#platform/contract/paging.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { filesContract, type FileShare } from "../../contract.ts";
import files from "../module.tsx";
import { idOf, shareOf } from "../testing.ts";

const MANAGES: readonly Permission[] = ["QUERY_FILESHARE", "MANAGE_FILESHARE"];

interface Given {
  as?: readonly Permission[];
  viewport?: "desktop" | "phone";
}

async function openPage(shares: FileShare[], { as = MANAGES, viewport }: Given = {}) {
  const api = new FakeApi();
  let kept = shares;
  api.answer(filesContract.searchFileShares, ({ query }) => toPage(kept, kept.length, query));
  api.answer(filesContract.deleteFileShare, ({ params }) => {
    kept = kept.filter(({ id }) => id !== params.id);
  });
  const shown = await renderPage(files, "/file-shares", { api, as, ...(viewport && { viewport }) });
  await expect.element(page.getByRole("heading", { level: 1, name: "Dokumente" })).toBeVisible();
  return { api, shown };
}

const button = (name: string) => page.getByRole("button", { name });
const item = (name: string) => page.getByRole("menuitem", { name });
const card = (name: string) => page.getByRole("listitem").filter({ hasText: name });

describe("a share in the list", () => {
  test("says who may use it, what it takes and how full it is", async () => {
    await openPage([
      shareOf({
        grants: [
          { subject: "ALL", id: null, name: "Alle Mitglieder", access: "READ" },
          { subject: "GROUP", id: idOf(5), name: "Vorstand", access: "WRITE" },
        ],
        allowedTypes: ["application/pdf", "image/*"],
        quota: 2_000_000_000,
        usedBytes: 1_500_000_000,
      }),
    ]);
    await expect.element(page.getByText("1 Ablage", { exact: true })).toBeVisible();
    await expect.element(card("Satzung")).toMatchTextContent(/Vorstand.* · nur PDF, Bilder/);
    await expect.element(card("Satzung")).toMatchTextContent("1,5 GB von 2 GB belegt");
    await expect
      .element(page.getByRole("progressbar", { name: "Belegter Speicherplatz" }))
      .toHaveAttribute("aria-valuenow", "75");
    await expectAccessible("shares");
  });

  test.each([
    [4_600_000_000, "fast voll", "frei sind noch 400 MB"],
    [5_000_000_000, "Vereins ist voll", "Neue Dateien gehen erst wieder"],
  ])("says that the club's room nears its end: %d bytes", async (usedBytes, title, words) => {
    const clubRoom = { usedBytes, quota: 5_000_000_000 };
    await openPage([shareOf(), shareOf({ id: idOf(2), name: "Jugend", can: ["WRITE"], clubRoom })]);
    const notice = page.getByRole("status").filter({ hasText: "Speicherplatz Ihres Vereins" });
    await expect.element(notice).toMatchTextContent(title);
    await expect.element(notice).toMatchTextContent(words);
    await expectAccessible("shares of a club that is nearly full");
  });

  test("says to readers what they may do, and has no menu for them", async () => {
    await openPage([shareOf(), shareOf({ id: idOf(2), name: "Jugend", can: ["WRITE"] })], {
      as: ["QUERY_FILESHARE"],
    });
    await expect.element(card("Satzung")).toMatchTextContent("Nur Lesen");
    await expect.element(card("Jugend")).toMatchTextContent("Lesen und Schreiben");
    expect(page.getByRole("button").elements()).toEqual([]);
    expect(page.getByRole("link", { name: "Ablage anlegen" }).elements()).toEqual([]);
  });

  test("is deleted only after a question that says what is lost", async () => {
    const share = shareOf({ can: ["EDIT", "DELETE"], usedBytes: 2_400_000 });
    const { api } = await openPage([share]);
    const open = async () => {
      await button("Aktionen für Satzung und Formulare").click();
      await item("Ablage löschen").click();
    };
    await open();
    const dialog = page.getByRole("dialog", { name: "Ablage „Satzung und Formulare“ löschen?" });
    await expect.element(dialog).toMatchTextContent("Alles darin (2,4 MB) geht verloren");
    await dialog.getByRole("button", { name: "Abbrechen" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.calls(filesContract.deleteFileShare)).toHaveLength(0);
    await open();
    await dialog.getByRole("button", { name: "Ablage löschen" }).click();
    await expect
      .element(page.getByText("Die Ablage „Satzung und Formulare“ ist gelöscht."))
      .toBeVisible();
    await expect.element(page.getByText(/Es gibt noch keine Ablage\./)).toBeVisible();
  });

  test("that one may change but not delete has a menu without that", async () => {
    await openPage([shareOf({ can: ["EDIT"] })]);
    await button("Aktionen für Satzung und Formulare").click();
    await expect.element(item("Bearbeiten")).toHaveAttribute("href", `/file-share/${idOf(1)}/edit`);
    expect(item("Ablage löschen").elements()).toEqual([]);
  });

  test("with a long name fits the smallest phone", async () => {
    await openPage([shareOf({ name: "Unterlagen".repeat(9), can: ["EDIT"] })], {
      viewport: "phone",
    });
    await expectAccessible("shares on the phone");
    await expectNoSidewaysScroll(320);
  });
});

test("no share means different things to who makes them and who waits for them", async () => {
  await openPage([], { as: ["QUERY_FILESHARE"] });
  await expect.element(page.getByText("Für Sie ist noch keine Ablage freigegeben.")).toBeVisible();
});

test("shares that can't be loaded can be tried again", async () => {
  const api = new FakeApi();
  api.refuse(filesContract.searchFileShares, { code: "INTERNAL" });
  await renderPage(files, "/file-shares", { api, as: ["QUERY_FILESHARE"] });
  await expect.element(button("Erneut versuchen")).toBeVisible();
});
