import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible, FakeApi, renderPage } from "#platform/web/testing.ts";
import { tenantsContract, type CustomField } from "../contract.ts";
import tenants from "./module.tsx";

const SHIRT: CustomField = {
  id: "0193a000-0000-7000-8000-0000000000f1",
  key: "trikotgroesse",
  label: "Trikotgröße",
  kind: "TEXT",
  options: [],
  required: false,
  selfService: false,
  position: 4,
  version: 1,
};

async function open() {
  const api = new FakeApi();
  api.answer(tenantsContract.listCustomFields, [SHIRT]);
  const shown = await renderPage(tenants, "/settings/fields/create", {
    api,
    as: ["MANAGE_TENANT"],
  });
  await expect.element(label()).toBeVisible();
  await expect.poll(() => api.calls(tenantsContract.listCustomFields)).toHaveLength(1);
  return { api, shown };
}

const label = () => page.getByLabelText("Bezeichnung (Pflichtangabe)");
const save = () => page.getByRole("button", { name: "Feld anlegen" }).click();

test("a new field gets a key of its own and the place behind the others", async () => {
  const { api, shown } = await open();
  api.answer(tenantsContract.createCustomField, { ...SHIRT, key: "trikotgroesse2", version: 1 });
  await expectAccessible("the form for a new field");
  await label().fill("Trikotgröße");
  await save();
  await expect.element(page.getByText("Das Feld „Trikotgröße“ ist angelegt.")).toBeVisible();
  expect(shown.address()).toBe("/settings");
  expect(api.calls(tenantsContract.createCustomField).map(({ body }) => body)).toMatchObject([
    { label: "Trikotgröße", kind: "TEXT", position: 5, required: false, selfService: false },
  ]);
  expect(api.calls(tenantsContract.createCustomField)[0]?.body.key).not.toBe(SHIRT.key);
});

test("without a name nothing is sent", async () => {
  const { api } = await open();
  await save();
  await expect.element(label()).toHaveAttribute("aria-invalid", "true");
  expect(api.calls(tenantsContract.createCustomField)).toHaveLength(0);
});

test("a choice needs something to choose from, each once", async () => {
  const { api } = await open();
  api.answer(tenantsContract.createCustomField, { ...SHIRT, kind: "CHOICE", version: 1 });
  await label().fill("Gürtelfarbe");
  await page.getByRole("combobox", { name: "Art" }).click();
  await page.getByRole("option", { name: "Auswahl", exact: true }).click();
  await save();
  await expect
    .element(page.getByText("Bitte geben Sie mindestens einen Eintrag an.").first())
    .toBeVisible();
  expect(api.calls(tenantsContract.createCustomField)).toHaveLength(0);
  const options = page.getByRole("combobox", { name: "Einträge (Pflichtangabe)" });
  for (const one of ["Weiß", "Gelb", "Gelb"]) {
    await options.fill(one);
    await userEvent.keyboard("{Enter}");
  }
  await page.getByRole("switch", { name: /^Mitglieder pflegen das Feld selbst/ }).click();
  await save();
  await expect
    .poll(() => api.calls(tenantsContract.createCustomField).map(({ body }) => body))
    .toMatchObject([
      { label: "Gürtelfarbe", kind: "CHOICE", options: ["Weiß", "Gelb"], selfService: true },
    ]);
});

test("leaving it untouched asks nothing", async () => {
  const { shown } = await open();
  await page.getByRole("button", { name: "Abbrechen" }).click();
  await expect.poll(() => shown.address()).toBe("/settings");
});
