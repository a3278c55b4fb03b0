import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { LOST } from "#platform/web/api/error-texts.ts";
import { expectAccessible, FakeApi, renderPage } from "#platform/web/testing.ts";
import { tenantsContract, type CustomField } from "../contract.ts";
import tenants from "./module.tsx";

const SHIRT: CustomField = {
  id: "0193a000-0000-7000-8000-0000000000f1",
  key: "trikotgroesse",
  label: "Trikotgröße",
  kind: "CHOICE",
  options: ["S", "M"],
  required: false,
  selfService: false,
  position: 4,
  version: 2,
};

async function openField(api = new FakeApi()) {
  api.answer(tenantsContract.listCustomFields, [SHIRT]);
  const shown = await renderPage(tenants, `/settings/fields/${SHIRT.id}`, {
    api,
    as: ["MANAGE_TENANT"],
  });
  await expect.element(label()).toHaveValue("Trikotgröße");
  return { api, shown };
}

const label = () => page.getByLabelText("Bezeichnung (Pflichtangabe)");
const save = () => page.getByRole("button", { name: "Feld speichern" }).click();
const summary = () => page.getByRole("alert").filter({ hasText: "Noch nicht gespeichert" });

test("what is saved is the form's values, with position and version of the record", async () => {
  const { api, shown } = await openField();
  api.answer(tenantsContract.updateCustomField, ({ body: { label, options } }) => ({
    ...SHIRT,
    label,
    options,
    version: 3,
  }));
  await label().fill("Hemdgröße");
  await page.getByRole("combobox", { name: "Einträge (Pflichtangabe)" }).fill("XL");
  await userEvent.keyboard("{Enter}");
  await page.getByRole("switch", { name: /^Pflichtfeld/ }).click();
  await save();
  await expect.element(page.getByText("Das Feld „Hemdgröße“ ist gespeichert.")).toBeVisible();
  expect(shown.address()).toBe("/settings");
  const body = {
    label: "Hemdgröße",
    options: ["S", "M", "XL"],
    required: true,
    selfService: false,
    position: 4,
    version: 2,
  };
  expect(api.calls(tenantsContract.updateCustomField)).toEqual([
    { params: { id: SHIRT.id }, query: undefined, body },
  ]);
});

describe("what is wrong is said at the field and on top, and nothing typed is lost", () => {
  test("before anything is sent", async () => {
    const { api } = await openField();
    await label().fill(" ");
    await save();
    await expect.element(summary()).toHaveFocus();
    await expect
      .element(summary())
      .toMatchTextContent("Bitte geben Sie dem Feld eine Bezeichnung.");
    await expect.element(label()).toHaveAttribute("aria-invalid", "true");
    await page.getByRole("link", { name: "Bezeichnung" }).click();
    await expect.element(label()).toHaveFocus();
    expect(api.calls(tenantsContract.updateCustomField)).toHaveLength(0);
    await expectAccessible("a form with errors");
  });

  test("by the server", async () => {
    const { api } = await openField();
    const message = "Diese Bezeichnung gibt es schon.";
    api.refuse(tenantsContract.updateCustomField, {
      code: "VALIDATION_FAILED",
      errors: [{ path: "label", code: "TAKEN", message }],
    });
    await label().fill("Geburtstag");
    await save();
    await expect.element(summary()).toMatchTextContent(`Bezeichnung: ${message}`);
    await expect.element(label()).toHaveAccessibleDescription(message);
    await expect.element(label()).toHaveValue("Geburtstag");
  });

  test("while the server is gone", async () => {
    const { api } = await openField();
    api.disconnect(tenantsContract.updateCustomField);
    await label().fill("Hemdgröße");
    await save();
    const form = page.getByText(LOST.checking, { exact: true });
    await expect.element(form).toBeVisible();
    await expect.element(summary()).toMatchTextContent("Ihre Eingaben bleiben hier stehen.");
    await expect.element(label()).toHaveValue("Hemdgröße");
  });
});

test("someone else saved first: their change and ours come together, and the newer version is sent", async () => {
  const { api, shown } = await openField();
  const theirs: CustomField = { ...SHIRT, selfService: true, version: 3 };
  api.refuse(tenantsContract.updateCustomField, { code: "STALE_VERSION", current: theirs });
  await label().fill("Hemdgröße");
  await save();
  await page.getByRole("button", { name: "Übernehmen und weiter bearbeiten" }).click();
  await expect.element(page.getByRole("switch", { name: /^Mitglieder pflegen/ })).toBeChecked();
  await expect.element(label()).toHaveValue("Hemdgröße");

  api.answer(tenantsContract.updateCustomField, { ...theirs, label: "Hemdgröße", version: 4 });
  await save();
  await expect.poll(() => shown.address()).toBe("/settings");
  expect(api.calls(tenantsContract.updateCustomField).map(({ body }) => body)).toMatchObject([
    { label: "Hemdgröße", selfService: false, version: 2 },
    { label: "Hemdgröße", selfService: true, version: 3 },
  ]);
});

describe("an answer that was lost", () => {
  const renamed = ({ body: { label: name } }: { body: { label: string } }) =>
    ({ ...SHIRT, label: name, version: 3 }) satisfies CustomField;

  test("is fetched again: saved once, and the page goes on", async () => {
    const { api, shown } = await openField();
    api.answer(tenantsContract.updateCustomField, renamed);
    api.loseAnswer(tenantsContract.updateCustomField);
    await label().fill("Hemdgröße");
    await save();
    await expect.poll(() => shown.address()).toBe("/settings");
    await expect.element(page.getByText(LOST.saved)).toBeVisible();
    expect(api.calls(tenantsContract.updateCustomField)).toHaveLength(1);
  });

  test("and stays lost: the form says that it is saved, and saving again has no further effect", async () => {
    const { api, shown } = await openField();
    api.answer(tenantsContract.updateCustomField, renamed);
    api.loseAnswer(tenantsContract.updateCustomField, 4);
    await label().fill("Hemdgröße");
    await save();
    const told = page.getByRole("alert", { name: "Gespeichert" });
    await expect.element(told).toMatchTextContent(LOST.answerOnly);
    await expectAccessible("a form whose answer was lost");
    await save();
    await expect.poll(() => shown.address()).toBe("/settings");
    expect(api.calls(tenantsContract.updateCustomField)).toHaveLength(1);
  });
});

test("leaving with changes asks first", async () => {
  const { shown } = await openField();
  await label().fill("Hemdgröße");
  await page.getByRole("button", { name: "Abbrechen" }).click();
  const question = page.getByRole("dialog", { name: "Seite verlassen?" });
  await question.getByRole("button", { name: "Weiter bearbeiten" }).click();
  await expect.element(label()).toHaveValue("Hemdgröße");
  await page.getByRole("button", { name: "Abbrechen" }).click();
  await question.getByRole("button", { name: "Ohne Speichern verlassen" }).click();
  await expect.poll(() => shown.address()).toBe("/settings");
});

test("a field that was deleted meanwhile says so", async () => {
  const api = new FakeApi();
  api.answer(tenantsContract.listCustomFields, []);
  await renderPage(tenants, `/settings/fields/${SHIRT.id}`, { api, as: ["MANAGE_TENANT"] });
  await expect.element(page.getByText("Dieses Feld gibt es nicht oder nicht mehr.")).toBeVisible();
});
