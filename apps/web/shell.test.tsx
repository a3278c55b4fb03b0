import { useQuery } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ErrorCode } from "#platform/contract/problem.ts";
import { PERMISSIONS } from "#platform/contract/permissions.ts";
import { call } from "#platform/web/api/api.ts";
import { FakeApi, renderPage } from "#platform/web/testing.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { searchContract } from "#modules/search/contract.ts";
import { modules } from "./modules.ts";

/** The application with pages that only say their title; what stands around them is real. */
const application = modules.map((module) => ({
  ...module,
  pages: module.pages.map((definition) => ({
    ...definition,
    load: () =>
      Promise.resolve({
        default: definition.path === "/groups" ? AskingPage : () => <h1>{definition.title}</h1>,
      }),
  })),
}));

/** Asks the server for groups, as any list asks for its rows. */
function AskingPage() {
  const groups = useQuery({
    queryKey: ["group"],
    queryFn: () => call(groupsContract.searchGroups, { query: {} }),
  });
  return <h1>{groups.isSuccess ? "Gruppen sind da" : "Gruppen"}</h1>;
}

const EMPTY = {
  content: [],
  totalElements: 0,
  page: 0,
  size: 50,
  totalPages: 0,
};

function server(): FakeApi {
  const api = new FakeApi();
  api.answer(messagesContract.countUnread, { count: 0 });
  api.answer(searchContract.search, []);
  api.answer(groupsContract.searchGroups, EMPTY);
  return api;
}

const menu = () => page.getByRole("navigation", { name: "Hauptmenü" });
const heading = (name: string) => page.getByRole("heading", { level: 1, name });

/** Returns the entries of the menu from top to bottom, without the counts behind them. */
function menuLabels(): string[] {
  return menu()
    .getByRole("link")
    .elements()
    .map((link) => (link.textContent ?? "").replace(/\d+.*$/, "").trim());
}

describe("the menu", () => {
  test("of an administrator has the specified order and then the settings, with the submenu of Mitglieder where one is", async () => {
    await renderPage(application, "/users", {
      api: server(),
      as: { isAdmin: true, permissions: PERMISSIONS },
      frame: "shell",
    });
    await expect.element(heading("Mitglieder")).toBeVisible();
    expect(menuLabels()).toEqual([
      "Übersicht",
      "Mitglieder",
      "Gruppen",
      "Änderungshistorie",
      "Exports",
      "Imports",
      "Nachrichten",
      "Dokumente",
      "Bilder",
      "Kalender",
      "Einstellungen",
    ]);
    await expect.element(menu().getByRole("button", { name: "Abmelden" })).toBeVisible();
  });

  test("of a plain member has only what they have a right to", async () => {
    await renderPage(application, "/", {
      api: server(),
      as: ["QUERY_CALENDAR", "QUERY_FILESHARE"],
      frame: "shell",
    });
    await expect.element(heading("Home")).toBeVisible();
    expect(menuLabels()).toEqual(["Übersicht", "Nachrichten", "Dokumente", "Kalender"]);
  });

  test("counts the unread messages", async () => {
    const api = server();
    api.answer(messagesContract.countUnread, { count: 3 });
    await renderPage(application, "/", { api, frame: "shell" });
    await expect
      .element(menu().getByRole("link", { name: /^Nachrichten/ }))
      .toMatchTextContent(/3/);
  });
});

describe("the search box", () => {
  const box = () => page.getByRole("combobox", { name: "Suchen" });

  test("has the focus after Ctrl+K, and Escape leaves it", async () => {
    await renderPage(application, "/", { api: server(), frame: "shell" });
    await expect.element(heading("Home")).toBeVisible();
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(box()).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(box()).not.toHaveFocus();
  });

  test("leads to a page by keyboard alone", async () => {
    const shown = await renderPage(application, "/", {
      api: server(),
      as: ["QUERY_GROUP"],
      frame: "shell",
    });
    await expect.element(heading("Home")).toBeVisible();
    await userEvent.keyboard("{Control>}k{/Control}");
    await userEvent.keyboard("Gruppen");
    await expect.element(page.getByRole("option", { name: /Gruppen/ }).first()).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => shown.address()).toBe("/groups");
  });

  test("offers no page that the reader has no right to", async () => {
    await renderPage(application, "/", { api: server(), frame: "shell" });
    await box().fill("Gruppen");
    await expect.element(page.getByText("Nichts gefunden für „Gruppen“")).toBeVisible();
    await expect.element(page.getByRole("option", { name: /Gruppen/ })).not.toBeInTheDocument();
  });
});

