import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { filesContract, type FileShare } from "#modules/files/contract.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import { toPage } from "#platform/contract/paging.ts";
import { expectAccessible, expectNoSidewaysScroll, renderPage } from "#platform/web/testing.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import { exportContract, type ExportTarget } from "../../../export-contract.ts";
import transfer from "../../module.tsx";
import { idOf, MAPPING, serverWith, TARGET } from "../../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T20:00:00+01:00"));

const COLUMNS = { ...MAPPING, isExport: true, name: "Meldung" };
const PREVIEW = {
  count: 1250,
  headings: ["Familienname", "Vorname"],
  rows: [["Lang", "Otto"]],
};

/** The server that shows the first rows and keeps the target. */
function writing(target?: ExportTarget) {
  const api = serverWith({ mappings: [COLUMNS], ...(target && { targets: [target] }) });
  api.answer(tenantsContract.listCustomFields, []);
  api.answer(exportContract.previewExport, PREVIEW);
  api.answer(exportContract.createExportTarget, TARGET);
  api.answer(exportContract.updateExportTarget, { ...TARGET, version: TARGET.version + 1 });
  return api;
}

/** A share for the target's file. */
const BOARD: FileShare = {
  id: idOf(700),
  name: "Vorstand",
  kind: "DOCUMENTS",
  grants: null,
  allowedTypes: null,
  quota: null,
  usedBytes: 0,
  clubRoom: null,
  version: 1,
  can: ["WRITE"],
};

interface Options {
  as?: Permission[];
  viewport?: "desktop" | "phone";
}

async function open({ as = [], viewport = "desktop" }: Options = {}) {
  const api = writing();
  const shown = await renderPage(transfer, "/export/create", {
    api,
    as: ["MANAGE_EXPORTS", ...as],
    viewport,
    lists: LISTS,
  });
  await expect.element(name()).toBeVisible();
  return { api, shown };
}

const LISTS = { genders: [], countries: [], status: [] };
const sent = (api: ReturnType<typeof writing>) =>
  api.calls(exportContract.createExportTarget).map(({ body }) => body);
const name = () => page.getByLabelText("Name (Pflichtangabe)", { exact: true });
const press = (label: string) => page.getByRole("button", { name: label }).click();
const summary = () => page.getByRole("alert").filter({ hasText: "Noch nicht gespeichert" });
const choose = async (field: string, option: string) => {
  await page.getByRole("combobox", { name: field, exact: true }).click();
  await page.getByRole("option", { name: option }).click();
};

