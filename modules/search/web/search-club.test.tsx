import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { webModule } from "#platform/web/module.ts";
import { FakeApi, renderPage } from "#platform/web/testing.ts";
import { searchContract, type SearchGroup } from "../contract.ts";
import search from "./module.tsx";

const ANNA = "/users/0193a000-0000-7000-8000-0000000000b1";
const CHOIR = "/groups/0193a000-0000-7000-8000-0000000000a1";

/** The pages that the hits of these stories lead to. */
const pages = webModule({
  name: "pages",
  pages: [
    { path: "/", title: "Home", load: pageThatSays("Übersicht") },
    { path: "/users/$id", title: "Profil Ansicht", hidden: true, load: pageThatSays("Profil") },
    { path: "/groups/$id", title: "Gruppe", hidden: true, load: pageThatSays("Gruppe") },
  ],
});

function pageThatSays(words: string) {
  return () => Promise.resolve({ default: () => <h1>{words}</h1> });
}

function groupOf(type: string, label: string, title: string, route: string): SearchGroup {
  const highlight = { title: [{ text: title, hit: true }], subtitle: [], excerpt: [] };
  const id = route.slice(-36);
  return {
    type,
    label,
    more: null,
    results: [{ type, id, title, subtitle: null, highlight, route }],
  };
}

const FOUND = [
  groupOf("USER", "Mitglieder", "Anna Chorleiter", ANNA),
  groupOf("GROUP", "Gruppen", "Chor", CHOIR),
];

function openShell(api: FakeApi) {
  return renderPage([pages, search], "/", { api, frame: "shell" });
}

const box = () => page.getByRole("combobox", { name: "Suchen" });
const chosen = () => page.getByRole("option", { selected: true });

describe("the search by keyboard alone", () => {
  test("Ctrl+K, a word, an arrow down and Enter lead to the second hit", async () => {
    const api = new FakeApi();
    api.answer(searchContract.search, FOUND);
    const shown = await openShell(api);
    await expect.element(page.getByRole("heading", { name: "Übersicht" })).toBeVisible();

    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(box()).toHaveFocus();
    await userEvent.keyboard("chor");
    await expect.element(chosen()).toMatchTextContent("Anna Chorleiter");
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(chosen()).toMatchTextContent("Chor");
    await userEvent.keyboard("{Enter}");

    await expect.element(page.getByRole("heading", { name: "Gruppe" })).toBeVisible();
    expect(shown.address()).toBe(CHOIR);
    expect(api.calls(searchContract.search).at(-1)?.query).toMatchObject({ q: "chor" });
  });

  test("Enter before the answer takes the first hit as soon as it is there", async () => {
    const api = new FakeApi();
    api.answer(searchContract.search, FOUND);
    const release = api.hold(searchContract.search);
    const shown = await openShell(api);
    await box().fill("chor");
    await userEvent.keyboard("{Enter}");
    expect(shown.address()).toBe("/");
    release();
    await expect.poll(() => shown.address()).toBe(ANNA);
  });

  test("Escape gives the focus back and forgets what was typed", async () => {
    const api = new FakeApi();
    api.answer(searchContract.search, FOUND);
    await openShell(api);
    await box().fill("chor");
    await expect.element(page.getByRole("listbox")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(box()).toHaveValue("");
    await expect.element(box()).not.toHaveFocus();
  });
});

test("without the server the pages are still found, and the reader knows why nothing else is", async () => {
  const api = new FakeApi();
  api.disconnect(searchContract.search);
  await openShell(api);
  await box().fill("gibt es nicht");
  await expect
    .element(page.getByText("Die Suche ist gerade nicht erreichbar. Gefunden wurden nur Seiten."))
    .toBeVisible();
});

test("on the phone the box takes the whole bar and can be left by a button", async () => {
  const api = new FakeApi();
  api.answer(searchContract.search, FOUND);
  await renderPage([pages, search], "/", { api, frame: "shell", viewport: "phone" });
  await box().fill("chor");
  await page.getByRole("option", { name: /Chor$/ }).last().click();
  await expect.element(page.getByRole("heading", { name: "Gruppe" })).toBeVisible();
});
