import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  READER,
  renderPage,
} from "#platform/web/testing.ts";
import { groupsContract, type Group } from "../../groups-contract.ts";
import { CHOIR, FOOTBALL, groupOf, idOf, YOUTH } from "../testing.ts";
import groups from "./module.tsx";

const { id, firstname, lastname } = READER;
const TREE = [
  CHOIR,
  { ...FOOTBALL, memberCount: 1234, permissions: ["QUERY_USER" as const] },
  { ...YOUTH, memberCount: 1, leaders: [{ id, firstname, lastname }] },
];

async function openPage(tree: Group[], given: { search?: string; viewport?: "phone" } = {}) {
  const api = new FakeApi();
  api.answer(groupsContract.listGroupTree, tree);
  const shown = await renderPage(groups, `/groups${given.search ?? ""}`, {
    api,
    as: ["QUERY_GROUP", "MANAGE_GROUP"],
    ...(given.viewport && { viewport: given.viewport }),
  });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  return { api, shown };
}

const link = (name: string) => page.getByRole("link", { name });
const search = () => page.getByRole("searchbox", { name: "Gruppe oder Leitung suchen" });

test("groups stand below their parents, with people, leaders and rights", async () => {
  await openPage(TREE);
  await expect.element(page.getByText("3 Gruppen", { exact: true })).toBeVisible();
  const below = page.getByRole("list", { name: "Untergruppen von Fußball" });
  await expect.element(below.getByRole("link", { name: "C-Jugend" })).toBeVisible();
  await expect.element(below).toMatchTextContent("C-JugendLeitung: Erika Mustermann1 Mitglied");
  const football = page.getByRole("listitem").filter({ hasText: "Fußball" });
  await expect.element(football).toMatchTextContent("1 Recht");
  await expect.element(football).toMatchTextContent("1.234 Mitglieder");
  await expectAccessible("the tree of groups");
});

test("a branch closes and opens", async () => {
  await openPage(TREE);
  const toggle = page.getByRole("button", { name: "Untergruppen von Fußball" });
  await expect.element(toggle).toHaveAttribute("aria-expanded", "true");
  await toggle.click();
  await expect.element(link("C-Jugend")).not.toBeInTheDocument();
  await expect.element(toggle).toHaveAttribute("aria-expanded", "false");
  await toggle.click();
  await expect.element(link("C-Jugend")).toBeVisible();
});

describe("searching", () => {
  test("shows hits below their parents, counts and stands in the address", async () => {
    const { shown } = await openPage(TREE);
    await search().fill("jugend");
    await expect.element(link("C-Jugend")).toBeVisible();
    await expect.element(link("Fußball")).toBeVisible();
    await expect.element(link("Chor")).not.toBeInTheDocument();
    expect(shown.search()).toEqual({ q: "jugend" });
    await page.getByRole("button", { name: "Suchtext löschen" }).click();
    await expect.element(link("Chor")).toBeVisible();
    expect(shown.address()).toBe("/groups");
  });

  test("finds who leads a group", async () => {
    await openPage(TREE, { search: "?q=mustermann" });
    await expect.element(link("C-Jugend")).toBeVisible();
    await expect.element(link("Chor")).not.toBeInTheDocument();
  });

  test("finds a group in a branch that was closed", async () => {
    await openPage(TREE);
    await page.getByRole("button", { name: "Untergruppen von Fußball" }).click();
    await search().fill("jugend");
    await expect.element(link("C-Jugend")).toBeVisible();
  });

  test("that finds nothing names what was searched for and leads back", async () => {
    await openPage(TREE, { search: "?q=Schach" });
    await expect.element(page.getByText("Keine Gruppe passt zu „Schach“.")).toBeVisible();
    await page.getByRole("button", { name: "Alle Gruppen zeigen" }).click();
    await expect.element(link("Chor")).toBeVisible();
  });
});

test("a club without groups reads what they are for", async () => {
  await openPage([]);
  await expect.element(page.getByText(/Es gibt noch keine Gruppen\./)).toBeVisible();
  expect(link("Gruppe anlegen").elements()).toHaveLength(2);
  expect(search().elements()).toEqual([]);
});

test("who may not manage groups finds no button", async () => {
  const api = new FakeApi();
  api.answer(groupsContract.listGroupTree, []);
  await renderPage(groups, "/groups", { api, as: ["QUERY_GROUP"] });
  await expect.element(page.getByText(/Es gibt noch keine Gruppen\./)).toBeVisible();
  expect(link("Gruppe anlegen").elements()).toEqual([]);
});

test("after a failure the reader tries again", async () => {
  const api = new FakeApi();
  api.refuse(groupsContract.listGroupTree, { code: "INTERNAL" });
  await renderPage(groups, "/groups", { api, as: ["QUERY_GROUP"] });
  const again = page.getByRole("button", { name: "Erneut versuchen" });
  await expect.element(again).toBeVisible();
  api.answer(groupsContract.listGroupTree, TREE);
  await again.click();
  await expect.element(link("Chor")).toBeVisible();
});

test("deep trees with long names fit the smallest phone", async () => {
  const deep = Array.from({ length: 6 }, (_, depth) =>
    groupOf({
      id: idOf(550 + depth),
      name: `${"Abteilung".repeat(4)} ${depth}`,
      parent: depth === 0 ? null : { id: idOf(549 + depth), name: "x" },
    }),
  );
  await openPage(deep, { viewport: "phone" });
  await expect.element(link(`${"Abteilung".repeat(4)} 5`)).toBeVisible();
  await expectAccessible("the tree of groups on the phone");
  await expectNoSidewaysScroll(320);
});