describe("a new target", () => {
  test("is sent as it stands there", async () => {
    const { api, shown } = await open();
    await name().fill(" Meldung ");
    await choose("Format", "CSV-Tabelle");
    await choose("Spalten", COLUMNS.name);
    await choose("Wann ausgegeben wird", "Monatlich");
    await press("Ziel anlegen");
    await expect.poll(() => shown.address()).toBe(`/export/${TARGET.id}`);
    expect(sent(api)).toMatchObject([
      {
        name: "Meldung",
        format: "CSV",
        options: { encoding: "UTF-8", byteOrderMark: true, delimiter: ";" },
        mappingConfigId: COLUMNS.id,
        filter: { status: ["ACTIVE", "PASSIVE", "HONORARY"] },
        viewId: null,
        sort: "lastname",
        dir: "ASC",
        asOf: null,
        fileName: "{name} {datum}",
        destination: { kind: "DOWNLOAD" },
        schedule: "0 6 1 * *",
        onlyChanges: false,
        keepDays: 365,
      },
    ]);
  });

  test("shows its first rows, and anew after each change of what stands in it", async () => {
    const { api } = await open();
    const preview = page.getByRole("region", { name: "Vorschau", exact: true });
    await expect.element(preview).toMatchTextContent(/1\.250 Mitglieder in der Datei/);
    await expect.element(page.getByRole("columnheader", { name: "Familienname" })).toBeVisible();
    await choose("Spalten", COLUMNS.name);
    await expect
      .poll(() => api.calls(exportContract.previewExport).at(-1)?.body)
      .toMatchObject({ mappingConfigId: COLUMNS.id, destination: { kind: "DOWNLOAD" } });
    await expectAccessible("the form of an export target");
  });

  test("while nothing can be shown it says why instead", async () => {
    const api = writing();
    api.refuse(exportContract.previewExport, {
      code: "VALIDATION_FAILED",
      detail: "Die Spalte „Kasse“ gibt es nicht mehr.",
    });
    await renderPage(transfer, "/export/create", {
      api,
      as: ["MANAGE_EXPORTS"],
      lists: LISTS,
    });
    await expect.element(page.getByText("Die Spalte „Kasse“ gibt es nicht mehr.")).toBeVisible();
  });

  test("without names nothing is sent, and the summary leads to the fields", async () => {
    const { api } = await open();
    const fileName = page.getByLabelText("Dateiname (Pflichtangabe)");
    await fileName.fill(" ");
    await press("Ziel anlegen");
    await expect.element(summary()).toHaveFocus();
    await expect
      .element(name())
      .toHaveAccessibleDescription(/^Bitte geben Sie dem Ziel einen Namen\./);
    await page.getByRole("link", { name: "Dateiname" }).click();
    await expect.element(fileName).toHaveFocus();
    await expect
      .element(fileName)
      .toHaveAccessibleDescription(/Bitte geben Sie an, wie die Datei heißen soll\./);
    expect(sent(api)).toHaveLength(0);
  });

  test("each format has its own settings, and keeps them when one looks at another", async () => {
    const { api } = await open();
    await name().fill("Meldung");
    await choose("Format", "CSV-Tabelle");
    await choose("Trennzeichen", "Tabulator");
    await choose("Zeichensatz", "Windows (1252), für alte Programme");
    await expect
      .element(page.getByRole("checkbox", { name: "Öffnet in Excel mit richtigen Umlauten" }))
      .not.toBeInTheDocument();
    await choose("Format", "PDF-Liste");
    await page.getByLabelText("Überschrift").fill("Telefonliste");
    await choose("Unterteilt nach", "Anfangsbuchstabe");
    await page.getByRole("checkbox", { name: "Querformat" }).click();
    await choose("Format", "Visitenkarten (vCard)");
    await choose("Fassung", "4.0");
    await choose("Format", "CSV-Tabelle");
    await press("Ziel anlegen");
    await expect
      .poll(() => sent(api)[0]?.options)
      .toEqual({
        encoding: "WINDOWS-1252",
        byteOrderMark: true,
        delimiter: "\t",
        vcardVersion: "4.0",
        title: "Telefonliste",
        groupBy: "LETTER",
        landscape: false,
        protectedFields: false,
      });
  });

  test("bank data goes out only by those who may see it, and by an own decision", async () => {
    const { api } = await open({ as: ["MANAGE_USER"] });
    await name().fill("Kasse");
    await page.getByRole("checkbox", { name: "Auch Bankverbindung und Notizen" }).click();
    await press("Ziel anlegen");
    await expect.poll(() => sent(api)[0]?.options.protectedFields).toBe(true);
  });

  test("others are not asked about bank data", async () => {
    await open();
    await expect
      .element(page.getByRole("checkbox", { name: "Auch Bankverbindung und Notizen" }))
      .not.toBeInTheDocument();
  });

  test("order, reference date, changes and retention", async () => {
    const { api } = await open();
    await name().fill("Meldung");
    await choose("Sortiert nach", "Geburtstag");
    await choose("Richtung", "absteigend");
    await page.getByLabelText("Stichtag").fill("01.01.2027");
    await userEvent.keyboard("{Tab}");
    await page.getByRole("checkbox", { name: /^Nur Änderungen seit dem letzten Lauf/ }).click();
    await page.getByLabelText("Dateien aufbewahren (Tage)").fill("30");
    await press("Ziel anlegen");
    await expect
      .poll(() => sent(api))
      .toMatchObject([
        { sort: "birthday", dir: "DESC", asOf: "2027-01-01", onlyChanges: true, keepDays: 30 },
      ]);
  });

  test("on the phone its longest form fits", async () => {
    await open({ viewport: "phone" });
    await choose("Format", "CSV-Tabelle");
    await page.getByRole("radio", { name: /^An eine Adresse/ }).click();
    await choose("Wann ausgegeben wird", "Eigener Plan (Cron)");
    await expect.element(page.getByRole("columnheader", { name: "Familienname" })).toBeVisible();
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("the form of an export target on the phone");
  });
});

