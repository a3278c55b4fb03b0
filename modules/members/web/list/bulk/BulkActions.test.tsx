import { afterEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { toPage } from "#platform/contract/paging.ts";
import { takeOver } from "#platform/web/handover.ts";
import { expectAccessible, type FakeApi, renderPage } from "#platform/web/testing.ts";
import { usersContract } from "../../../contract.ts";
import members from "../../module.tsx";
import { CHOIR, clubWith, idOf, manyRows, OFFICE } from "../../testing.ts";

type Rights = typeof OFFICE;
const button = (name: string | RegExp) => page.getByRole("button", { name });
const bar = () => page.getByRole("toolbar", { name: "Aktionen für die Auswahl" });
const tick = (number: number) =>
  page.getByRole("checkbox", { name: `Anna Ahlers ${number} auswählen` }).click({ force: true });
/** What was sent, without what stands in no bulk action but a group's. */
const bodies = (api: FakeApi) =>
  api
    .calls(usersContract.bulkUsers)
    .map(({ body }) =>
      Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)),
    );
const today = () => new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" });

interface Given {
  count?: number;
  as?: readonly string[];
  address?: string;
  viewport?: "desktop" | "phone";
}

async function openList({ count = 3, as = OFFICE, address = "/users", viewport }: Given = {}) {
  const api = clubWith({ rows: manyRows(count) });
  const shown = await renderPage(members, address, {
    api,
    as: as as Rights,
    ...(viewport && { viewport }),
  });
  await expect.element(page.getByRole("link", { name: "Ahlers 1, Anna" })).toBeVisible();
  return { api, shown };
}

afterEach(() => void vi.restoreAllMocks());

