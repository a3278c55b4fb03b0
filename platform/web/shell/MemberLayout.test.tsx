import { MessageSquare, Users } from "lucide-react";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Permission } from "#platform/contract/permissions.ts";
import { ownProblem } from "../api/api-error.ts";
import { addErrorNotice } from "../api/error-notices.ts";
import { webModule } from "../module.ts";
import { showOverlay } from "../overlays.ts";
import { usePageTitle, useRecordTitle } from "../page-title.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectProblem,
  FakeApi,
  renderPage,
} from "../testing.ts";

function pageThatSays(words: string) {
  return () => Promise.resolve({ default: () => <h1>{words}</h1> });
}

function Choir() {
  usePageTitle("Chor", [{ label: "Singen", to: "/groups/singing" }]);
  return <h1>Chor</h1>;
}

function Member() {
  useRecordTitle("Elif Becker");
  return <h1>Elif Becker</h1>;
}

const club = webModule({
  name: "club",
  pages: [
    { path: "/", title: "Home", load: pageThatSays("Übersicht") },
    { path: "/users", title: "Mitglieder", permission: "QUERY_USER", load: pageThatSays("Leute") },
    {
      path: "/groups/choir",
      title: "Gruppe",
      crumbs: [
        { label: "Mitglieder", to: "/users" },
        { label: "Übersicht aller Gruppen", to: "/groups" },
      ],
      load: () => Promise.resolve({ default: Choir }),
    },
    {
      path: "/users/elif",
      title: "Profil Ansicht",
      load: () => Promise.resolve({ default: Member }),
    },
    { path: "/broken", title: "Kaputt", load: () => Promise.resolve({ default: Broken }) },
    { path: "/messaging", title: "Nachrichten", load: pageThatSays("Post") },
    { path: "/window", title: "Fenster", bare: true, load: pageThatSays("Nur das") },
  ],
  menu: [
    {
      order: 20,
      label: "Mitglieder",
      icon: Users,
      to: "/users",
      roles: ["QUERY_USER"],
      onPhoneBar: true,
    },
    { order: 10, under: "/users", label: "Gruppen", to: "/groups/choir", roles: ["QUERY_USER"] },
    {
      order: 30,
      label: "Nachrichten",
      icon: MessageSquare,
      to: "/messaging",
      onPhoneBar: true,
      Badge: () => <span>3 ungelesen</span>,
    },
  ],
  accountMenu: [{ order: 10, label: "Mein Profil", to: "/users" }],
});

function Broken(): never {
  throw new Error("broken on purpose");
}

interface Given {
  as?: readonly Permission[];
  viewport?: "desktop" | "phone";
}

const open = (address: string, { as = ["QUERY_USER"], viewport = "desktop" }: Given = {}) =>
  renderPage(club, address, { as, viewport, frame: "shell" });

const menu = () => page.getByRole("navigation", { name: "Hauptmenü" });
const heading = (name: string) => page.getByRole("heading", { level: 1, name });
const button = (name: string) => page.getByRole("button", { name });
const labels = () =>
  menu()
    .getByRole("link")
    .elements()
    .map((link) => link.textContent);

