import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible, expectNoSidewaysScroll, renderPage } from "#platform/web/testing.ts";
import { exportContract, type ExportRun, type ExportTarget } from "../../export-contract.ts";
import type { MappingConfig } from "../../mapping-contract.ts";
import transfer from "../module.tsx";
import { EXPORTED, idOf, MAPPING, serverWith, TARGET } from "../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T20:00:00+01:00"));

const as = ["MANAGE_EXPORTS"] as const;

interface Lists {
  targets?: ExportTarget[];
  exported?: ExportRun[];
  mappings?: MappingConfig[];
}

async function open(records: Lists, query = "", viewport: "desktop" | "phone" = "desktop") {
  const api = serverWith(records);
  const shown = await renderPage(transfer, `/export${query}`, { api, as, viewport });
  await expect.element(page.getByRole("heading", { level: 1, name: "Export Ziele" })).toBeVisible();
  return { api, shown };
}

const row = (text: string) => page.getByRole("row").filter({ hasText: text });

/** Names of the files that the page hands to the browser's downloads. */
function downloads(): string[] {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  return names;
}

describe("the targets", () => {
  const MAILED: ExportTarget = {
    ...TARGET,
    id: idOf(401),
    name: "Kasse",
    format: "PDF",
    destination: {
      kind: "EMAIL",
      recipients: ["kasse@example.org"],
      attach: true,
      subject: null,
      message: null,
    },
    schedule: "0 6 1 * *",
    lastRun: EXPORTED,
  };

  test("say in words what goes where and when", async () => {
    await open({ targets: [TARGET, MAILED] });
    await expect.element(page.getByText("2 Ziele")).toBeVisible();
    await expect
      .element(row("Meldung an den Verband"))
      .toMatchTextContent(/CSV-Tabelle.*zum Herunterladen.*von Hand/);
    await expect
      .element(row("Kasse"))
      .toMatchTextContent(/PDF-Liste.*per E-Mail an kasse@example\.org.*am 1\. jedes Monats/);
    await expectAccessible("the export targets");
  });

  test("are printed with what stands in the list, and without its buttons", async () => {
    vi.spyOn(window, "print").mockReturnValue();
    await open({ targets: [TARGET, MAILED] });
    await page.getByRole("button", { name: "Liste drucken" }).click();
    const sheet = () => document.querySelector("[data-print-sheet]")?.textContent ?? "";
    await expect.poll(sheet).toContain("kasse@example.org");
    expect(sheet()).toContain("Meldung an den Verband");
    expect(sheet()).toContain("2 Ziele");
    expect(sheet()).not.toContain("Ausgeben");
  });

  test("one is run from the list, and its page shows how far it is", async () => {
    const { api, shown } = await open({ targets: [TARGET] });
    api.answer(exportContract.runExportTarget, { ...EXPORTED, state: "QUEUED" });
    await page.getByRole("button", { name: `„${TARGET.name}“ jetzt ausgeben` }).click();
    await expect.poll(() => shown.address()).toBe(`/export/${TARGET.id}`);
    expect(api.calls(exportContract.runExportTarget)).toMatchObject([
      { params: { id: TARGET.id } },
    ]);
  });

  test("who may not run it finds no button", async () => {
    await open({ targets: [{ ...TARGET, can: [] }] });
    await expect.element(row(TARGET.name)).toBeVisible();
    await expect
      .element(page.getByRole("button", { name: /jetzt ausgeben$/ }))
      .not.toBeInTheDocument();
  });

  test("are sorted by the last run, and searched by name", async () => {
    const { api, shown } = await open({ targets: [TARGET, MAILED] });
    await page.getByRole("button", { name: /^Letzter Lauf/ }).click();
    await expect.poll(() => shown.address()).toContain("sort=lastRun");
    await page.getByPlaceholder("Name des Ziels").fill("Kas");
    await expect.element(row(TARGET.name)).not.toBeInTheDocument();
    expect(api.calls(exportContract.searchExportTargets).at(-1)?.query).toMatchObject({
      q: "Kas",
      sort: "lastRun",
      page: 0,
    });
    await page.getByPlaceholder("Name des Ziels").fill("xyz");
    await expect.element(page.getByText("Kein Ziel heißt so.")).toBeVisible();
  });

  test("none yet: what to do instead of an empty table", async () => {
    await open({});
    await expect.element(page.getByText(/^Noch kein Ziel\./)).toBeVisible();
  });

  test("on the phone long names fit", async () => {
    await open(
      { targets: [{ ...TARGET, name: "Bestandserhebung ".repeat(5).trim() }] },
      "",
      "phone",
    );
    await expect.element(page.getByText(/^Bestandserhebung/).first()).toBeVisible();
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("the export targets on the phone");
  });
});