describe("choosing", () => {
  test("the bar comes with the first row, counts, and goes with its cross", async () => {
    await openList();
    await expect.element(bar()).not.toBeInTheDocument();
    await tick(1);
    await expect.element(bar().getByText("1 Person ausgewählt")).toBeVisible();
    await tick(2);
    await expect.element(bar().getByText("2 Personen ausgewählt")).toBeVisible();
    await expectAccessible("a selection of members");
    await button("Auswahl aufheben").click();
    await expect.element(bar()).not.toBeInTheDocument();
  });

  test("whom a filter has hidden is said in the bar, and before they go to the trash", async () => {
    const { api, shown } = await openList();
    await tick(1);
    await tick(2);
    api.answer(usersContract.searchUsers, ({ query }) => toPage([], 0, query));
    await page.getByRole("searchbox").fill("zimmermann");
    await expect.poll(() => shown.search()).toMatchObject({ q: "zimmermann" });
    await expect
      .element(bar().getByText("2 Personen ausgewählt, davon 2 hier nicht zu sehen"))
      .toBeVisible();
    await button("In den Papierkorb").click();
    await expect
      .element(page.getByRole("dialog").getByText(/Keine der ausgewählten Personen ist/))
      .toBeVisible();
    expect(bodies(api)).toEqual([]);
  });

  test("all rows of the page, then everybody whom the filter shows", async () => {
    const { api } = await openList({ count: 60, address: "/users?q=ahlers" });
    await page.getByRole("checkbox", { name: "Alle Zeilen dieser Seite auswählen" }).click();
    await expect.element(bar().getByText("50 Personen ausgewählt")).toBeVisible();
    await button("Alle 60 Personen auswählen").click();
    await expect.element(bar().getByText("60 Personen ausgewählt")).toBeVisible();
    api.answer(usersContract.bulkUsers, { changed: 60, unchanged: 0 });
    await button("Anmeldung sperren").click();
    await page.getByRole("dialog").getByRole("button", { name: "Anmeldung sperren" }).click();
    await expect
      .element(page.getByText("Die Anmeldung von 60 Mitgliedern ist gesperrt."))
      .toBeVisible();
    expect(bodies(api)).toEqual([
      { filter: { q: "ahlers", includeSubgroups: false }, action: "DEACTIVATE" },
    ]);
  });

  test("everybody means the filter it was chosen with: another one ends it", async () => {
    await openList({ count: 60 });
    await page.getByRole("checkbox", { name: "Alle Zeilen dieser Seite auswählen" }).click();
    await button("Alle 60 Personen auswählen").click();
    await page.getByRole("searchbox").fill("Ahlers 5");
    await expect.element(page.getByText("11 von 60 Mitgliedern")).toBeVisible();
    await expect.element(bar().getByText("60 Personen ausgewählt")).not.toBeInTheDocument();
  });

  test("a selection survives turning the page", async () => {
    await openList({ count: 60 });
    await tick(1);
    await button("Nächste Seite").click();
    await expect.element(page.getByRole("link", { name: "Ahlers 51, Anna" })).toBeVisible();
    await tick(51);
    await expect
      .element(bar().getByText("2 Personen ausgewählt, davon 1 hier nicht zu sehen"))
      .toBeVisible();
  });

  test("on the phone a button begins the selection, and the actions are one menu", async () => {
    await openList({ viewport: "phone" });
    await button("Auswählen").click();
    await page.getByRole("checkbox", { name: "Anna Ahlers 2 auswählen" }).click();
    await button("Aktionen").click();
    await expect.element(page.getByRole("menuitem", { name: "In den Papierkorb" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expectAccessible("a selection on the phone");
    await button("Auswahl beenden").click();
    await expect.element(bar()).not.toBeInTheDocument();
  });
});

describe("each right brings its actions", () => {
  const names = () =>
    bar()
      .getByRole("button")
      .elements()
      .map((one) => one.textContent)
      .filter((text) => text !== "");

  test.each([
    [["QUERY_USER"], []],
    [["QUERY_USER", "SEND_MESSAGE"], ["Nachricht schreiben"]],
    [["QUERY_USER", "MANAGE_EXPORTS"], ["Herunterladen"]],
    [
      ["QUERY_USER", "QUERY_GROUP", "MANAGE_GROUP"],
      ["In Gruppe aufnehmen", "Aus Gruppe nehmen"],
    ],
    [
      ["QUERY_USER", "MANAGE_USER"],
      ["Zur Anmeldung einladen", "Anmeldung sperren", "In den Papierkorb"],
    ],
  ] as const)("%j", async (as, expected) => {
    await openList({ as });
    await page.getByRole("checkbox", { name: "Alle Zeilen dieser Seite auswählen" }).click();
    await expect.element(bar()).toBeVisible();
    expect(names()).toEqual(expected);
  });
});

describe("the trash", () => {
  test("takes some at once and gives them back", async () => {
    const { api } = await openList();
    api.answer(usersContract.bulkUsers, ({ body }) => ({
      changed: body.ids?.length ?? 0,
      unchanged: 0,
    }));
    await tick(1);
    await tick(3);
    await button("In den Papierkorb").click();
    await expect.element(page.getByText("2 Mitglieder liegen im Papierkorb.")).toBeVisible();
    await expect.element(bar()).not.toBeInTheDocument();
    await button("Rückgängig").click();
    await expect.element(page.getByText("2 Mitglieder zurückgeholt.")).toBeVisible();
    const ids = [idOf(1), idOf(3)];
    expect(bodies(api)).toEqual([
      { ids, action: "TRASH" },
      { ids, action: "RESTORE" },
    ]);
  });

  test("asks before it takes everybody, who can't be taken back at once", async () => {
    const { api } = await openList({ count: 60 });
    await page.getByRole("checkbox", { name: "Alle Zeilen dieser Seite auswählen" }).click();
    await button("Alle 60 Personen auswählen").click();
    await button("In den Papierkorb").click();
    const dialog = page.getByRole("dialog", { name: "60 Mitglieder in den Papierkorb legen?" });
    await expect.element(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Abbrechen" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(bodies(api)).toEqual([]);
    await expect.element(bar().getByText("60 Personen ausgewählt")).toBeVisible();
  });

  test("a refusal is told in the red list, and the selection stays for another try", async () => {
    const { api } = await openList();
    api.refuse(usersContract.bulkUsers, { code: "FORBIDDEN" });
    await tick(1);
    await button("In den Papierkorb").click();
    await expect
      .element(page.getByRole("alert"))
      .toMatchTextContent("Dazu haben Sie nicht die notwendigen Rechte.");
    await expect.element(bar().getByText("1 Person ausgewählt")).toBeVisible();
  });
});

describe("groups", () => {
  const dialog = () => page.getByRole("dialog");
  const choose = async (name: string) => {
    await dialog().getByRole("combobox", { name: "Gruppe" }).click();
    await page.getByRole("option", { name }).click();
  };

  async function openDialog(action: "In Gruppe aufnehmen" | "Aus Gruppe nehmen") {
    const opened = await openList();
    await tick(1);
    await tick(2);
    await button(action).click();
    await expect.element(dialog().getByRole("combobox", { name: "Gruppe" })).toBeVisible();
    return opened;
  }

  test("take the chosen ones in, with a function from today on, and let them out again", async () => {
    const { api } = await openDialog("In Gruppe aufnehmen");
    api.answer(usersContract.bulkUsers, { changed: 2, unchanged: 0 });
    await choose("Chor");
    await dialog().getByLabelText("Funktion").fill("Alt");
    await dialog().getByRole("button", { name: "In Gruppe aufnehmen" }).click();
    await expect.element(page.getByText("2 Mitglieder aufgenommen.")).toBeVisible();
    await button("Rückgängig").click();
    await expect.poll(() => bodies(api)).toHaveLength(2);
    const chosen = { ids: [idOf(1), idOf(2)], groupId: CHOIR.id };
    expect(bodies(api)).toEqual([
      { ...chosen, action: "ADD_TO_GROUP", function: "Alt", from: today() },
      { ...chosen, action: "REMOVE_FROM_GROUP" },
    ]);
  });

  test("who was in it before stays in it: then nothing can be taken back", async () => {
    const { api } = await openDialog("In Gruppe aufnehmen");
    api.answer(usersContract.bulkUsers, { changed: 1, unchanged: 1 });
    await choose("Fußball->C-Jugend");
    await dialog().getByRole("button", { name: "In Gruppe aufnehmen" }).click();
    await expect
      .element(page.getByText("1 Mitglied aufgenommen. 1 Mitglied war schon in der Gruppe."))
      .toBeVisible();
    await expect.element(button("Rückgängig")).not.toBeInTheDocument();
  });

  test("without a group nothing is sent, and the field says why", async () => {
    const { api } = await openDialog("In Gruppe aufnehmen");
    await dialog().getByRole("button", { name: "In Gruppe aufnehmen" }).click();
    await expect.element(dialog().getByText("Bitte wählen Sie eine Gruppe.")).toBeVisible();
    expect(bodies(api)).toEqual([]);
  });

  test("a refusal is told in the window, where the choice can be changed", async () => {
    const { api } = await openDialog("In Gruppe aufnehmen");
    const detail = "Diese Gruppe hat Rechte, die Sie nicht haben.";
    api.refuse(usersContract.bulkUsers, { code: "FORBIDDEN", detail });
    await choose("Chor");
    await dialog().getByRole("button", { name: "In Gruppe aufnehmen" }).click();
    await expect.element(dialog().getByText(detail)).toBeVisible();
    await expect.element(dialog().getByRole("combobox", { name: "Gruppe" })).toHaveValue("Chor");
  });

  test("let the chosen ones out today, and say that this remains in the history", async () => {
    const { api } = await openDialog("Aus Gruppe nehmen");
    api.answer(usersContract.bulkUsers, { changed: 2, unchanged: 0 });
    await expect.element(dialog().getByText(/bleibt in der Historie stehen/)).toBeVisible();
    expect(dialog().getByLabelText("Funktion").elements()).toEqual([]);
    await choose("Chor");
    await dialog().getByRole("button", { name: "Aus Gruppe nehmen" }).click();
    await expect
      .element(page.getByText("Bei 2 Mitgliedern endet die Zugehörigkeit heute."))
      .toBeVisible();
  });
});

describe("writing to the chosen ones", () => {
  /** What the page of the message is handed over. */
  const given = async (shown: Awaited<ReturnType<typeof openList>>["shown"]) => {
    await button("Nachricht schreiben").click();
    await expect.poll(() => shown.search()).toHaveProperty("from");
    return takeOver(shown.search()["from"] ?? "");
  };

  test("leads to a new message with them as recipients", async () => {
    const { shown } = await openList();
    await tick(1);
    await tick(2);
    expect(await given(shown)).toEqual({ ids: [idOf(1), idOf(2)] });
  });

  test("also where they are more than an address can carry", async () => {
    const { shown } = await openList({ count: 45 });
    await page.getByRole("checkbox", { name: "Alle Zeilen dieser Seite auswählen" }).click();
    expect(await given(shown)).toEqual({ ids: manyRows(45).map(({ id }) => id) });
  });

  test("all that the filter shows go as the filter", async () => {
    const { shown } = await openList({ count: 60, address: "/users?q=ahlers" });
    await page.getByRole("checkbox", { name: "Alle Zeilen dieser Seite auswählen" }).click();
    await button("Alle 60 Personen auswählen").click();
    expect(await given(shown)).toMatchObject({ filter: { q: "ahlers" } });
  });
});

test("the chosen ones come as a file with the columns on screen", async () => {
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const { api } = await openList({ address: "/users?columns=name,city" });
  api.answer(usersContract.exportUsers, new Blob(["x"]));
  await tick(2);
  await button("Herunterladen").click();
  await page.getByRole("menuitem", { name: "Als Excel-Datei (XLSX) herunterladen" }).click();
  await expect.element(page.getByText("Die Datei ist heruntergeladen.")).toBeVisible();
  expect(api.calls(usersContract.exportUsers)[0]?.body).toEqual({
    ids: [idOf(2)],
    format: "XLSX",
    columns: ["lastname", "firstname", "city"],
    sort: "lastname",
    dir: "ASC",
  });
});
