import { expect, test } from "vitest";
import { page } from "vitest/browser";
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

test("leaving it untouched asks nothing", async () => {
  const { shown } = await open();
  await page.getByRole("button", { name: "Abbrechen" }).click();
  await expect.poll(() => shown.address()).toBe("/settings");
});