describe("light and dark", () => {
  const scheme = () => document.documentElement.dataset["mantineColorScheme"];

  test("are switched in the top bar and stored under darkMode as 1 or 0", async () => {
    await renderPage(application, "/", { api: server(), frame: "shell" });
    expect(localStorage.getItem("darkMode")).toBeNull();
    await page.getByRole("button", { name: "Dunkle Darstellung" }).click();
    await expect.poll(scheme).toBe("dark");
    expect(localStorage.getItem("darkMode")).toBe("1");
    await page.getByRole("button", { name: "Helle Darstellung" }).click();
    await expect.poll(scheme).toBe("light");
    expect(localStorage.getItem("darkMode")).toBe("0");
  });

  test("are kept from the last visit", async () => {
    localStorage.setItem("darkMode", "1");
    await renderPage(application, "/", { api: server(), frame: "shell" });
    await expect.poll(scheme).toBe("dark");
    await expect.element(page.getByRole("button", { name: "Helle Darstellung" })).toBeVisible();
  });
});

test("above a form stands the list that it belongs to", async () => {
  await renderPage(application, "/users/create", {
    api: server(),
    as: ["QUERY_USER", "MANAGE_USER"],
    frame: "shell",
  });
  await expect.element(heading("Neues Mitglied anlegen")).toBeVisible();
  const crumbs = page.getByRole("navigation", { name: "Brotkrumen" });
  await expect
    .element(crumbs.getByRole("link", { name: "Mitglieder" }))
    .toHaveAttribute("href", expect.stringMatching(/\/users$/));
});

describe("a call that fails", () => {
  const SENTENCE = "Das ist die Meldung selbst.";
  const CATALOGUE: readonly [ErrorCode, string][] = [
    ["FORBIDDEN", "Dazu haben Sie nicht die notwendigen Rechte."],
    ["NOT_FOUND", "Die angefragte Resource wurde nicht gefunden."],
    ["ALREADY_EXISTS", "Die angefragte Resource existiert bereits."],
    ["TOO_LARGE", "Zu große Anfrage."],
    ["UNSUPPORTED_TYPE", "Fehlerhafte Anfrage."],
    ["INTERNAL", "Interner Serverfehler."],
    ["UNPROCESSABLE", SENTENCE],
  ];

  test.each(CATALOGUE)(
    "with %s shows a red entry with a bold Fehler that stays until it is closed",
    async (code, text) => {
      const api = server();
      api.refuse(groupsContract.searchGroups, { code, detail: SENTENCE });
      await renderPage(application, "/groups", { api, as: ["QUERY_GROUP"], frame: "shell" });
      const notice = page.getByRole("alert").getByRole("paragraph");
      await expect.element(notice).toHaveTextContent(`Fehler ${text}`);
      const bold = notice.getByText("Fehler", { exact: true }).element();
      expect(bold.tagName).toBe("STRONG");
      expect(Number(getComputedStyle(bold).fontWeight)).toBeGreaterThanOrEqual(600);
      await page.getByRole("button", { name: "Meldung schließen" }).click();
      await expect.element(notice).not.toBeInTheDocument();
    },
  );
});

test("a thin bar shows while a call is under way and goes with its answer", async () => {
  const api = server();
  const release = api.hold(groupsContract.searchGroups);
  await renderPage(application, "/groups", { api, as: ["QUERY_GROUP"], frame: "shell" });
  const isActive = () => document.querySelector("[data-active][aria-hidden]") !== null;
  await expect.poll(() => api.calls(groupsContract.searchGroups).length).toBe(1);
  await expect.poll(isActive).toBe(true);
  release();
  await expect.element(heading("Gruppen sind da")).toBeVisible();
  await expect.poll(isActive).toBe(false);
});

test("the account menu opens by keyboard, gives the focus back, and leads to the profile", async () => {
  const shown = await renderPage(application, "/", { api: server(), frame: "shell" });
  const button = page.getByRole("button", { name: /^Konto von/ });
  const profile = page.getByRole("menuitem", { name: "Mein Profil" });
  await expect.element(button).toBeVisible();
  for (const time of ["first", "second"]) {
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(profile, { message: time }).toBeVisible();
    await userEvent.keyboard("{ArrowDown}{Escape}");
    await expect.element(profile).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  }
  await button.click();
  await profile.click();
  await expect.poll(() => shown.address()).toBe("/profile");
});

test("an unknown address says so inside the frame", async () => {
  await renderPage(application, "/gibt/es/nicht", { api: server(), frame: "shell" });
  await expect.element(heading("Diese Seite gibt es nicht")).toBeVisible();
  await expect.element(menu()).toBeVisible();
});

test("a page without its right says so instead of loading", async () => {
  const api = server();
  await renderPage(application, "/groups", { api, frame: "shell" });
  await expect
    .element(page.getByText(/^Dazu haben Sie nicht die notwendigen Rechte\./))
    .toBeVisible();
  expect(api.calls(groupsContract.searchGroups)).toEqual([]);
});
