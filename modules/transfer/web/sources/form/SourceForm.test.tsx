import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible, expectNoSidewaysScroll, renderPage } from "#platform/web/testing.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import { importContract, type ImportSource } from "../../../import-contract.ts";
import transfer from "../../module.tsx";
import { CHOIR, FETCHED, MAPPING, serverWith, SOURCE } from "../../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T20:00:00+01:00"));

const name = () => page.getByLabelText("Name (Pflichtangabe)", { exact: true });
const url = () => page.getByLabelText("Adresse (Pflichtangabe)");
const address = () => page.getByRole("radio", { name: "Von einer Adresse im Netz" });
const press = (label: string) => page.getByRole("button", { name: label }).click();
const summary = () => page.getByRole("alert").filter({ hasText: "Noch nicht gespeichert" });
const schedule = async (choice: string) => {
  await page.getByRole("combobox", { name: "Wann abgeholt wird" }).click();
  await page.getByRole("option", { name: choice }).click();
};

describe("a new source", () => {
  async function open(viewport: "desktop" | "phone" = "desktop", as: Permission[] = []) {
    const api = serverWith({ mappings: [MAPPING] });
    api.answer(importContract.createImportSource, FETCHED);
    const shown = await renderPage(transfer, "/import/create", {
      api,
      as: ["MANAGE_IMPORTS", ...as],
      viewport,
    });
    await expect.element(name()).toBeVisible();
    return { api, shown };
  }
  const sent = (api: Awaited<ReturnType<typeof open>>["api"]) =>
    api.calls(importContract.createImportSource).map(({ body }) => body);

  test("of files is sent without anything of addresses", async () => {
    const { api, shown } = await open();
    await name().fill(" Liste ");
    await page.getByRole("combobox", { name: "Zuordnung der Spalten" }).click();
    await page.getByRole("option", { name: MAPPING.name }).click();
    await press("Quelle anlegen");
    await expect.poll(() => shown.address()).toBe(`/import/${FETCHED.id}`);
    expect(sent(api)).toEqual([
      {
        name: "Liste",
        kind: "FILE",
        url: null,
        headers: {},
        allowHttp: false,
        schedule: null,
        applyAutomatically: false,
        options: { sheet: null },
        mappingConfigId: MAPPING.id,
        matchKeys: ["ID", "MEMBER_NUMBER", "NAME_BIRTHDAY", "EMAIL"],
        onNew: "CREATE",
        onChanged: "UPDATE",
        onMissing: "REPORT",
        unknownGroups: "FAULTY",
        strict: false,
        neededFields: [],
        clearWord: null,
        groupDecisions: [],
      },
    ]);
  });

  test("of an address goes out with its secret, its schedule and what happens then", async () => {
    const { api } = await open();
    await name().fill("Verband");
    await address().click();
    await url().fill("https://verband.example.org/liste.csv");
    await press("Kopfzeile");
    await expect.element(page.getByLabelText("Name der Kopfzeile 1")).toHaveValue("Authorization");
    await page.getByLabelText("Wert der Kopfzeile 1").fill("Bearer streng-geheim");
    await schedule("Wöchentlich");
    await page.getByRole("combobox", { name: "Wochentag" }).click();
    await page.getByRole("option", { name: "Donnerstag" }).click();
    await page.getByRole("radio", { name: "Von selbst übernehmen" }).click();
    await expectAccessible("the form of an import source");
    await press("Quelle anlegen");
    await expect
      .poll(() => sent(api))
      .toMatchObject([
        {
          kind: "URL",
          url: "https://verband.example.org/liste.csv",
          headers: { Authorization: "Bearer streng-geheim" },
          schedule: "0 6 * * 4",
          applyAutomatically: true,
        },
      ]);
  });

  test("without a name and with a plain address nothing is sent", async () => {
    const { api } = await open();
    await address().click();
    await url().fill("http://verband.example.org/liste.csv");
    await press("Quelle anlegen");
    await expect.element(summary()).toHaveFocus();
    await expect
      .element(name())
      .toHaveAccessibleDescription(/Bitte geben Sie der Quelle einen Namen\./);
    await expect
      .element(url())
      .toHaveAccessibleDescription(/Bitte geben Sie eine Adresse an, die mit https:\/\/ beginnt\./);
    expect(sent(api)).toHaveLength(0);
    await expectAccessible("the form of an import source with errors");

    // Plain http is another decision.
    await page.getByRole("checkbox", { name: /^Auch Adressen mit http/ }).click();
    await name().fill("Verband");
    await press("Quelle anlegen");
    await expect.poll(() => sent(api)).toMatchObject([{ allowHttp: true }]);
  });

  test.for([
    ["Täglich", "0 6 * * *"],
    ["Monatlich", "0 6 1 * *"],
  ] as const)("%s is %s for the server", async ([choice, cron]) => {
    const { api } = await open();
    await name().fill("Verband");
    await address().click();
    await url().fill("https://verband.example.org/");
    await schedule(choice);
    await press("Quelle anlegen");
    await expect.poll(() => sent(api)).toMatchObject([{ schedule: cron }]);
  });

  test("a plan of one's own needs its five parts; a day that is rare says so", async () => {
    const { api } = await open();
    await name().fill("Verband");
    await address().click();
    await url().fill("https://verband.example.org/");
    await schedule("Monatlich");
    await page.getByLabelText("Tag des Monats").fill("31");
    await expect.element(page.getByText(/^Diesen Tag gibt es in 5 Monaten/)).toBeVisible();
    await schedule("Eigener Plan (Cron)");
    await page.getByLabelText("Cron-Ausdruck").fill("0 6 *");
    await press("Quelle anlegen");
    await expect.element(summary()).toMatchTextContent("Ein Cron-Ausdruck hat fünf Teile");
    await page.getByLabelText("Cron-Ausdruck").fill("0 6 * * 1-5");
    await press("Quelle anlegen");
    await expect.poll(() => sent(api)).toMatchObject([{ schedule: "0 6 * * 1-5" }]);
  });

  test("a time that is emptied is asked for", async () => {
    const { api } = await open();
    await name().fill("Verband");
    await address().click();
    await url().fill("https://verband.example.org/");
    await schedule("Täglich");
    const time = page.getByRole("combobox", { name: "Uhrzeit" });
    await time.fill("");
    await userEvent.keyboard("{Tab}");
    await press("Quelle anlegen");
    await expect.element(summary()).toMatchTextContent("Bitte eine Uhrzeit wie 06:00 angeben.");
    await time.fill("730");
    await userEvent.keyboard("{Tab}");
    await expect.element(time).toHaveValue("07:30");
    await press("Quelle anlegen");
    await expect.poll(() => sent(api)).toMatchObject([{ schedule: "30 7 * * *" }]);
  });

  test("names of groups that the file calls otherwise are decided once and for all", async () => {
    const { api } = await open("desktop", ["QUERY_GROUP", "MANAGE_GROUP"]);
    await name().fill("Liste");
    await press("Gruppen aus der Datei Gleichnamige Gruppen werden von selbst erkannt");
    await press("Name hinzufügen");
    await press("Quelle anlegen");
    await expect
      .element(summary())
      .toMatchTextContent(/Bitte den Namen eintragen.*Bitte wählen, was daraus wird\./);
    await page.getByLabelText("Name in der Datei").fill("Singkreis");
    await page.getByRole("combobox", { name: "Wird im Verein" }).click();
    await page.getByRole("option", { name: "Chor" }).click();
    await press("Name hinzufügen");
    await page.getByLabelText("Name in der Datei").nth(1).fill(" singkreis");
    await page.getByRole("combobox", { name: "Wird im Verein" }).nth(1).click();
    await page.getByRole("option", { name: "Gruppe neu anlegen" }).click();
    await page.getByLabelText("Unterhalb von (freiwillig)").fill("Musik");
    await press("Quelle anlegen");
    await expect.element(summary()).toMatchTextContent("Dieser Name steht schon weiter oben.");
    await page.getByLabelText("Name in der Datei").nth(1).fill("Kapelle");
    await expectAccessible("groups decided once and for all");
    await press("Quelle anlegen");
    await expect
      .poll(() => sent(api)[0]?.groupDecisions)
      .toEqual([
        { name: "Singkreis", action: "USE", groupId: CHOIR.id, parent: null },
        { name: "Kapelle", action: "CREATE", groupId: null, parent: "Musik" },
      ]);
  });

  test("on the phone the longest form of it fits", async () => {
    await open("phone");
    await address().click();
    await press("Kopfzeile");
    await schedule("Eigener Plan (Cron)");
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("the form of an import source on the phone");
  });

  test("leaving leads back to the list", async () => {
    const { shown } = await open();
    await press("Abbrechen");
    await expect.poll(() => shown.address()).toBe("/import");
  });
});