describe("where the file goes", () => {
  const where = (label: RegExp) => page.getByRole("radio", { name: label }).click();

  test("to addresses of mail, each once and whole", async () => {
    const { api } = await open();
    await name().fill("Kasse");
    await where(/^Per E-Mail senden/);
    await press("Ziel anlegen");
    await expect
      .element(summary())
      .toMatchTextContent("Bitte geben Sie mindestens eine E-Mail-Adresse an.");
    const recipients = page.getByRole("combobox", { name: "Empfänger (Pflichtangabe)" });
    await recipients.fill("kasse@example.org");
    await userEvent.keyboard("{Enter}");
    await page.getByLabelText("Betreff").fill(" Liste ");
    await page.getByRole("checkbox", { name: /^Datei anhängen/ }).click();
    await press("Ziel anlegen");
    await expect
      .poll(() => sent(api)[0]?.destination)
      .toEqual({
        kind: "EMAIL",
        recipients: ["kasse@example.org"],
        attach: false,
        subject: "Liste",
        message: null,
      });
  });

  test("into a share that the reader sees", async () => {
    const { api } = await open({ as: ["QUERY_FILESHARE"] });
    api.answer(filesContract.searchFileShares, toPage([BOARD], 1, { page: 0, size: 200 }));
    await name().fill("Kasse");
    await where(/^In eine Ablage legen/);
    await press("Ziel anlegen");
    await expect.element(summary()).toMatchTextContent("Bitte wählen Sie eine Ablage.");
    expect(sent(api)).toHaveLength(0);
    await choose("Ablage (Pflichtangabe)", BOARD.name);
    await page.getByLabelText("Ordner").fill("Meldungen/Verband");
    await choose("Wenn es die Datei schon gibt", "mit einem anderen Namen daneben legen");
    await press("Ziel anlegen");
    await expect
      .poll(() => sent(api)[0]?.destination)
      .toEqual({
        kind: "FILE_SHARE",
        shareId: BOARD.id,
        folder: "Meldungen/Verband",
        onConflict: "RENAME",
      });
  });

  test("to an address of the web, with a password that is sent once", async () => {
    const { api } = await open();
    await name().fill("Wolke");
    await where(/^An eine Adresse im Netz senden/);
    const url = page.getByLabelText("Adresse (Pflichtangabe)");
    await url.fill("http://cloud.example.org/");
    await press("Ziel anlegen");
    await expect
      .element(summary())
      .toMatchTextContent("Bitte geben Sie eine Adresse an, die mit https:// beginnt.");
    await url.fill("https://cloud.example.org/");
    await page.getByLabelText("Benutzername").fill("verein");
    await page.getByLabelText("Passwort", { exact: true }).fill("geheim");
    await press("Ziel anlegen");
    await expect
      .poll(() => sent(api)[0]?.destination)
      .toEqual({
        kind: "HTTP_PUT",
        url: "https://cloud.example.org/",
        username: "verein",
        password: "geheim",
      });
  });

  test("what is typed for one destination is there again after a look at another", async () => {
    await open();
    await where(/^An eine Adresse im Netz senden/);
    await page.getByLabelText("Benutzername").fill("verein");
    await where(/^Herunterladen/);
    await where(/^An eine Adresse im Netz senden/);
    await expect.element(page.getByLabelText("Benutzername")).toHaveValue("verein");
  });
});

describe("a target that is edited", () => {
  const CLOUD: ExportTarget = {
    ...TARGET,
    destination: {
      kind: "HTTP_PUT",
      url: "https://cloud.example.org/",
      username: null,
      hasPassword: true,
    },
  };

  async function edit(target: ExportTarget) {
    const api = writing(target);
    const shown = await renderPage(transfer, `/export/${target.id}/edit`, {
      api,
      as: ["MANAGE_EXPORTS"],
      lists: LISTS,
    });
    await expect.element(name()).toHaveValue(target.name);
    return { api, shown };
  }
  const changed = (api: ReturnType<typeof writing>) =>
    api.calls(exportContract.updateExportTarget).map(({ body }) => body);

  test("keeps its password unless a new one is typed", async () => {
    const { api, shown } = await edit(CLOUD);
    await expect.element(page.getByText("Das Passwort ist gespeichert.")).toBeVisible();
    await press("Ziel speichern");
    await expect.poll(() => shown.address()).toBe(`/export/${TARGET.id}`);
    expect(changed(api)[0]?.destination).toEqual({
      kind: "HTTP_PUT",
      url: "https://cloud.example.org/",
      username: null,
    });
  });

  test("takes a new password", async () => {
    const { api } = await edit(CLOUD);
    await press("Neu eingeben");
    await page.getByLabelText("Passwort", { exact: true }).fill("anders");
    await press("Ziel speichern");
    await expect
      .poll(() => changed(api)[0]?.destination)
      .toMatchObject({ kind: "HTTP_PUT", password: "anders" });
  });

  test("when somebody saved first, the reader chooses", async () => {
    const { api } = await edit(TARGET);
    const current = { ...TARGET, name: "Meldung der Kasse", version: 9 };
    api.refuse(exportContract.updateExportTarget, { code: "STALE_VERSION", current });
    await name().fill("Meine Meldung");
    await press("Ziel speichern");
    await page.getByText("Neuer Stand: Meldung der Kasse").click();
    api.answer(exportContract.updateExportTarget, current);
    await press("Übernehmen und weiter bearbeiten");
    await expect.element(name()).toHaveValue("Meldung der Kasse");
    await press("Ziel speichern");
    await expect.poll(() => changed(api).at(-1)).toMatchObject({ version: 9 });
  });
});