describe("the runs", () => {
  test("prove what went out, and give the file while it is kept", async () => {
    const names = downloads();
    const of = (number: number, part: Partial<ExportRun>): ExportRun => ({
      ...EXPORTED,
      id: idOf(number),
      ...part,
    });
    const { api } = await open(
      {
        exported: [
          of(1, { warnings: ["3 Namen sind länger, als das Format erlaubt."] }),
          of(2, { targetName: "Alt", can: [], scheduled: true }),
          of(3, { targetName: "Kaputt", state: "FAILED", error: "Der Server antwortet nicht." }),
          of(4, {
            targetName: "Änderungen",
            changes: { new: 2, changed: 14, gone: 1 },
            deliveredTo: "an cloud.example.org",
          }),
          of(5, { targetName: "Läuft", state: "DONE", count: 1, size: null }),
        ],
      },
      "?tab=runs",
    );
    api.answer(exportContract.getExportFile, new Blob(["x"]));
    await expect
      .element(row("3 Namen sind länger, als das Format erlaubt."))
      .toMatchTextContent(/fertig.*1\.250 Mitglieder/);
    await expect.element(row("Alt")).toMatchTextContent(/nach Zeitplan.*nicht mehr aufbewahrt/);
    await expect
      .element(row("Kaputt"))
      .toMatchTextContent(/gescheitert.*Der Server antwortet nicht\./);
    await expect
      .element(row("Änderungen"))
      .toMatchTextContent(/2 neu, 14 geändert, 1 nicht mehr dabei, an cloud\.example\.org/);
    await expectAccessible("the runs of exports");
    await page
      .getByRole("button", { name: `${EXPORTED.fileName} herunterladen` })
      .first()
      .click();
    await expect.poll(() => names).toEqual([EXPORTED.fileName]);
    vi.restoreAllMocks();
  });

  test("none yet", async () => {
    await open({}, "?tab=runs");
    await expect.element(page.getByText("Noch wurde nichts ausgegeben.")).toBeVisible();
  });
});

