import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { webModule } from "#platform/web/module.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
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
    { path: "/users/all", title: "Mitglieder", hidden: true, load: pageThatSays("Alle") },
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

describe("what is found", () => {
  test("stands in groups, the words marked, with the way to all of a kind", async () => {
    const api = new FakeApi();
    const users = groupOf("USER", "Mitglieder", "Anna Chorleiter", ANNA);
    const title = [
      { text: "Anna ", hit: false },
      { text: "Chor", hit: true },
      { text: "leiter", hit: false },
    ];
    const results = users.results.map((one) => ({
      ...one,
      highlight: { ...one.highlight, title },
    }));
    const more = { label: "Alle Mitglieder mit „chor“", route: "/users/all" };
    api.answer(searchContract.search, [{ ...users, results, more }, ...FOUND.slice(1)]);
    const shown = await openShell(api);
    await box().fill("chor");
    await expect
      .element(page.getByRole("group", { name: "Mitglieder" }))
      .toMatchTextContent("Anna Chorleiter");
    await expect.element(page.getByRole("group", { name: "Gruppen" })).toBeVisible();
    await expect.element(page.getByRole("option").first().getByText("Chor")).toBeVisible();
    expect(document.querySelector('[role="option"] mark')?.textContent).toBe("Chor");
    await expectAccessible("results of a search");
    await page.getByRole("option", { name: more.label }).click();
    await expect.poll(() => shown.address()).toBe("/users/all");
  });

  test("the chosen one is told to those who can't see it, and arrows go round", async () => {
    const api = new FakeApi();
    api.answer(searchContract.search, FOUND);
    await openShell(api);
    await box().fill("chor");
    await expect.element(chosen()).toMatchTextContent("Anna Chorleiter");
    await expect.element(box()).toHaveAttribute("aria-activedescendant", chosen().element().id);
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(chosen()).not.toMatchTextContent("Anna Chorleiter");
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(chosen()).toMatchTextContent("Anna Chorleiter");
  });

  test("nothing is said in a sentence", async () => {
    const api = new FakeApi();
    api.answer(searchContract.search, []);
    await openShell(api);
    await box().fill("xyzzyplugh");
    await expect.element(page.getByText("Nichts gefunden für „xyzzyplugh“")).toBeVisible();
  });

  test("typing asks once per pause, and never for a single letter", async () => {
    const api = new FakeApi();
    api.answer(searchContract.search, FOUND);
    await openShell(api);
    await box().click();
    await userEvent.keyboard("c");
    await expect.element(box()).toHaveValue("c");
    await userEvent.keyboard("horprobe");
    await expect.poll(() => api.calls(searchContract.search).at(-1)?.query.q).toBe("chorprobe");
    const asked = api.calls(searchContract.search).map(({ query }) => query.q);
    expect(asked).not.toContain("c");
    expect(asked.length).toBeLessThan(5);
  });
});

describe("what was opened", () => {
  test("is offered again to the same reader, before anything is typed", async () => {
    const api = new FakeApi();
    api.answer(searchContract.search, FOUND);
    await openShell(api);
    await box().fill("chor");
    await page.getByRole("option", { name: "Chor", exact: true }).click();
    await expect.element(page.getByRole("heading", { name: "Gruppe" })).toBeVisible();
    await box().click();
    await expect
      .element(
        page.getByRole("group", { name: "Zuletzt geöffnet" }).getByRole("option", { name: "Chor" }),
      )
      .toBeVisible();
  });

  test("is nobody else's business", async () => {
    const id = "0193a000-0000-7000-8000-0000000000ff";
    await renderPage([pages, search], "/", { api: new FakeApi(), as: { id }, frame: "shell" });
    await box().click();
    await expect
      .element(
        page.getByText("Mitglieder, Gruppen, Termine, Nachrichten, Dateien und Seiten finden"),
      )
      .toBeVisible();
    await expect
      .element(page.getByRole("group", { name: "Zuletzt geöffnet" }))
      .not.toBeInTheDocument();
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
  await expect.element(page.getByRole("option", { name: /Chor$/ }).last()).toBeVisible();
  const list = page.getByRole("listbox", { name: "Suchergebnisse" }).element().parentElement;
  expect(list?.getBoundingClientRect().width).toBe(390);
  await expectAccessible("results on the phone");
  await expectNoSidewaysScroll(320);
  await page.getByRole("option", { name: /Chor$/ }).last().click();
  await expect.element(page.getByRole("heading", { name: "Gruppe" })).toBeVisible();
});

test("on the phone it is left by its button, and nothing of it stays", async () => {
  const api = new FakeApi();
  api.answer(searchContract.search, FOUND);
  await renderPage([pages, search], "/", { api, frame: "shell", viewport: "phone" });
  await box().fill("chor");
  await expect.element(page.getByRole("option").first()).toBeVisible();
  await page.getByRole("button", { name: "Abbrechen" }).click();
  await expect.element(page.getByRole("option")).not.toBeInTheDocument();
  await expect.element(box()).toHaveValue("");
});
