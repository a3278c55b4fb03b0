import { afterEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { toPage } from "#platform/contract/paging.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { filesContract, type Entry, type FileShare } from "../../contract.ts";
import files from "../module.tsx";
import { folderOf, pictureOf, serverWith, shareOf } from "../testing.ts";

const GALLERY = shareOf({ name: "Vereinsausflug", kind: "IMAGES", can: ["WRITE"] });
const SUMMIT = pictureOf("Gipfel.jpg", "2026-06-14T12:00:00+02:00");
const STATION = pictureOf("Bahnhof.jpg", "2026-05-30T08:15:00+02:00");
const address = `/images-shares/${GALLERY.id}`;

interface Given {
  gallery?: FileShare;
  entries?: Entry[];
  search?: string;
  viewport?: "desktop" | "phone";
}

async function openGallery(given: Given = {}) {
  const { gallery = GALLERY, entries = [SUMMIT, STATION], search = "", viewport } = given;
  const api = serverWith(gallery, entries);
  const shown = await renderPage(files, `${address}${search}`, {
    api,
    as: ["QUERY_IMAGESHARE"],
    ...(viewport && { viewport }),
  });
  // The window of a picture takes the page behind it away from whoever asks by role.
  const isBehind = search.includes("picture=");
  if (!isBehind) await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  return { api, shown };
}

const button = (name: string | RegExp) => page.getByRole("button", { name });
const tile = (name: string) => button(new RegExp(`^${name} .* ansehen$`));
const tick = (name: string) =>
  page.getByRole("checkbox", { name: `${name} auswählen` }).click({ force: true });

afterEach(() => void vi.restoreAllMocks());

describe("a gallery", () => {
  test("shows pictures by the month in which they were taken", async () => {
    await openGallery();
    await expect.element(page.getByRole("heading", { name: "Juni 2026" })).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "Mai 2026" })).toBeVisible();
    await expect.element(page.getByText("2 Bilder")).toBeVisible();
    await expect.element(button("Gipfel.jpg vom 14.06.2026 ansehen")).toBeVisible();
    await expectAccessible("a gallery");
  });

  test("has albums as cards with their newest picture", async () => {
    const album = folderOf("Anreise");
    await openGallery({ entries: [album, SUMMIT] });
    await expect.element(page.getByText("1 Album, 1 Bild")).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Anreise" }))
      .toHaveAttribute("href", `${address}?album=Anreise`);
  });

  test("turns its order round, and says so in the address", async () => {
    const { api, shown } = await openGallery();
    await button("Mehr").click();
    await page.getByRole("menuitem", { name: "Älteste zuerst zeigen" }).click();
    await expect.poll(() => shown.search()).toEqual({ dir: "ASC" });
    await expect
      .poll(() => api.calls(filesContract.listFolder).at(-1)?.query)
      .toMatchObject({ sort: "takenAt", dir: "ASC" });
  });

  test("without pictures invites those who may add some", async () => {
    await openGallery({ entries: [] });
    await expect.element(page.getByText(/Hier sind noch keine Bilder\. Laden Sie/)).toBeVisible();
  });

  test("can be read by members who change nothing", async () => {
    await openGallery({
      gallery: { ...GALLERY, can: [] },
      entries: [{ ...SUMMIT, can: [] }],
    });
    await expect.element(tile("Gipfel.jpg")).toBeVisible();
    expect(button("Hochladen").elements()).toEqual([]);
    expect(button("Neues Album").elements()).toEqual([]);
    await button("Mehr").click();
    // Own pictures come back from the trash, also for those who may no longer write.
    await expect.element(page.getByRole("menuitem", { name: "Papierkorb" })).toBeVisible();
  });

  test("an album that is gone says so", async () => {
    const api = serverWith(GALLERY, []);
    api.refuse(filesContract.listFolder, { code: "NOT_FOUND" });
    await renderPage(files, `${address}?album=Weg`, { api, as: ["QUERY_IMAGESHARE"] });
    await expect.element(page.getByText(/Dieses Album gibt es nicht mehr\./)).toBeVisible();
  });

  test("a new album is made inside the one on screen", async () => {
    const { api } = await openGallery({ search: "?album=Anreise", entries: [] });
    api.answer(filesContract.createFolder, folderOf("Bus"));
    await button("Neues Album").click();
    await page.getByLabelText("Name des Albums").fill("Bus");
    await button("Album anlegen").click();
    await expect.element(page.getByText("Das Album „Bus“ ist angelegt.")).toBeVisible();
    expect(api.calls(filesContract.createFolder)[0]?.params.path).toEqual(["Anreise", "Bus"]);
  });

  test("with thousands of pictures draws only those in sight", async () => {
    const entries = Array.from({ length: 2_000 }, (_, index) =>
      pictureOf(`Bild ${index}.jpg`, "2026-06-14T12:00:00+02:00"),
    );
    await openGallery({ entries });
    await expect.element(tile("Bild 0.jpg")).toBeVisible();
    expect(page.getByRole("checkbox").elements().length).toBeLessThan(200);
  });

  test("on the smallest phone three pictures stand side by side", async () => {
    await openGallery({ entries: [SUMMIT, STATION], viewport: "phone" });
    await expect.element(tile("Gipfel.jpg")).toBeVisible();
    expect(tile("Gipfel.jpg").element().getBoundingClientRect().width).toBeLessThan(390 / 3);
    await expectAccessible("a gallery on the phone");
    await expectNoSidewaysScroll(320);
  });
});