test("columns put together by hand have a list of their own", async () => {
  const mapping = { ...MAPPING, isExport: true, name: "Meldung" };
  await open({ mappings: [mapping] }, "?tab=mappings");
  await expect
    .element(page.getByRole("link", { name: "Meldung" }))
    .toHaveAttribute(
      "href",
      expect.stringContaining(`/mapping-config/${MAPPING.id}?isExport=true`),
    );
  await expect.element(page.getByText("2 Spalten")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Spalten zusammenstellen" }))
    .toHaveAttribute("href", expect.stringContaining("isExport=true"));
});

describe("one target", () => {
  async function openTarget(target: ExportTarget, exported: ExportRun[] = []) {
    const api = serverWith({ targets: [target], exported });
    const shown = await renderPage(transfer, `/export/${target.id}`, { api, as });
    await expect.element(page.getByRole("heading", { level: 1, name: target.name })).toBeVisible();
    return { api, shown };
  }

  test("says what it writes, for whom, and who answers for it", async () => {
    await openTarget({ ...TARGET, schedule: "0 6 1 * *", nextRunAt: "2026-12-01T06:00:00+01:00" });
    await expect
      .element(
        page.getByText(
          "CSV-Tabelle zum Herunterladen, am 1. jedes Monats um 06:00 Uhr, das nächste Mal am 01.12.2026 06:00 Uhr",
        ),
      )
      .toBeVisible();
    await expect.element(page.getByText("alle Felder unter ihrem eigenen Namen")).toBeVisible();
    await expect.element(page.getByText("365 Tage")).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "In der Mitgliederliste ansehen" }))
      .toHaveAttribute("href", expect.stringContaining("status=ACTIVE%2CPASSIVE"));
    await expectAccessible("an export target");
  });

  test("with several addresses names them all", async () => {
    const recipients = ["a@example.org", "b@example.org"];
    const destination = { kind: "EMAIL" as const, attach: true, subject: null, message: null };
    await openTarget({ ...TARGET, destination: { ...destination, recipients } });
    await expect.element(page.getByText(/per E-Mail an 2 Adressen, auf Knopfdruck/)).toBeVisible();
    await expect.element(page.getByText("a@example.org, b@example.org")).toBeVisible();
  });

  test("a run at work is followed until its file is there", async () => {
    const names = downloads();
    const running: ExportRun = {
      ...EXPORTED,
      state: "RUNNING",
      progress: { done: 300, total: 1200 },
      can: [],
    };
    const { api } = await openTarget(TARGET, [running]);
    await expect
      .element(page.getByRole("status").filter({ hasText: "Wird ausgegeben" }))
      .toMatchTextContent("Wird ausgegeben: 300 von 1.200 Mitgliedern");
    await expect
      .element(page.getByRole("progressbar", { name: "Fortschritt des Exports" }))
      .toHaveAttribute("aria-valuenow", "25");
    const done = { content: [EXPORTED], page: 0, size: 1, totalElements: 1, totalPages: 1 };
    api.answer(exportContract.searchExportRuns, done);
    api.answer(exportContract.getExportFile, new Blob(["x"]));
    await page.getByRole("button", { name: "Datei herunterladen" }).click();
    await expect.poll(() => names).toEqual([EXPORTED.fileName]);
    vi.restoreAllMocks();
  });

  test("the last run that failed says why", async () => {
    const error = "Die Adresse antwortet nicht.";
    await openTarget(TARGET, [{ ...EXPORTED, state: "FAILED", error, can: [] }]);
    await expect
      .element(page.getByText(/^Der letzte Lauf am 22\.11\.2026 06:00 Uhr ist gescheitert/))
      .toBeVisible();
  });

  test("it is deleted after the question; the proofs stay", async () => {
    const { api, shown } = await openTarget(TARGET);
    api.answer(exportContract.deleteExportTarget);
    const question = page.getByRole("dialog", { name: `Ziel „${TARGET.name}“ löschen?` });
    await page.getByRole("button", { name: "Löschen" }).click();
    await expect.element(question).toMatchTextContent(/bleiben als Nachweis erhalten/);
    await question.getByRole("button", { name: "Ziel löschen" }).click();
    await expect.element(page.getByText(`Das Ziel „${TARGET.name}“ ist gelöscht.`)).toBeVisible();
    expect(shown.address()).toBe("/export");
  });

  test("the buttons are those of the reader's rights", async () => {
    await openTarget({ ...TARGET, can: ["RUN"] });
    await expect.element(page.getByRole("button", { name: /jetzt ausgeben$/ })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Bearbeiten" })).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Löschen" })).not.toBeInTheDocument();
  });

  test("one that is gone says so", async () => {
    const api = serverWith();
    api.refuse(exportContract.getExportTarget, { code: "NOT_FOUND" });
    await renderPage(transfer, `/export/${TARGET.id}`, { api, as });
    await expect
      .element(page.getByText("Dieses Ziel gibt es nicht oder nicht mehr."))
      .toBeVisible();
  });
});
