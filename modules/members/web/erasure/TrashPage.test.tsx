import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { z } from "zod";
import { toPage } from "#platform/contract/paging.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { usersContract, type trashedUser } from "../../contract.ts";
import members from "../module.tsx";
import { memberOf } from "../testing.ts";

type Trashed = z.infer<typeof trashedUser>;

const BERTA: Trashed = {
  id: "0193a000-0000-7000-8000-0000000000c1",
  memberNumber: "4711",
  firstname: "Berta Maria",
  lastname: "Freifrau von Hohenstein-Waldburg",
  birthday: "1961-04-30",
  city: "Garmisch-Partenkirchen",
  deletedAt: "2026-11-20T09:05:00+01:00",
  deletedBy: "Otto Lang",
  anonymisedOn: "2026-12-20",
  can: ["RESTORE", "ANONYMISE", "EXPORT"],
};

function serverWith(rows: Trashed[]): FakeApi {
  const api = new FakeApi();
  api.answer(usersContract.searchTrash, ({ query }) => toPage(rows, rows.length, query));
  return api;
}

const onPhone = { as: ["QUERY_USER", "MANAGE_USER"], viewport: "phone" } as const;
const card = () => page.getByRole("listitem").filter({ hasText: BERTA.lastname });

test("on the phone a member in the trash is a card with what counts and what can be done", async () => {
  await renderPage(members, "/users/trash", { api: serverWith([BERTA]), ...onPhone });
  await expect.element(card()).toMatchTextContent("20.12.2026");
  await expect.element(card().getByRole("button", { name: "Zurückholen" })).toBeVisible();
  await expect.element(page.getByRole("table")).not.toBeInTheDocument();
  await expectAccessible("the trash on the phone");
});

test("nothing is wider than the phone, not even the smallest one", async () => {
  await renderPage(members, "/users/trash", { api: serverWith([BERTA]), ...onPhone });
  await expect.element(card()).toBeVisible();
  await expectNoSidewaysScroll(390);
  await expectNoSidewaysScroll(320);
});

test("at the desk the same list is a table that says who deleted whom", async () => {
  const as = onPhone.as;
  await renderPage(members, "/users/trash", { api: serverWith([BERTA]), as });
  const row = page.getByRole("row").filter({ hasText: BERTA.lastname });
  await expect.element(row).toMatchTextContent("4711");
  await expect.element(row).toMatchTextContent("Otto Lang");
});

test("while the server is gone nobody is taken out of the trash, and the reader knows", async () => {
  const api = serverWith([BERTA]);
  api.disconnect(usersContract.restoreUser);
  await renderPage(members, "/users/trash", { api, ...onPhone });
  await card().getByRole("button", { name: "Zurückholen" }).click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("Es wurde nichts gespeichert.");
  await expect.element(card()).toBeVisible();
});

describe("at the desk", () => {
  const as = onPhone.as;
  const button = (name: string) => page.getByRole("button", { name });
  const name = `${BERTA.firstname} ${BERTA.lastname}`;

  async function openTrash(rows: Trashed[], search = "") {
    const api = serverWith(rows);
    const shown = await renderPage(members, `/users/trash${search}`, { api, as });
    await expect.element(page.getByRole("heading", { level: 1, name: "Papierkorb" })).toBeVisible();
    return { api, shown };
  }

  test("an empty trash and an empty search are two different things", async () => {
    await openTrash([]);
    await expect.element(page.getByText("Der Papierkorb ist leer.")).toBeVisible();
    expect(page.getByRole("searchbox").elements()).toEqual([]);
  });

  test("a search that finds nobody can be changed", async () => {
    const { shown } = await openTrash([], "?q=gibtesnicht");
    await expect.element(page.getByText(/^Niemand passt zu dieser Suche/)).toBeVisible();
    await button("Suchtext löschen").click();
    await expect.poll(() => shown.search()).not.toHaveProperty("q");
  });

  test("who was deleted last stands first; the order can be changed", async () => {
    const { api } = await openTrash([BERTA]);
    await button("Name").click();
    await expect
      .poll(() => api.calls(usersContract.searchTrash).map(({ query }) => [query.sort, query.dir]))
      .toEqual([
        ["deletedAt", "DESC"],
        ["lastname", "ASC"],
      ]);
  });

  test("who is taken back is in the list again, and the trash says so", async () => {
    const { api } = await openTrash([BERTA]);
    await expect.element(button("Zurückholen")).toBeVisible();
    api.answer(usersContract.restoreUser, memberOf());
    api.answer(usersContract.searchTrash, ({ query }) => toPage([], 0, query));
    await button("Zurückholen").click();
    await expect
      .element(page.getByText(`${name} ist wieder in der Mitgliederliste.`))
      .toBeVisible();
    await expect.element(page.getByText("Der Papierkorb ist leer.")).toBeVisible();
  });

  test("several are taken back at once, but nobody with more rights than the reader", async () => {
    const other = { ...BERTA, id: BERTA.id.replace(/1$/, "2"), firstname: "Carl" };
    const admin = { ...BERTA, id: BERTA.id.replace(/1$/, "3"), firstname: "Dora", can: [] };
    const { api } = await openTrash([BERTA, other, admin]);
    api.answer(usersContract.restoreUser, memberOf());
    await page.getByRole("checkbox", { name: "Alle Zeilen dieser Seite auswählen" }).click();
    const bar = page.getByRole("toolbar", { name: "Aktionen für die Auswahl" });
    await expect.element(bar.getByText("2 Personen ausgewählt")).toBeVisible();
    await expectAccessible("a selection in the trash");
    await bar.getByRole("button", { name: "Zurückholen" }).click();
    await expect
      .element(page.getByText("2 Personen sind wieder in der Mitgliederliste."))
      .toBeVisible();
    expect(api.calls(usersContract.restoreUser)).toMatchObject([
      { params: { id: BERTA.id } },
      { params: { id: other.id } },
    ]);
    await expect.element(bar).not.toBeInTheDocument();
  });

  test("nobody is anonymised without a question that names them", async () => {
    const { api } = await openTrash([BERTA]);
    api.answer(usersContract.anonymiseUser);
    const open = async () => {
      await button(`Aktionen für ${name}`).click();
      await page.getByRole("menuitem", { name: "Sofort anonymisieren" }).click();
    };
    await open();
    const dialog = page.getByRole("dialog", { name: `${name} sofort anonymisieren?` });
    await dialog.getByRole("button", { name: "Abbrechen" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.calls(usersContract.anonymiseUser)).toHaveLength(0);
    await open();
    await dialog.getByRole("button", { name: "Sofort anonymisieren" }).click();
    await expect.element(page.getByText("Die Daten sind anonymisiert.")).toBeVisible();
    expect(api.calls(usersContract.anonymiseUser)).toMatchObject([{ params: { id: BERTA.id } }]);
  });

  test("people with more rights than the reader stay where they are", async () => {
    await openTrash([{ ...BERTA, can: [] }]);
    await expect.element(page.getByText("Otto Lang")).toBeVisible();
    expect(button("Zurückholen").elements()).toEqual([]);
    expect(button(`Aktionen für ${name}`).elements()).toEqual([]);
  });
});