describe("the selection", () => {
  const bar = () => page.getByRole("toolbar", { name: "Aktionen für die Auswahl" });

  test("while there is one, a click on a picture chooses instead of opening", async () => {
    const { shown } = await openGallery();
    await tick("Gipfel.jpg");
    await tile("Bahnhof.jpg").click();
    await expect.element(bar().getByText("2 Einträge ausgewählt")).toBeVisible();
    expect(shown.search()).toEqual({});
  });

  test("is taken down together and comes back together", async () => {
    const { api } = await openGallery();
    api.answer(filesContract.deleteEntry);
    api.answer(filesContract.restoreEntry, SUMMIT);
    await tick("Gipfel.jpg");
    await tick("Bahnhof.jpg");
    await bar().getByRole("button", { name: "Löschen" }).click();
    await expect.element(page.getByText("2 Einträge liegen im Papierkorb.")).toBeVisible();
    await button("Rückgängig").click();
    await expect.poll(() => api.calls(filesContract.restoreEntry)).toHaveLength(2);
  });
});

describe("a picture in full", () => {
  const caption = (text: RegExp) => page.getByText(text);
  /** The window of pictures hears nothing while it fades in. */
  const fadedIn = async () => {
    await expect.poll(() => document.querySelector(".yarl__portal_open")).not.toBe(null);
  };

  test("is leafed through by keyboard, and the address follows", async () => {
    const { shown } = await openGallery();
    await tile("Gipfel.jpg").click();
    await fadedIn();
    await expect.element(caption(/^aufgenommen 14\.06\.2026 12:00 Uhr/)).toBeVisible();
    expect(shown.search()).toEqual({ picture: "Gipfel.jpg" });
    await userEvent.keyboard("{ArrowRight}");
    await expect.poll(() => shown.search()).toEqual({ picture: "Bahnhof.jpg" });
    await expect.element(caption(/^aufgenommen 30\.05\.2026 08:15 Uhr/)).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => shown.search()).toEqual({});
  });

  test("opens from its address, and says when there is no preview", async () => {
    await openGallery({ search: "?picture=Bahnhof.jpg" });
    await fadedIn();
    await expect
      .element(page.getByText(/Von diesem Bild gibt es keine Vorschau\./).first())
      .toBeVisible();
    await expect.element(button("Original herunterladen")).toBeVisible();
  });

  test("is taken down by those who may; the next one takes its place", async () => {
    const { api, shown } = await openGallery({ search: "?picture=Gipfel.jpg" });
    api.answer(filesContract.deleteEntry);
    await fadedIn();
    await button("Bild entfernen").click();
    await expect.element(page.getByText("„Gipfel.jpg“ liegt im Papierkorb.")).toBeVisible();
    expect(shown.search()).toEqual({ picture: "Bahnhof.jpg" });
    expect(api.calls(filesContract.deleteEntry)[0]?.params.path).toEqual(["Gipfel.jpg"]);
  });

  test("stays for readers: they find no button for it", async () => {
    await openGallery({ search: "?picture=Gipfel.jpg", entries: [{ ...SUMMIT, can: [] }] });
    await expect.element(button("Original herunterladen")).toBeVisible();
    expect(button("Bild entfernen").elements()).toEqual([]);
    await fadedIn();
    await button("Schließen").click();
    await expect.element(button("Original herunterladen")).not.toBeInTheDocument();
  });
});

describe("the galleries of the club", () => {
  async function openAll(galleries: FileShare[], as: "reads" | "manages") {
    const api = serverWith(GALLERY, []);
    api.answer(filesContract.searchFileShares, ({ query }) =>
      toPage(galleries, galleries.length, query),
    );
    await renderPage(files, "/images-shares", {
      api,
      as: as === "reads" ? ["QUERY_IMAGESHARE"] : ["QUERY_IMAGESHARE", "MANAGE_IMAGESHARE"],
    });
    await expect.element(page.getByRole("heading", { level: 1, name: "Bilder" })).toBeVisible();
    return api;
  }

  test("are cards that lead to them", async () => {
    const api = await openAll([GALLERY], "reads");
    await expect
      .element(page.getByRole("link", { name: "Vereinsausflug" }))
      .toHaveAttribute("href", address);
    await expect.element(page.getByText("1 Galerie")).toBeVisible();
    expect(page.getByRole("link", { name: "Galerie anlegen" }).elements()).toEqual([]);
    expect(api.calls(filesContract.searchFileShares)[0]?.query).toMatchObject({ kind: "IMAGES" });
  });

  test("that are none yet are made by those who may", async () => {
    await openAll([], "manages");
    await expect.element(page.getByText(/Es gibt noch keine Galerie\./)).toBeVisible();
    expect(page.getByRole("link", { name: "Galerie anlegen" }).elements()).toHaveLength(2);
  });

  test("that are none for a reader are said to be none for them", async () => {
    await openAll([], "reads");
    await expect
      .element(page.getByText("Für Sie ist noch keine Galerie freigegeben."))
      .toBeVisible();
  });

  test("that can't be loaded can be tried again", async () => {
    const api = new FakeApi();
    api.refuse(filesContract.searchFileShares, { code: "INTERNAL" });
    await renderPage(files, "/images-shares", { api, as: ["QUERY_IMAGESHARE"] });
    await expect.element(button("Erneut versuchen")).toBeVisible();
  });
});