describe("the menu", () => {
  test("holds what the reader has a right to, in the modules' order, and where they are", async () => {
    await open("/users");
    await expect.element(heading("Leute")).toBeVisible();
    expect(labels()).toEqual(["Mitglieder", "Gruppen", "Nachrichten3 ungelesen"]);
    await expect
      .element(menu().getByRole("link", { name: "Mitglieder" }))
      .toHaveAttribute("aria-current", "page");
    await expectAccessible("the shell");
  });

  test("leaves out what the reader has no right to, with what stands below it", async () => {
    await open("/", { as: [] });
    await expect.element(heading("Übersicht")).toBeVisible();
    expect(labels()).toEqual(["Nachrichten3 ungelesen"]);
  });

  test("opens and closes a submenu, which stands open while one is in it", async () => {
    await open("/");
    const toggle = button("Untermenü Mitglieder");
    await expect.element(toggle).toHaveAttribute("aria-expanded", "false");
    await toggle.click();
    await menu().getByRole("link", { name: "Gruppen" }).click();
    await expect.element(heading("Chor")).toBeVisible();
    await expect.element(toggle).toHaveAttribute("aria-expanded", "true");
    await expect
      .element(menu().getByRole("link", { name: "Gruppen" }))
      .toHaveAttribute("aria-current", "page");
    await toggle.click();
    await expect.element(menu().getByRole("link", { name: "Gruppen" })).not.toBeInTheDocument();
  });

  test("lies over the page on a phone, closes with Escape and with every step", async () => {
    await open("/", { viewport: "phone" });
    await expect.element(heading("Übersicht")).toBeVisible();
    expect(document.getElementById("hauptmenue")?.inert).toBe(true);
    await button("Menü öffnen").click();
    await expect.element(button("Menü schließen")).toHaveAttribute("aria-expanded", "true");
    expect(document.getElementById("hauptmenue")?.inert).toBe(false);
    await userEvent.keyboard("{Escape}");
    await expect.element(button("Menü öffnen")).toBeVisible();
    await button("Menü öffnen").click();
    await menu().getByRole("link", { name: "Mitglieder" }).click();
    await expect.element(heading("Leute")).toBeVisible();
    await expect.element(button("Menü öffnen")).toBeVisible();
  });

  test("stands beside the page, and closed it stays closed, here and in other tabs", async () => {
    await open("/");
    await expect.element(menu().getByRole("link", { name: "Mitglieder" })).toBeVisible();
    await button("Untermenü Mitglieder").click();
    await menu().getByRole("link", { name: "Gruppen" }).click();
    await expect.element(heading("Chor")).toBeVisible();
    const room = () =>
      Number.parseFloat(getComputedStyle(page.getByRole("main").element()).paddingLeft);
    const beside = room();
    await button("Menü schließen").click();
    await expect.element(button("Menü öffnen")).toHaveAttribute("aria-expanded", "false");
    expect(menu().elements()).toEqual([]);
    await expect.poll(room).toBeLessThan(beside);
    await page.getByRole("link", { name: "Startseite" }).click();
    await expect.element(heading("Übersicht")).toBeVisible();
    await expect.element(button("Menü öffnen")).toHaveAttribute("aria-expanded", "false");
    expect(localStorage.getItem("sideMenu")).toBe("0");
    await expectAccessible("the shell without its menu");
    localStorage.setItem("sideMenu", "1");
    window.dispatchEvent(new StorageEvent("storage", { key: "sideMenu" }));
    await expect.element(menu().getByRole("link", { name: "Mitglieder" })).toBeVisible();
  });

  test("that was closed is closed when the club is opened anew, and can be opened", async () => {
    localStorage.setItem("sideMenu", "0");
    await open("/");
    await expect.element(button("Menü öffnen")).toBeVisible();
    await button("Menü öffnen").click();
    await expect.element(menu().getByRole("link", { name: "Mitglieder" })).toBeVisible();
    expect(localStorage.getItem("sideMenu")).toBe("1");
  });

  test("on a phone is not what was chosen beside the page", async () => {
    await open("/", { viewport: "phone" });
    await button("Menü öffnen").click();
    await button("Menü schließen").click();
    expect(localStorage.getItem("sideMenu")).toBeNull();
  });

  test("has the most used places within the thumb's reach, with the number of new messages", async () => {
    await open("/", { viewport: "phone" });
    const bar = page.getByRole("navigation", { name: "Schnellzugriff" });
    await expect.element(bar).toMatchTextContent(/Mitglieder.*3 ungelesenNachrichten/);
    await bar.getByRole("link", { name: /Nachrichten/ }).click();
    await expect.element(heading("Post")).toBeVisible();
    await expectAccessible("the shell on the phone");
    await expectNoSidewaysScroll(320);
  });
});

