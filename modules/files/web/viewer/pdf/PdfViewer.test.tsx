import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { filesContract } from "../../../contract.ts";
import files from "../../module.tsx";
import { fileOf, idOf } from "../../testing.ts";

const NAME = "Satzung.pdf";
/** Three pages; the first has a link to the third and one out into the world. */
let satzung: Blob;

beforeAll(async () => {
  satzung = await (await fetch(new URL("./samples/satzung.pdf", import.meta.url))).blob();
});
afterEach(() => void vi.restoreAllMocks());

interface Given {
  content?: Blob;
  query?: string;
  viewport?: "phone";
}

async function openPdf({ content = satzung, query = "", viewport }: Given = {}) {
  const api = new FakeApi();
  const kind = { subtype: "pdf", contentType: "application/pdf" } as const;
  api.answer(filesContract.getEntry, fileOf(NAME, { ...kind, size: content.size }));
  api.answer(filesContract.downloadEntry, content);
  await renderPage(files, `/file-viewer/${idOf(1)}?path=${NAME}${query}`, {
    api,
    as: ["QUERY_FILESHARE"],
    ...(viewport && { viewport }),
  });
  await expect.element(page.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
  return api;
}

const pageNumber = () => page.getByRole("textbox", { name: "Seite", exact: true });
async function isOnPage(number: number) {
  await expect.element(pageNumber()).toHaveValue(String(number));
}
const sheet = (number: number) => page.getByRole("group", { name: `Seite ${number}` });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const focusPages = () =>
  (page.getByRole("region", { name: "Seiten" }).element() as HTMLElement).focus();

describe("pages", () => {
  test("are read as text, and turned by number, overview, links and keys", async () => {
    await openPdf();
    await expect.element(sheet(1)).toMatchTextContent(/TSV Beispiel/);
    await isOnPage(1);
    await expectAccessible("the PDF viewer");

    await pageNumber().fill("3");
    await userEvent.keyboard("{Enter}");
    await expect.element(sheet(3)).toMatchTextContent(/Auflösung/);
    await isOnPage(3);
    await button("Zu Seite 2").click();
    await isOnPage(2);
    await expect.element(button("Zu Seite 2")).toHaveAttribute("aria-current", "page");

    focusPages();
    await userEvent.keyboard("{ArrowRight}");
    await isOnPage(3);
    await userEvent.keyboard("{ArrowLeft}");
    await isOnPage(2);
    await userEvent.keyboard("{End}");
    await isOnPage(3);
    await userEvent.keyboard("{Home}");
    await isOnPage(1);

    const outside = page.getByRole("link", { name: "https://www.example.org/satzung" });
    await expect.element(outside).toHaveAttribute("rel", "noopener noreferrer");
    await expect.element(outside).toHaveAttribute("target", "_blank");
    await page.getByRole("link", { name: "Zu Seite 3" }).click();
    await isOnPage(3);
  });

  test("begin at the one that the address names", async () => {
    await openPdf({ query: "&page=2" });
    await isOnPage(2);
    await expect.element(sheet(2)).toMatchTextContent(/Mitgliederversammlung/);
  });

  test("fit the phone, where the overview waits to be asked for", async () => {
    await openPdf({ viewport: "phone" });
    await expect.element(sheet(1)).toMatchTextContent(/TSV Beispiel/);
    expect(button("Zu Seite 2").elements()).toEqual([]);
    await expectNoSidewaysScroll(320);
    await button("Seitenübersicht").click();
    await expect.element(button("Zu Seite 2")).toBeVisible();
  });
});

test("zoom goes in steps, by keys and to the window; the page is as large as it says", async () => {
  await openPdf();
  await expect.element(sheet(1)).toBeVisible();
  const width = () => sheet(1).element().getBoundingClientRect().width;
  // An A4 page of 594.96 points on a screen of 96 dots per inch.
  const wide = (594.96 / 72) * 96;
  const isZoomed = async (percent: number) => {
    await expect.element(button(`Vergrößerung ${percent} %`)).toBeVisible();
    await expect.poll(width).toBeCloseTo((wide * percent) / 100, 0);
  };
  await isZoomed(150);
  await userEvent.keyboard("{Control>}0{/Control}");
  await isZoomed(100);
  await button("Vergrößern").click();
  await isZoomed(110);
  await userEvent.keyboard("{Control>}--{/Control}");
  await isZoomed(90);
  await button("Vergrößerung 90 %").click();
  await page.getByRole("menuitem", { name: "Ganze Seite" }).click();
  await expect.poll(() => sheet(1).element().getBoundingClientRect().bottom).toBeLessThan(900);
});

test("words are found without their accents, from hit to hit, and nothing is said to be nothing", async () => {
  await openPdf();
  await expect.element(sheet(1)).toBeVisible();
  await userEvent.keyboard("{Control>}f{/Control}");
  const words = page.getByRole("textbox", { name: "Im Dokument suchen" });
  await expect.element(words).toHaveFocus();
  await words.fill("BEITRAGE");
  await expect.element(page.getByText("1 von 3", { exact: true })).toBeVisible();
  await isOnPage(2);
  await expect.poll(() => CSS.highlights.get("pdf-hit")?.size).toBe(1);
  await userEvent.keyboard("{Enter}{Enter}");
  await expect.element(page.getByText("3 von 3", { exact: true })).toBeVisible();
  await isOnPage(3);
  await userEvent.keyboard("{Shift>}{Enter}{/Shift}");
  await expect.element(page.getByText("2 von 3", { exact: true })).toBeVisible();
  await isOnPage(2);
  await words.fill("Schach");
  await expect.element(page.getByText("Nichts gefunden")).toBeVisible();
  await expect.element(button("Nächster Treffer")).toBeDisabled();
  await userEvent.keyboard("{Escape}");
  await expect.element(words).not.toBeInTheDocument();
  await expect.element(page.getByRole("region", { name: "Seiten" })).toHaveFocus();
});

test("the pages asked for go to paper, and nothing of them stays behind", async () => {
  await openPdf({ query: "&page=2" });
  await isOnPage(2);
  let printed: string[] = [];
  const sheets = () => [...document.querySelectorAll<HTMLImageElement>("[data-print-sheet] img")];
  vi.spyOn(window, "print").mockImplementation(() => {
    printed = sheets().map(({ alt, naturalWidth }) => `${alt}: ${naturalWidth}`);
    window.dispatchEvent(new Event("afterprint"));
  });
  await userEvent.keyboard("{Control>}p{/Control}");
  const dialog = page.getByRole("dialog", { name: "Drucken" });
  await dialog.getByRole("button", { name: "Nur Seite 2" }).click();
  await dialog.getByRole("button", { name: "Drucken" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  // 210 mm at 150 dots per inch.
  expect(printed).toEqual(["Seite 2: 1239"]);
  expect(sheets()).toEqual([]);
});

test("a broken file says so in German, and can be downloaded all the same", async () => {
  const api = await openPdf({ content: new Blob(["%PDF-1.4 abgebrochen"]) });
  await expect.element(page.getByText(/^Dieses PDF lässt sich nicht öffnen\./)).toBeVisible();
  await expect.element(button("Herunterladen")).toBeEnabled();
  await expectAccessible("a broken PDF");
  expect(api.calls(filesContract.downloadEntry)[0]?.query).toEqual({ version: 1 });
});

describe("on a line that breaks", () => {
  const missing = () => page.getByText(/^Ein Teil dieses PDFs ließ sich nicht laden\./);

  test("it says so instead of waiting for ever, and opens when asked again", async () => {
    const api = new FakeApi();
    const kind = { subtype: "pdf", contentType: "application/pdf" } as const;
    api.answer(filesContract.getEntry, fileOf(NAME, { ...kind, size: satzung.size }));
    api.disconnect(filesContract.downloadEntry);
    await renderPage(files, `/file-viewer/${idOf(1)}?path=${NAME}`, {
      api,
      as: ["QUERY_FILESHARE"],
    });
    await expect.element(missing()).toBeVisible();
    await expectAccessible("a PDF on a broken line");
    api.answer(filesContract.downloadEntry, satzung);
    await button("Erneut versuchen").click();
    await expect.element(sheet(1)).toMatchTextContent(/TSV Beispiel/);
    await expect.element(missing()).not.toBeInTheDocument();
  });

  test("what is open stays, and goes on by itself when the line is back", async () => {
    const content = longPdf();
    const api = new FakeApi();
    const kind = { subtype: "pdf", contentType: "application/pdf" } as const;
    api.answer(filesContract.getEntry, fileOf(NAME, { ...kind, size: content.size }));
    let parts = 0;
    api.answer(filesContract.downloadEntry, () => {
      // Its beginning with the first page, and its end.
      if (++parts === 2) api.disconnect(filesContract.downloadEntry);
      return content;
    });
    await renderPage(files, `/file-viewer/${idOf(1)}?path=${NAME}`, {
      api,
      as: ["QUERY_FILESHARE"],
    });
    await expect.element(sheet(1)).toMatchTextContent(/Vorne/);
    await expect.element(missing()).toBeVisible();
    await expectAccessible("an open PDF on a broken line");
    await expect.element(sheet(1)).toMatchTextContent(/Vorne/);
    api.answer(filesContract.downloadEntry, content);
    window.dispatchEvent(new Event("online"));
    await pageNumber().fill("2");
    await userEvent.keyboard("{Enter}");
    await expect.element(sheet(2)).toMatchTextContent(/Hinten/);
    await expect.element(missing()).not.toBeInTheDocument();
  });
});

/** Two pages in more parts than one: what the second shows stands far behind the first. */
function longPdf(): Blob {
  const text = (words: string, length: number) => {
    const drawn = `${"% Rand\n".repeat(length)}BT /F1 24 Tf 72 700 Td (${words}) Tj ET`;
    return `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`;
  };
  const pageOf = (content: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources << /Font << /F1 5 0 R >> >> >>`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>",
    pageOf(6),
    pageOf(7),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    text("Vorne", 0),
    text("Hinten", 100_000),
    `<< /Length 300000 >>\nstream\n${" ".repeat(300_000)}\nendstream`,
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = file.length;
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}`;
  file += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return new Blob([file]);
}
