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
import { usersContract, type DueDeletion } from "../../contract.ts";
import members from "../module.tsx";
import { idOf, OFFICE } from "../testing.ts";

const LEFT: DueDeletion = {
  id: idOf(1),
  memberNumber: "1001",
  firstname: "Anna",
  lastname: "Kurz",
  birthday: "1950-05-17",
  city: "Göppingen",
  reason: "LEFT",
  since: "2020-12-31",
  dueOn: "2023-12-31",
  can: ["DELETE", "ANONYMISE"],
};
const DIED: DueDeletion = {
  ...LEFT,
  id: idOf(2),
  lastname: "Lang",
  reason: "DECEASED",
  since: "2019-03-01",
};
const ADMIN: DueDeletion = { ...LEFT, id: idOf(3), lastname: "Mächtig", can: [] };

interface Given {
  months?: number | null;
  as?: readonly Permission[];
  search?: string;
  viewport?: "desktop" | "phone";
}

async function openPage(rows: DueDeletion[], given: Given = {}) {
  const { months = 36, as = OFFICE, search = "", viewport = "desktop" } = given;
  const api = new FakeApi();
  api.answer(usersContract.searchDueDeletions, ({ query }) => ({
    ...toPage(rows, rows.length, query),
    retentionMonths: months,
  }));
  const shown = await renderPage(members, `/users/due-deletions${search}`, { api, as, viewport });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  return { api, shown };
}

const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const tick = (name: string) =>
  page.getByRole("checkbox", { name: `Anna ${name} auswählen` }).click({ force: true });
const button = (name: string) => page.getByRole("button", { name });
const sent = (api: FakeApi) =>
  api.calls(usersContract.bulkUsers).map(({ body: { ids, action } }) => ({ ids, action }));

describe("what the list says", () => {
  test("who, why and since when, by the club's own time limit", async () => {
    await openPage([LEFT, DIED]);
    await expect
      .element(page.getByText(/vor mehr als 36 Monaten ausgetreten oder verstorben sind/))
      .toBeVisible();
    await expect
      .element(row("Kurz, Anna"))
      .toMatchTextContent("100117.05.1950Göppingenausgetreten am 31.12.202031.12.2023");
    await expect.element(row("Lang, Anna")).toMatchTextContent("verstorben am 01.03.2019");
    await expect
      .element(page.getByRole("link", { name: "Kurz, Anna" }))
      .toHaveAttribute("href", `/users/${LEFT.id}/delete`);
    await expectAccessible("due deletions");
  });

  test("a club without a limit is told that nobody is ever due", async () => {
    await openPage([], { months: null });
    await expect.element(page.getByText(/ist keine Frist eingetragen/)).toBeVisible();
    await expect.element(page.getByText("Zurzeit ist niemand fällig.")).toBeVisible();
  });

  test("the limit is changed in the settings, by those who may", async () => {
    await openPage([LEFT]);
    await expect.element(row("Kurz, Anna")).toBeVisible();
    expect(page.getByRole("link", { name: "Frist ändern" }).elements()).toEqual([]);
  });

  test("who may change the settings finds the way there", async () => {
    await openPage([LEFT], { as: [...OFFICE, "MANAGE_TENANT"] });
    await expect
      .element(page.getByRole("link", { name: "Frist ändern" }))
      .toHaveAttribute("href", "/settings");
  });

  test("order and page stand in the address; nonsense is left out", async () => {
    const { api, shown } = await openPage([LEFT], { search: "?sort=iban&size=5000&page=x" });
    await expect.element(row("Kurz, Anna")).toBeVisible();
    expect(api.calls(usersContract.searchDueDeletions)[0]?.query).toEqual({
      page: 0,
      size: 200,
      sort: "dueOn",
      dir: "ASC",
    });
    await button("Name").click();
    await expect.poll(() => shown.search()).toMatchObject({ sort: "lastname", dir: "ASC" });
  });

  test("on the phone reason and day are on the card", async () => {
    await openPage([LEFT], { viewport: "phone" });
    await expect
      .element(page.getByRole("listitem").filter({ hasText: "Kurz" }))
      .toMatchTextContent("ausgetreten am 31.12.202031.12.2023");
    await expectNoSidewaysScroll(320);
  });

  test("after a failure the reader tries again", async () => {
    const api = new FakeApi();
    api.refuse(usersContract.searchDueDeletions, { code: "INTERNAL" });
    await renderPage(members, "/users/due-deletions", { api, as: OFFICE });
    await expect.element(button("Erneut versuchen")).toBeVisible();
  });
});

describe("deleting", () => {
  test("into the trash at once, with the way back", async () => {
    const { api } = await openPage([LEFT, DIED]);
    api.answer(usersContract.bulkUsers, { changed: 2, unchanged: 0 });
    await page.getByRole("checkbox", { name: "Alle Zeilen dieser Seite auswählen" }).click();
    await button("In den Papierkorb").click();
    await expect.element(page.getByText("2 Mitglieder liegen im Papierkorb.")).toBeVisible();
    await button("Rückgängig").click();
    const ids = [LEFT.id, DIED.id];
    await expect
      .poll(() => sent(api))
      .toEqual([
        { ids, action: "TRASH" },
        { ids, action: "RESTORE" },
      ]);
  });

  test("for good only after a question", async () => {
    const { api } = await openPage([LEFT, DIED]);
    api.answer(usersContract.bulkUsers, { changed: 1, unchanged: 0 });
    await tick("Lang");
    await button("Endgültig anonymisieren").click();
    const dialog = page.getByRole("dialog", { name: "1 Mitglied endgültig anonymisieren?" });
    await expect.element(dialog).toMatchTextContent("Das lässt sich nicht rückgängig machen.");
    await dialog.getByRole("button", { name: "Abbrechen" }).click();
    expect(sent(api)).toEqual([]);
    await button("Endgültig anonymisieren").click();
    await dialog.getByRole("button", { name: "Endgültig anonymisieren" }).click();
    await expect.element(page.getByText("1 Mitglied anonymisiert.")).toBeVisible();
    expect(sent(api)).toEqual([{ ids: [DIED.id], action: "ANONYMISE" }]);
  });

  test("leaves out people with more rights than the reader", async () => {
    const { api } = await openPage([LEFT, ADMIN]);
    api.answer(usersContract.bulkUsers, { changed: 1, unchanged: 0 });
    await tick("Mächtig");
    await expect.element(button("In den Papierkorb")).toBeDisabled();
    await expect.element(button("Endgültig anonymisieren")).toBeDisabled();
    await tick("Kurz");
    await button("In den Papierkorb").click();
    await expect.poll(() => sent(api)).toEqual([{ ids: [LEFT.id], action: "TRASH" }]);
  });
});
