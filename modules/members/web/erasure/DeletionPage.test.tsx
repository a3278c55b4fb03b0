import { afterEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { usersContract, type DeletionPreview } from "../../contract.ts";
import members from "../module.tsx";
import { idOf, memberOf, OFFICE } from "../testing.ts";

const PREVIEW: DeletionPreview = {
  user: {
    id: idOf(1),
    memberNumber: "1001",
    firstname: "Anna",
    lastname: "Kurz",
    inTrash: false,
  },
  anonymisedOn: "2026-12-22",
  lines: [
    {
      key: "master",
      title: "Name, Anschrift, Kontakt, eigene Felder und Notizen",
      count: null,
      fate: "REMOVED",
      reason: "Ohne Zweck nach dem Austritt.",
    },
    {
      key: "messages",
      title: "Nachrichten",
      count: 1234,
      fate: "ANONYMISED",
      reason: "Andere haben sie bekommen.",
    },
  ],
  obstacles: [],
  can: ["EXPORT", "DELETE"],
};
const IN_TRASH: DeletionPreview = {
  ...PREVIEW,
  user: { ...PREVIEW.user, inTrash: true },
  can: ["EXPORT", "RESTORE", "ANONYMISE"],
};
const address = `/users/${PREVIEW.user.id}/delete`;
const button = (name: string) => page.getByRole("button", { name });

async function openPage(preview: DeletionPreview, viewport: "desktop" | "phone" = "desktop") {
  const api = new FakeApi();
  api.answer(usersContract.previewDeletion, preview);
  const shown = await renderPage(members, address, { api, as: OFFICE, viewport });
  await expect
    .element(page.getByRole("heading", { level: 1, name: "Anna Kurz löschen" }))
    .toBeVisible();
  return { api, shown };
}

afterEach(() => void vi.restoreAllMocks());

describe("what becomes of the data is said before anything is done", () => {
  test("by its fate, with numbers and reasons; what has no line is not named", async () => {
    await openPage(PREVIEW);
    await expect.element(page.getByRole("heading", { name: "Verschwindet ganz" })).toBeVisible();
    await expect.element(page.getByText("Ohne Zweck nach dem Austritt.")).toBeVisible();
    await expect
      .element(page.getByRole("listitem").filter({ hasText: "Nachrichten" }))
      .toMatchTextContent("1.234");
    expect(page.getByRole("heading", { name: "Bleibt, wie es ist" }).elements()).toEqual([]);
    await expectAccessible("the preview of a deletion");
  });

  test("what speaks against it stands on top", async () => {
    await openPage({ ...PREVIEW, obstacles: ["Anna Kurz leitet noch den Chor."], can: [] });
    await expect
      .element(page.getByRole("alert", { name: "Das spricht zurzeit dagegen" }))
      .toMatchTextContent("Anna Kurz leitet noch den Chor.");
    expect(page.getByRole("button").elements()).toEqual([]);
  });

  test("on the smallest phone as well", async () => {
    await openPage(PREVIEW, "phone");
    await expectNoSidewaysScroll(320);
  });

  test("of somebody who is gone already it can't", async () => {
    const api = new FakeApi();
    api.refuse(usersContract.previewDeletion, { code: "NOT_FOUND" });
    const shown = await renderPage(members, address, { api, as: OFFICE });
    await expect.element(page.getByText(/Dieses Mitglied gibt es nicht mehr/)).toBeVisible();
    await button("Zur Mitgliederliste").click();
    await expect.poll(() => shown.address()).toBe("/users");
  });
});

describe("a member of the list", () => {
  test("goes into the trash, until the day that is named, and comes back", async () => {
    const { api, shown } = await openPage(PREVIEW);
    api.answer(usersContract.deleteUser);
    api.answer(usersContract.restoreUser, memberOf());
    await expect.element(page.getByText(/Bis zum 22\.12\.2026 lässt es sich/)).toBeVisible();
    expect(button("Sofort anonymisieren").elements()).toEqual([]);
    await button("In den Papierkorb legen").click();
    await expect.element(page.getByText("Anna Kurz liegt im Papierkorb.")).toBeVisible();
    expect(shown.address()).toBe("/users");
    await button("Rückgängig").click();
    await expect.poll(() => api.calls(usersContract.restoreUser)).toHaveLength(1);
  });

  test("stays when the reader changes their mind", async () => {
    const { shown } = await openPage(PREVIEW);
    await page.getByRole("link", { name: "Nichts löschen" }).click();
    await expect.poll(() => shown.address()).toBe(`/users/${PREVIEW.user.id}`);
  });
});

describe("a member in the trash", () => {
  test("is anonymised at once only after a question", async () => {
    const { api, shown } = await openPage(IN_TRASH);
    api.answer(usersContract.anonymiseUser);
    await expect
      .element(page.getByText(/liegt im Papierkorb und wird am 22\.12\.2026 anonymisiert/))
      .toBeVisible();
    await button("Sofort anonymisieren").click();
    const dialog = page.getByRole("dialog", { name: "Anna Kurz sofort anonymisieren?" });
    await dialog.getByRole("button", { name: "Abbrechen" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.calls(usersContract.anonymiseUser)).toHaveLength(0);
    await button("Sofort anonymisieren").click();
    await dialog.getByRole("button", { name: "Sofort anonymisieren" }).click();
    await expect.element(page.getByText("Die Daten sind anonymisiert.")).toBeVisible();
    expect(shown.address()).toBe("/users");
  });

  test("a refusal leaves the page open and its buttons usable", async () => {
    const { api, shown } = await openPage(IN_TRASH);
    const detail = "Das geht erst nach der Jahresrechnung.";
    api.refuse(usersContract.anonymiseUser, { code: "UNPROCESSABLE", detail });
    await button("Sofort anonymisieren").click();
    await page.getByRole("dialog").getByRole("button", { name: "Sofort anonymisieren" }).click();
    await expect.element(page.getByRole("alert")).toMatchTextContent(detail);
    expect(shown.address()).toBe(address);
    await expect.element(button("Sofort anonymisieren")).toBeEnabled();
  });

  test("leads back to the trash", async () => {
    const { shown } = await openPage(IN_TRASH);
    await page.getByRole("link", { name: "Nichts löschen" }).click();
    await expect.poll(() => shown.address()).toBe("/users/trash");
  });
});

test("the person's file is handed out before", async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const { api } = await openPage(PREVIEW);
  api.answer(usersContract.exportUserData, new Blob(["PK"]));
  await button("DSGVO-Auskunft herunterladen").click();
  await expect.element(page.getByText("Die Auskunft ist heruntergeladen.")).toBeVisible();
  expect((saved.mock.contexts[0] as HTMLAnchorElement).download).toContain("Anna Kurz");
});
