import { afterEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { toPage } from "#platform/contract/paging.ts";
import {
  chooseFiles,
  dragFiles,
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { filesContract, type Entry, type FileShare } from "../../contract.ts";
import files from "../module.tsx";
import { fileOf, folderOf, idOf, pictureOf, serverWith, shareOf } from "../testing.ts";

const SHARE = shareOf({ can: ["WRITE", "EDIT"] });
const FORMS = folderOf("Anträge & 100 % Größe?");
const PLAN = fileOf("Hallenplan.txt");
const MINUTES = fileOf("Protokoll März.pdf", { subtype: "pdf", size: 2_400_000 });
const address = `/file-shares/${SHARE.id}`;

interface Given {
  share?: FileShare;
  entries?: Entry[];
  path?: string;
  viewport?: "desktop" | "phone";
  frame?: "page" | "shell";
}

async function openFolder(given: Given = {}) {
  const { share = SHARE, entries = [FORMS, MINUTES, PLAN], path = "", viewport } = given;
  const api = serverWith(share, entries);
  const shown = await renderPage(files, `${address}${path}`, {
    api,
    as: ["QUERY_FILESHARE"],
    frame: given.frame ?? "page",
    follow: false,
    ...(viewport && { viewport }),
  });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  return { api, shown };
}

const button = (name: string | RegExp) => page.getByRole("button", { name });
const item = (name: string) => page.getByRole("menuitem", { name });
const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = () => page.getByRole("dialog");
const openMenu = (name: string) => button(`Aktionen für ${name}`).click();
const items = () =>
  page
    .getByRole("menuitem")
    .elements()
    .map((one) => one.textContent);
const lastList = (api: FakeApi) => api.calls(filesContract.listFolder).at(-1)?.query;

/** By the keyboard: the boxes show only where the mouse is. */
async function tick(name: string) {
  const box = page.getByRole("checkbox", { name: `${name} auswählen` });
  await expect.element(box).toBeInTheDocument();
  (box.element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
}

afterEach(() => void vi.restoreAllMocks());

describe("a folder", () => {
  test("shows name, kind, size, day and author, folders apart from files, and is read with the arrows", async () => {
    await openFolder();
    await expect.element(page.getByText("1 Ordner, 2 Dateien")).toBeVisible();
    await expect
      .element(row("Protokoll März.pdf"))
      .toMatchTextContent(/PDF.*2,4 MB20\.11\.2026 09:05 UhrOtto Lang/);
    await expectAccessible("a folder");
    (page.getByRole("link", { name: FORMS.name }).element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    await expect.element(page.getByRole("link", { name: "Hallenplan.txt" })).toHaveFocus();
  });

  test("leads into folders, opens what can be shown in a window, and downloads the rest", async () => {
    const archive = fileOf("Archiv.zip", { subtype: "other" });
    const { api, shown } = await openFolder({ entries: [FORMS, MINUTES, archive] });
    await expect
      .element(page.getByRole("link", { name: "Protokoll März.pdf" }))
      .toHaveAttribute("target", "_blank");
    await expect
      .element(page.getByRole("link", { name: "Protokoll März.pdf" }))
      .toHaveAttribute("href", `/file-viewer/${SHARE.id}?path=Protokoll+M%C3%A4rz.pdf`);
    const clicked = stopDownloads();
    api.answer(filesContract.createTicket, ticket);
    await button("Archiv.zip").click();
    await expect.poll(() => clicked()).toEqual(["/public/demo/file/t1"]);
    await page.getByRole("link", { name: FORMS.name }).click();
    await expect
      .poll(() => shown.address())
      .toBe(`${address}/Antr%C3%A4ge%20%26%20100%20%25%20Gr%C3%B6%C3%9Fe%3F`);
  });

  test("of an address with signs asks for that folder, and an empty one says so", async () => {
    const { api } = await openFolder({
      path: "/Antr%C3%A4ge%20%26%20100%20%25%20Gr%C3%B6%C3%9Fe%3F",
    });
    await expect.element(page.getByRole("heading", { name: FORMS.name })).toBeVisible();
    await expect
      .element(page.getByText(/Dieser Ordner ist leer\. Laden Sie Dateien hoch/))
      .toBeVisible();
    expect(api.calls(filesContract.listFolder)[0]?.params.path).toEqual([FORMS.name]);
  });

  test("that is gone leads back to the share", async () => {
    const api = serverWith(SHARE, []);
    api.refuse(filesContract.listFolder, { code: "NOT_FOUND" });
    await renderPage(files, `${address}/Weg`, { api, as: ["QUERY_FILESHARE"] });
    await expect.element(page.getByText(/Diesen Ordner gibt es nicht mehr\./)).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Zur Ablage „Satzung und Formulare“" }))
      .toHaveAttribute("href", address);
  });

  test("that can't be loaded offers another try", async () => {
    const api = serverWith(SHARE, []);
    api.refuse(filesContract.listFolder, { code: "INTERNAL" });
    await renderPage(files, address, { api, as: ["QUERY_FILESHARE"] });
    await expect.element(button("Erneut versuchen")).toBeVisible();
  });

  test("with thousands of entries draws only those in sight", async () => {
    const entries = Array.from({ length: 3_000 }, (_, index) => fileOf(`Datei ${index}.txt`));
    await openFolder({ entries });
    await expect.element(page.getByText("3.000 Dateien")).toBeVisible();
    await expect.element(row("Datei 0.txt")).toBeVisible();
    expect(page.getByRole("row").elements().length).toBeLessThan(80);
    expect(page.getByRole("table").element().getAttribute("aria-rowcount")).toBe("3001");
  });
});

describe("order, view and filter", () => {
  test("a column's head sorts; the order stands in the address", async () => {
    const { api, shown } = await openFolder();
    await button("Größe").click();
    await expect.poll(() => lastList(api)).toMatchObject({ sort: "size", dir: "ASC" });
    await button("Größe").click();
    await expect.poll(() => shown.search()).toEqual({ sort: "size", dir: "DESC" });
    await expect
      .element(page.getByRole("columnheader", { name: "Größe" }))
      .toHaveAttribute("aria-sort", "descending");
  });

  test("tiles are remembered by this browser and have the orders in a list", async () => {
    const { shown } = await openFolder();
    await page.getByTitle("Kacheln").click();
    await expect.poll(() => shown.search()).toEqual({ view: "tiles" });
    expect(localStorage.getItem("folderView")).toBe("tiles");
    await page.getByRole("combobox", { name: "Sortierung" }).click();
    await page.getByRole("option", { name: "Neueste zuerst" }).click();
    await expect
      .poll(() => shown.search())
      .toEqual({ view: "tiles", sort: "lastModified", dir: "DESC" });
    await expectAccessible("tiles");
  });

  test("endings of the folder can be chosen; nothing that fits has a way out", async () => {
    const { api, shown } = await openFolder();
    await button("Filter").click();
    await item("Dateiendung").click();
    await page.getByRole("combobox", { name: "Dateiendungen" }).click();
    await page.getByRole("option", { name: "pdf" }).click();
    await expect.poll(() => shown.search()).toEqual({ ex: "pdf" });
    expect(lastList(api)).toMatchObject({ ex: "pdf" });
  });

  test("a filter that nothing passes says so and can be taken away", async () => {
    const { shown } = await openFolder({ path: "?ex=docx", entries: [] });
    await expect.element(page.getByText("Kein Eintrag passt zum Filter.")).toBeVisible();
    await button("Alles zeigen").click();
    await expect.poll(() => shown.address()).toBe(address);
  });

  test("a search looks through the whole share and says where a hit lies, or that there is none", async () => {
    const api = serverWith(SHARE, [PLAN]);
    const hit = fileOf("Beitragsordnung.txt", { path: "Anträge/2026/Beitragsordnung.txt" });
    api.answer(filesContract.searchEntries, ({ query }) =>
      query.q === "beitrags" ? toPage([hit], 1, query) : toPage([], 0, query),
    );
    const shown = await renderPage(files, `${address}?q=Schach`, { api, as: ["QUERY_FILESHARE"] });
    await expect.element(page.getByText(/In dieser Ablage steht nichts zu „Schach“/)).toBeVisible();
    await page.getByRole("searchbox", { name: "In dieser Ablage suchen" }).fill("beitrags");
    await expect.element(row("Beitragsordnung.txt")).toMatchTextContent("Anträge/2026");
    await expect.element(page.getByText("1 Treffer in der ganzen Ablage")).toBeVisible();
    expect(shown.search()).toEqual({ q: "beitrags" });
    await expectAccessible("a search in a share");
  });
});

describe("what a right shows", () => {
  test("a reader reads and downloads, and finds nothing to change", async () => {
    const entries = [{ ...MINUTES, can: [] }];
    await openFolder({ share: shareOf(), entries });
    expect(button("Hochladen").elements()).toEqual([]);
    expect(button("Neuer Ordner").elements()).toEqual([]);
    expect(document.querySelector('input[type="file"]')).toBe(null);
    dragFiles(document.body, "dragenter", [new File(["a"], "a.txt")]);
    expect(page.getByText(/Loslassen/).elements()).toEqual([]);
    await button(`Aktionen für ${MINUTES.name}`).click();
    await expect.element(item("Herunterladen")).toBeVisible();
    expect(items()).toEqual(["Herunterladen", "Link kopieren"]);
    await userEvent.keyboard("{Escape}");
    await expect.element(button(`Aktionen für ${MINUTES.name}`)).toHaveFocus();
    await button("Mehr").click();
    await expect.element(item("Alles als ZIP herunterladen")).toBeVisible();
    expect(items()).toEqual(["Alles als ZIP herunterladen"]);
  });

  test("who writes finds everything, who manages also the share's own form", async () => {
    await openFolder();
    await openMenu(PLAN.name);
    await expect.element(item("Löschen")).toBeVisible();
    expect(items()).toContain("Umbenennen");
    await userEvent.keyboard("{Escape}");
    await button("Mehr").click();
    await expect.element(item("Papierkorb")).toBeVisible();
    await expect
      .element(item("Ablage bearbeiten"))
      .toHaveAttribute("href", `/file-share/${SHARE.id}/edit`);
  });

  test("an empty folder says to readers that it is empty, and has nothing to download", async () => {
    await openFolder({ share: shareOf(), entries: [] });
    await expect.element(page.getByText("Dieser Ordner ist leer.", { exact: true })).toBeVisible();
    await button("Mehr").click();
    await expect
      .element(item("Alles als ZIP herunterladen"))
      .toHaveAttribute("data-disabled", "true");
  });
});

describe("new folders and other names", () => {
  test("a folder is made where the reader is", async () => {
    const { api } = await openFolder({ path: "/Archiv", entries: [] });
    api.answer(filesContract.createFolder, folderOf("2026"));
    await button("Neuer Ordner").click();
    await page.getByLabelText("Name des Ordners").fill(" 2026 ");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Der Ordner „2026“ ist angelegt.")).toBeVisible();
    expect(api.calls(filesContract.createFolder)[0]?.params.path).toEqual(["Archiv", "2026"]);
  });

  test("the same name is no change; what is no name, or is taken, is said at the field", async () => {
    const { api } = await openFolder();
    await openMenu(PLAN.name);
    await item("Umbenennen").click();
    const name = page.getByLabelText("Neuer Name");
    await expect.element(name).toHaveValue("Hallenplan.txt");
    await button("Umbenennen").click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(api.calls(filesContract.moveEntry)).toHaveLength(0);
    await openMenu(PLAN.name);
    await item("Umbenennen").click();
    await name.fill("Hallenplan.txt.");
    await button("Umbenennen").click();
    await expect
      .element(page.getByText("Ein Name darf nicht mit einem Punkt oder Leerzeichen enden."))
      .toBeVisible();
    expect(api.calls(filesContract.moveEntry)).toHaveLength(0);
    api.refuse(filesContract.moveEntry, { code: "ALREADY_EXISTS" });
    await name.fill("Plan.txt");
    await button("Umbenennen").click();
    await expect.element(page.getByText("Diesen Namen gibt es hier schon.")).toBeVisible();
    await expectAccessible("a name that is taken");
  });

  test("another name can be taken back", async () => {
    const { api } = await openFolder();
    const renamed = { ...PLAN, name: "Plan.txt", path: "Plan.txt" };
    api.answer(filesContract.moveEntry, renamed);
    await button(`Aktionen für ${PLAN.name}`).click();
    await item("Umbenennen").click();
    await page.getByLabelText("Neuer Name").fill("Plan.txt");
    await button("Umbenennen").click();
    await expect.element(page.getByText("„Hallenplan.txt“ heißt jetzt „Plan.txt“.")).toBeVisible();
    await button("Rückgängig").click();
    await expect.poll(() => api.calls(filesContract.moveEntry)).toHaveLength(2);
    const back = api.calls(filesContract.moveEntry)[1];
    expect(back?.params.path).toEqual(["Plan.txt"]);
    expect(await back?.body.text()).toBe("Hallenplan.txt");
  });
});

describe("moving", () => {
  async function openDialog(entries: Entry[] = [FORMS, MINUTES, PLAN]) {
    const opened = await openFolder({ entries });
    opened.api.answer(filesContract.moveEntry, ({ params }) => ({
      ...PLAN,
      path: `${FORMS.name}/${params.path.at(-1) ?? ""}`,
    }));
    await openMenu(PLAN.name);
    await item("Verschieben").click();
    await expect.element(dialog()).toBeVisible();
    return opened;
  }
  const moveHere = () => dialog().getByRole("button", { name: "Hierher verschieben" });
  const into = (name: string) => dialog().getByRole("button", { name }).click();

  test("goes into a folder that is walked to, and can be taken back", async () => {
    const { api } = await openDialog();
    await expect.element(moveHere()).toBeDisabled();
    await into(FORMS.name);
    await expect.element(dialog().getByText("Hier gibt es keine weiteren Ordner.")).toBeVisible();
    await moveHere().click();
    await expect.element(page.getByText("1 Eintrag verschoben.")).toBeVisible();
    await button("Rückgängig").click();
    await expect.poll(() => api.calls(filesContract.moveEntry)).toHaveLength(2);
    const [there, back] = api.calls(filesContract.moveEntry);
    expect(await there?.body.text()).toBe(`${FORMS.name}/Hallenplan.txt`);
    expect(await back?.body.text()).toBe("Hallenplan.txt");
  });

  test("the way up is a choice as well, and not made without a click; a folder is no place for itself", async () => {
    const { api } = await openDialog();
    await into(FORMS.name);
    await into("Eine Ebene höher");
    await expect.element(moveHere()).toBeDisabled();
    await dialog().getByRole("button", { name: "Abbrechen" }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(api.calls(filesContract.moveEntry)).toHaveLength(0);
    await openMenu(FORMS.name);
    await item("Verschieben").click();
    await expect.element(dialog().getByText("Hier gibt es keine weiteren Ordner.")).toBeVisible();
  });

  test("a name that is taken there is a question: replaced, kept beside, or left", async () => {
    const { api } = await openDialog();
    api.refuse(filesContract.moveEntry, { code: "ALREADY_EXISTS" });
    await into(FORMS.name);
    await moveHere().click();
    const question = page.getByRole("dialog", { name: "Dieser Name ist schon vergeben" });
    await expect.element(question).toMatchTextContent("Eine Datei mit dem Namen „Hallenplan.txt“");
    await expectAccessible("a question about a name");
    api.answer(filesContract.moveEntry, PLAN);
    await question.getByRole("button", { name: "Ersetzen" }).click();
    await expect.element(page.getByText("1 Eintrag verschoben.")).toBeVisible();
    expect(api.calls(filesContract.moveEntry).map(({ query }) => query.onConflict)).toEqual([
      "FAIL",
      "REPLACE",
    ]);
    // Its older content is a version now: that way back is another one.
    expect(button("Rückgängig").elements()).toEqual([]);
  });

  test("several with one answer for all", async () => {
    const { api } = await openFolder();
    api.refuse(filesContract.moveEntry, { code: "ALREADY_EXISTS" });
    await tick(MINUTES.name);
    await tick(PLAN.name);
    await button("Verschieben").click();
    await into(FORMS.name);
    await moveHere().click();
    const question = page.getByRole("dialog", { name: "Dieser Name ist schon vergeben" });
    await question.getByRole("checkbox", { name: "Für alle weiteren genauso" }).click();
    await question.getByRole("button", { name: "Überspringen" }).click();
    await expect.poll(() => api.calls(filesContract.moveEntry)).toHaveLength(2);
    await expect.element(question).not.toBeInTheDocument();
    expect(page.getByText(/verschoben/).elements()).toEqual([]);
  });
});

describe("dragging entries", () => {
  test("onto a folder moves the selection together; a file is no place for another", async () => {
    const { api } = await openFolder();
    api.answer(filesContract.moveEntry, ({ params }) => ({
      ...PLAN,
      path: `${FORMS.name}/${params.path.at(-1) ?? ""}`,
    }));
    await tick(MINUTES.name);
    await tick(PLAN.name);
    await userEvent.dragAndDrop(row(MINUTES.name), row(PLAN.name));
    expect(api.calls(filesContract.moveEntry)).toHaveLength(0);
    await userEvent.dragAndDrop(row(PLAN.name), row(FORMS.name));
    await expect.element(page.getByText("2 Einträge verschoben.")).toBeVisible();
    expect(api.calls(filesContract.moveEntry).map(({ params }) => params.path)).toEqual([
      [MINUTES.name],
      [PLAN.name],
    ]);
  });
});

test("a folder of a gallery is shown as the album it is, among the pictures", async () => {
  const gallery = shareOf({ name: "Vereinsausflug", kind: "IMAGES", can: ["WRITE"] });
  const inside = { path: "2026/Gipfel.jpg" };
  const api = serverWith(gallery, [pictureOf("Gipfel.jpg", "2026-06-14T12:00:00+02:00", inside)]);
  await renderPage(files, `${address}/2026`, { api, as: ["QUERY_IMAGESHARE"], frame: "shell" });
  await expect.element(page.getByRole("heading", { level: 1, name: "2026" })).toBeVisible();
  await expect.element(button("Gipfel.jpg vom 14.06.2026 ansehen")).toBeVisible();
  const steps = page.getByRole("navigation", { name: "Brotkrumen" });
  await expect
    .element(steps.getByRole("link", { name: "Bilder" }))
    .toHaveAttribute("href", "/images-shares");
  await expect
    .element(steps.getByRole("link", { name: "Vereinsausflug" }))
    .toHaveAttribute("href", address);
  const menu = page.getByRole("navigation", { name: "Hauptmenü" });
  await expect
    .element(menu.getByRole("link", { name: "Bilder" }))
    .toHaveAttribute("aria-current", "page");
  await expectAccessible("an album at its folder's address");
});

test("dragging an entry onto a step of the breadcrumbs moves it up", async () => {
  const entry = fileOf("Drei.txt", { path: "Archiv/Drei.txt" });
  const { api } = await openFolder({ path: "/Archiv", entries: [entry], frame: "shell" });
  api.answer(filesContract.moveEntry, { ...entry, path: "Drei.txt" });
  const steps = page.getByRole("navigation", { name: "Brotkrumen" });
  await userEvent.dragAndDrop(row("Drei.txt"), steps.getByRole("link", { name: SHARE.name }));
  await expect.element(page.getByText("1 Eintrag verschoben.")).toBeVisible();
  expect(await api.calls(filesContract.moveEntry)[0]?.body.text()).toBe("Drei.txt");
});

describe("the selection", () => {
  const bar = () => page.getByRole("toolbar", { name: "Aktionen für die Auswahl" });

  test("comes as one ZIP, a single file as itself", async () => {
    const { api } = await openFolder();
    const clicked = stopDownloads();
    api.answer(filesContract.createTicket, ticket);
    await tick(PLAN.name);
    await expect.element(bar().getByText("1 Eintrag ausgewählt")).toBeVisible();
    await bar().getByRole("button", { name: "Herunterladen" }).click();
    await tick(MINUTES.name);
    await bar().getByRole("button", { name: "Als ZIP herunterladen" }).click();
    await expect.poll(() => clicked()).toHaveLength(2);
    expect(
      api.calls(filesContract.createTicket).map(({ params, body }) => [params.path, body]),
    ).toEqual([
      [[PLAN.name], { save: true }],
      [[], { names: [MINUTES.name, PLAN.name], save: true }],
    ]);
  });

  test("is deleted and brought back", async () => {
    const { api } = await openFolder();
    api.answer(filesContract.deleteEntry);
    api.answer(filesContract.restoreEntry, PLAN);
    await page.getByRole("checkbox", { name: "Alle Einträge auswählen" }).click();
    await expect.element(bar().getByText("3 Einträge ausgewählt")).toBeVisible();
    await expectAccessible("a selection in a folder");
    await bar().getByRole("button", { name: "Löschen" }).click();
    await expect.element(page.getByText("3 Einträge liegen im Papierkorb.")).toBeVisible();
    await expect.element(bar()).not.toBeInTheDocument();
    await button("Rückgängig").click();
    await expect.poll(() => api.calls(filesContract.restoreEntry)).toHaveLength(3);
    expect(api.calls(filesContract.restoreEntry)[0]?.query).toEqual({
      entry: FORMS.id,
      onConflict: "RENAME",
    });
  });

  test("what was deleted before a refusal can be brought back as well", async () => {
    const { api } = await openFolder();
    let calls = 0;
    api.answer(filesContract.deleteEntry, () => {
      calls += 1;
      if (calls === 1) api.refuse(filesContract.deleteEntry, { code: "FORBIDDEN" });
    });
    await tick(MINUTES.name);
    await tick(PLAN.name);
    await bar().getByRole("button", { name: "Löschen" }).click();
    await expect.element(page.getByText("„Protokoll März.pdf“ liegt im Papierkorb.")).toBeVisible();
    await expect
      .element(page.getByRole("alert"))
      .toMatchTextContent("Dazu haben Sie nicht die notwendigen Rechte.");
  });

  test("of entries that may not be changed has only the download", async () => {
    await openFolder({ entries: [{ ...PLAN, can: [] }, MINUTES] });
    await page.getByRole("checkbox", { name: "Alle Einträge auswählen" }).click();
    await expect
      .element(bar().getByRole("button", { name: "Als ZIP herunterladen" }))
      .toBeVisible();
    expect(bar().getByRole("button", { name: "Löschen" }).elements()).toEqual([]);
    expect(bar().getByRole("button", { name: "Verschieben" }).elements()).toEqual([]);
  });
});

describe("older versions", () => {
  const versions = [2, 1].map((version) => ({
    version,
    size: 1_000 * version,
    contentType: "text/plain",
    subtype: "text" as const,
    lastModified: `2026-11-1${version}T10:00:00+01:00`,
    modifiedBy: { id: idOf(7), name: "Otto Lang" },
    sha256: "0".repeat(64),
    current: version === 2,
  }));

  async function openVersions(share = SHARE, all = versions) {
    const opened = await openFolder({ share });
    opened.api.answer(filesContract.listVersions, all);
    await openMenu(PLAN.name);
    await item("Ältere Fassungen").click();
    await expect.element(dialog().getByText("Aktuell")).toBeVisible();
    return opened;
  }

  test("stand in a panel with its own address; one holds again without losing the other", async () => {
    const { api, shown } = await openVersions();
    expect(shown.search()).toEqual({ versions: PLAN.path });
    await expect.element(dialog()).toMatchTextContent("1 KB · Otto Lang");
    await expectAccessible("older versions");
    api.answer(filesContract.restoreEntry, PLAN);
    await dialog().getByRole("button", { name: "Wiederherstellen" }).click();
    await expect
      .element(page.getByText(/Die Fassung vom 11\.11\.2026 10:00 Uhr gilt wieder/))
      .toBeVisible();
    expect(api.calls(filesContract.restoreEntry)[0]?.query).toMatchObject({ version: 1 });
    shown.back();
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test("are all downloaded, and all but the current one brought back", async () => {
    await openVersions();
    const offered = (name: string) => dialog().getByRole("button", { name }).elements().length;
    expect([offered("Wiederherstellen"), offered("Herunterladen")]).toEqual([1, 2]);
  });

  test("are nothing for readers", async () => {
    await openFolder({ share: shareOf(), entries: [{ ...PLAN, can: [] }] });
    await openMenu(PLAN.name);
    await expect.element(item("Herunterladen")).toBeVisible();
    expect(item("Ältere Fassungen").elements()).toEqual([]);
  });

  test("that there are none of is said", async () => {
    await openVersions(SHARE, versions.slice(0, 1));
    await expect.element(dialog().getByText(/gibt es nur eine Fassung/)).toBeVisible();
  });
});

describe("giving files", () => {
  test("dragged over the page shows where they would go; leaving it takes that away", async () => {
    await openFolder({ path: `/${encodeURIComponent("Archiv")}`, entries: [] });
    const some = [new File(["a"], "a.txt")];
    dragFiles(document.body, "dragenter", some);
    await expect.element(page.getByText("Loslassen, um in „Archiv“ hochzuladen")).toBeVisible();
    dragFiles(document.body, "dragleave", some);
    await expect
      .element(page.getByText("Loslassen, um in „Archiv“ hochzuladen"))
      .not.toBeInTheDocument();
  });

  test("that the share does not take, or has no room for, are refused before they are sent", async () => {
    const allowedTypes = ["application/pdf"];
    const share = shareOf({ can: ["WRITE"], allowedTypes, quota: 100, usedBytes: 95 });
    await openFolder({ share, frame: "shell" });
    expect(document.querySelector("input[multiple]")?.getAttribute("accept")).toBe(
      "application/pdf",
    );
    chooseFiles([new File(["x"], "film.mp4", { type: "video/mp4" })]);
    const panel = page.getByRole("region", { name: "Uploads" });
    await expect.element(panel).toMatchTextContent("1 Datei nicht hochgeladen");
    await expectAccessible("the panel of uploads");
    await button("Uploads schließen").click();
    await expect.element(panel).not.toBeInTheDocument();
    chooseFiles([new File(["zehn Bytes"], "a.pdf", { type: "application/pdf" })]);
    await expect.element(panel).toMatchTextContent("1 Datei nicht hochgeladen");
    await button("Uploads schließen").click();
  });
});

test("of a club without room nothing is sent, and the page says why", async () => {
  const clubRoom = { usedBytes: 95, quota: 100 };
  await openFolder({ share: shareOf({ can: ["WRITE"], clubRoom }), frame: "shell" });
  await expect
    .element(page.getByRole("status").filter({ hasText: "ist fast voll" }))
    .toMatchTextContent("95 Byte von 100 Byte sind belegt");
  chooseFiles([new File(["zehn Bytes"], "a.pdf", { type: "application/pdf" })]);
  const panel = page.getByRole("region", { name: "Uploads" });
  await expect.element(panel).toMatchTextContent("1 Datei nicht hochgeladen");
  await button("Uploads schließen").click();
});

describe("on the phone", () => {
  const long = fileOf("Ein ziemlich langer Name einer Datei, wie ihn Vereine lieben, Mai.txt");

  test("entries have two lines, a photo can be taken, and a button begins and ends the selection", async () => {
    await openFolder({ entries: [FORMS, long, PLAN], viewport: "phone" });
    await expect
      .element(page.getByRole("listitem").filter({ hasText: long.name }))
      .toMatchTextContent("1,5 KB · 20.11.2026");
    await button("Hochladen").click();
    await expect.element(item("Foto aufnehmen")).toBeVisible();
    expect(item("Ganzen Ordner auswählen").elements()).toEqual([]);
    expect(document.querySelector('[capture="environment"]')).not.toBe(null);
    await userEvent.keyboard("{Escape}");
    await expectAccessible("a folder on the phone");
    await expectNoSidewaysScroll(320);
    await button("Auswählen").click();
    await page.getByRole("checkbox", { name: "Hallenplan.txt auswählen" }).click();
    await expect.element(page.getByText("1 Eintrag ausgewählt")).toBeVisible();
    await expectNoSidewaysScroll(320);
    await button("Auswahl beenden").click();
    await expect.element(page.getByText("1 Eintrag ausgewählt")).not.toBeInTheDocument();
  });
});

const ticket = { url: "/public/demo/file/t1", expiresAt: "2026-11-22T19:00:00+01:00" };

/** Keeps the browser from following download links; returns what they would have led to. */
function stopDownloads(): () => (string | null)[] {
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  return () => click.mock.contexts.map((link) => (link as HTMLAnchorElement).getAttribute("href"));
}