describe("a source that is edited", () => {
  async function open(source: ImportSource) {
    const api = serverWith({ sources: [source], mappings: [MAPPING] });
    api.answer(importContract.updateImportSource, { ...source, version: source.version + 1 });
    const shown = await renderPage(transfer, `/import/${source.id}/edit`, {
      api,
      as: ["MANAGE_IMPORTS"],
    });
    await expect.element(name()).toHaveValue(source.name);
    return { api, shown };
  }
  const sent = (api: Awaited<ReturnType<typeof open>>["api"]) =>
    api.calls(importContract.updateImportSource).map(({ body }) => body);

  test("keeps the secret that nobody sees", async () => {
    const { api, shown } = await open(FETCHED);
    await expect.element(page.getByText("Gespeichert: Authorization")).toBeVisible();
    await name().fill("Landesverband");
    await press("Quelle speichern");
    await expect.poll(() => shown.address()).toBe(`/import/${FETCHED.id}`);
    expect(sent(api)).toMatchObject([
      { name: "Landesverband", headers: null, schedule: "0 6 * * 1", version: FETCHED.version },
    ]);
  });

  test("or takes it away, or lets it be written anew", async () => {
    const { api } = await open(FETCHED);
    await press("Neu eingeben");
    await expect.element(page.getByLabelText("Wert der Kopfzeile 1")).toHaveValue("");
    await press("Gespeicherte behalten");
    await press("Entfernen");
    await press("Quelle speichern");
    await expect.poll(() => sent(api)).toMatchObject([{ headers: {} }]);
  });

  test("when somebody saved first, both states stand there and one is chosen", async () => {
    const { api } = await open(SOURCE);
    const current = { ...SOURCE, name: "Liste der Kasse", version: 8 };
    api.refuse(importContract.updateImportSource, { code: "STALE_VERSION", current });
    await name().fill("Meine Liste");
    await press("Quelle speichern");
    await expect.element(summary()).toMatchTextContent("Liste der Kasse");
    api.answer(importContract.updateImportSource, current);
    await page.getByText("Neuer Stand: Liste der Kasse").click();
    await press("Übernehmen und weiter bearbeiten");
    await expect.element(name()).toHaveValue("Liste der Kasse");
    await press("Quelle speichern");
    await expect
      .poll(() => sent(api).at(-1))
      .toMatchObject({ name: "Liste der Kasse", version: 8 });
  });
});