describe("where one is", () => {
  test("is said by title and steps; a step without right is left out", async () => {
    await open("/groups/choir", { as: [] });
    await expect.element(heading("Chor")).toBeVisible();
    const steps = page.getByRole("navigation", { name: "Brotkrumen" });
    await expect.element(steps.getByText("Chor")).toHaveAttribute("aria-current", "page");
    const names = steps.getByRole("link").elements();
    expect(names.map((link) => link.textContent)).toEqual([
      "",
      "Übersicht aller Gruppen",
      "Singen",
    ]);
    expect(document.title).toBe("Chor - TSV Beispiel - Intranet");
    await steps.getByRole("link", { name: "Startseite" }).click();
    await expect.element(heading("Übersicht")).toBeVisible();
  });

  test("is said of a record by its name and what is seen of it, and its heading is the name", async () => {
    await open("/users/elif");
    await expect.element(heading("Elif Becker")).toBeVisible();
    const steps = page.getByRole("navigation", { name: "Brotkrumen" });
    await expect
      .element(steps.getByText("Elif Becker – Profil Ansicht"))
      .toHaveAttribute("aria-current", "page");
    expect(document.title).toBe("Elif Becker – Profil Ansicht - TSV Beispiel - Intranet");
  });

  test("the overview is no step of itself", async () => {
    await open("/");
    await expect.element(heading("Übersicht")).toBeVisible();
    expect(page.getByRole("navigation", { name: "Brotkrumen" }).elements()).toEqual([]);
  });

  test("a page that breaks takes only itself away, and can be tried again", async () => {
    expectProblem(/broken on purpose/);
    await open("/broken");
    await expect.element(heading("Diese Seite konnte nicht angezeigt werden")).toBeVisible();
    await expect.element(button("Erneut versuchen")).toBeVisible();
    await expect.element(menu().getByRole("link", { name: "Mitglieder" })).toBeVisible();
  });

  test("a page of its own window has no menu around it", async () => {
    await open("/window");
    await expect.element(heading("Nur das")).toBeVisible();
    expect(page.getByRole("navigation").elements()).toEqual([]);
  });

  test("the keyboard skips the menu", async () => {
    await open("/users");
    await expect.element(heading("Leute")).toBeVisible();
    await userEvent.keyboard("{Tab}{Enter}");
    await expect.element(page.getByRole("main")).toHaveFocus();
  });
});

describe("the red list", () => {
  const list = () => page.getByRole("alert");

  test("keeps what went wrong until somebody takes it away, and says the same only once", async () => {
    await open("/");
    addErrorNotice("Das eine.");
    addErrorNotice("Das andere.");
    addErrorNotice("Das eine.");
    await expect.element(list()).toMatchTextContent("Fehler Das andere.Fehler Das eine.");
    await expectAccessible("the red list");
    await button("Meldung schließen").first().click();
    await expect.element(list()).toMatchTextContent(/^Fehler Das eine\.$/);
  });

  test("shows the last five of many", async () => {
    await open("/");
    for (let number = 1; number <= 7; number++) addErrorNotice(`Nummer ${number}.`);
    await expect.element(list()).toMatchTextContent("Nummer 7.");
    expect(list().getByRole("button").elements()).toHaveLength(5);
    expect(list().element().textContent).not.toContain("Nummer 2.");
  });

  test("stays when the reader goes to another page", async () => {
    await open("/");
    addErrorNotice("Das eine.");
    await menu().getByRole("link", { name: "Mitglieder" }).click();
    await expect.element(heading("Leute")).toBeVisible();
    await expect.element(list()).toMatchTextContent("Das eine.");
  });
});

test("the search box has the specified placeholder, and is read aloud in German", async () => {
  await open("/");
  const box = page.getByRole("combobox", { name: "Suchen" });
  await expect.element(box).toHaveAttribute("placeholder", "Search (ctrl+k)");
  await expect.element(box).toHaveAccessibleDescription("Suchen (Strg+K)");
});

test("the shortcuts are shown at a question mark, but not while one types", async () => {
  await open("/");
  await page.getByRole("combobox", { name: "Suchen" }).click();
  await userEvent.keyboard("?");
  expect(page.getByRole("dialog").elements()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await userEvent.keyboard("?");
  await expect
    .element(page.getByRole("dialog", { name: "Tastenkürzel" }))
    .toMatchTextContent("In das Suchfeld springen");
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("what a module lays over the page is shown once and stays on the way", async () => {
  const Panel = () => <aside aria-label="Uploads">3 Dateien</aside>;
  await open("/");
  await expect.element(heading("Übersicht")).toBeVisible();
  showOverlay(Panel);
  showOverlay(Panel);
  await menu().getByRole("link", { name: "Mitglieder" }).click();
  await expect.element(heading("Leute")).toBeVisible();
  expect(page.getByRole("complementary", { name: "Uploads" }).elements()).toHaveLength(1);
});

test("a page that asks for nothing says that its club is in maintenance, and takes it back", async () => {
  const api = new FakeApi();
  await renderPage(club, "/", { api, frame: "shell" });
  await expect.element(page.getByRole("heading", { name: "Übersicht" })).toBeVisible();
  const notice = page.getByRole("alert").filter({ hasText: "Ab 14 Uhr geht es weiter." });
  api.live.refuse(ownProblem(503, "IN_MAINTENANCE", "Ab 14 Uhr geht es weiter."));
  await expect.element(notice, { timeout: 5_000 }).toBeVisible();
  api.live.refuse(undefined);
  await expect.element(notice, { timeout: 10_000 }).not.toBeInTheDocument();
});
