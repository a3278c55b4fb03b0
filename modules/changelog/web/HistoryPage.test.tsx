import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { toPage } from "#platform/contract/paging.ts";
import { expectAccessible, FakeApi, renderPage } from "#platform/web/testing.ts";
import { changelogContract, type Change } from "../contract.ts";
import changelog from "./module.tsx";

const ANNA = { id: "0193a000-0000-7000-8000-0000000000b1", name: "Anna Kurz" };

function changeOf(number: number): Change {
  return {
    id: `0193a000-0000-7000-8000-${String(number).padStart(12, "0")}`,
    at: "2026-11-22T18:30:00+01:00",
    actor: { id: ANNA.id, name: "Otto Lang", kind: "USER" },
    way: "UI",
    operation: "UPDATE",
    record: { type: "USER", ...ANNA },
    user: ANNA,
    importRunId: null,
    changes: [
      {
        field: "city",
        label: "Ort",
        oldValue: `Dorf ${number}`,
        newValue: `Stadt ${number}`,
        masked: false,
      },
    ],
    can: [],
  };
}

/** A history of so many changes, paged as the server does it. */
function serverWith(count: number): FakeApi {
  const api = new FakeApi();
  const all = Array.from({ length: count }, (_, index) => changeOf(index + 1));
  api.answer(changelogContract.listChangeFields, [
    { recordType: "USER", field: "city", label: "Ort" },
  ]);
  api.answer(changelogContract.searchChanges, ({ query }) => {
    const begin = query.page * query.size;
    return toPage(all.slice(begin, begin + query.size), count, query);
  });
  return api;
}

const as = ["QUERY_USER_CHANGELOG"] as const;
const entries = () => page.getByRole("list", { name: "Änderungen" });

test("while the list is loading its place is held, and nothing is said about a number", async () => {
  const api = serverWith(1);
  const release = api.hold(changelogContract.searchChanges);
  await renderPage(changelog, "/users/history", { api, as });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(document.querySelectorAll(".mantine-Skeleton-root").length).toBeGreaterThan(5);
  expect(document.body.textContent).not.toMatch(/\d Änderung/);
  release();
  await expect.element(page.getByText("1 Änderung", { exact: true })).toBeVisible();
});

test("an entry says who changed what of whom, when and from what to what", async () => {
  await renderPage(changelog, "/users/history", { api: serverWith(1), as });
  await expect.element(entries()).toBeVisible();
  const entry = entries().getByRole("listitem").first();
  await expect.element(entry).toMatchTextContent("Anna KurzMitglied geändert");
  await expect.element(entry).toMatchTextContent("22.11.2026 18:30 Uhr · Otto Lang · Verwaltung");
  await expect.element(entry).toMatchTextContent(/OrtDorf 1.*Stadt 1/);
  await expect.element(page.getByRole("button", { name: /zurücknehmen/ })).not.toBeInTheDocument();
  await expectAccessible("the history");
});

test("an empty history and an empty selection are two different things", async () => {
  await renderPage(changelog, "/users/history", { api: serverWith(0), as });
  await expect.element(page.getByText(/Noch wurde nichts geändert\./)).toBeVisible();
});

test("a selection without changes says that it is the selection", async () => {
  await renderPage(changelog, "/users/history?way=IMPORT", { api: serverWith(0), as });
  await expect.element(page.getByText("Zu dieser Auswahl gibt es keine Änderungen.")).toBeVisible();
});

test("paging goes through the address, so that going back leads to the page before", async () => {
  const api = serverWith(45);
  const shown = await renderPage(changelog, "/users/history", { api, as });
  await page.getByRole("button", { name: "Seite 3" }).click();
  await expect.element(page.getByText("Stadt 45")).toBeVisible();
  await expect.element(entries().getByText("Stadt 40", { exact: true })).not.toBeInTheDocument();
  expect(shown.address()).toBe("/users/history?page=2");
  shown.back();
  await expect.element(page.getByText("Stadt 1", { exact: true })).toBeVisible();
});

test("nonsense in an old link is left out instead of sent", async () => {
  const api = serverWith(1);
  await renderPage(changelog, "/users/history?from=gestern&way=UI&way=FAX&user=7&page=-3", {
    api,
    as,
  });
  await expect.element(entries()).toBeVisible();
  expect(api.calls(changelogContract.searchChanges)[0]?.query).toMatchObject({
    page: 0,
    size: 20,
    way: ["UI"],
  });
});

test("after a failure the reader tries again and sees the list", async () => {
  const api = serverWith(2);
  api.refuse(changelogContract.searchChanges, { code: "INTERNAL" });
  await renderPage(changelog, "/users/history", { api, as });
  const again = page.getByRole("button", { name: "Erneut versuchen" });
  await expect.element(again).toBeVisible();
  api.answer(changelogContract.searchChanges, (call) =>
    toPage([changeOf(1), changeOf(2)], 2, call.query),
  );
  await again.click();
  await expect.element(page.getByText("2 Änderungen", { exact: true })).toBeVisible();
});
