import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { chooseFiles, FakeApi, renderPage } from "#platform/web/testing.ts";
import { tenantsContract, type Tenant } from "../contract.ts";
import tenants from "./module.tsx";
import { CLUB } from "./testing.ts";

const WITH_LOGO: Tenant = { ...CLUB, hasLogo: true, logoVersion: "1" };
/** The smallest picture there is. */
const PIXEL = Uint8Array.from(
  atob(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  ),
  (char) => char.charCodeAt(0),
);

async function open(club: Tenant) {
  const api = new FakeApi();
  const keep = (next: Tenant) => api.answer(tenantsContract.getTenant, next);
  keep(club);
  api.answer(tenantsContract.listCustomFields, []);
  api.answer(tenantsContract.getRoom, { usedBytes: 1_200_000_000, quota: null });
  api.answer(tenantsContract.getLogo, new Blob([PIXEL], { type: "image/png" }));
  api.answer(tenantsContract.putLogo, () => {
    keep(WITH_LOGO);
    return WITH_LOGO;
  });
  api.answer(tenantsContract.deleteLogo, () => {
    keep(CLUB);
    return undefined;
  });
  const lists = { "time-zones": [{ value: "Europe/Berlin", label: "Berlin" }] };
  await renderPage(tenants, "/settings", { api, as: ["MANAGE_TENANT"], lists });
  await expect.element(page.getByText(/^JPEG, PNG oder HEIC, höchstens 10 MB\./)).toBeVisible();
  return api;
}

const logo = () => page.getByRole("img", { name: "Logo von TSV Beispiel" });
const picture = (bytes: Uint8Array<ArrayBuffer> = PIXEL) =>
  new File([bytes], "logo.png", { type: "image/png" });

describe("the club's logo", () => {
  test("is chosen, sent as it is, and shown", async () => {
    const api = await open(CLUB);
    await expect.element(page.getByText("Kein Logo")).toBeVisible();
    chooseFiles([picture()]);
    await expect.element(page.getByText("Das Logo ist gespeichert.")).toBeVisible();
    await expect.element(logo()).toBeInTheDocument();
    const [sent] = api.calls(tenantsContract.putLogo);
    expect(new Uint8Array((await sent?.body.arrayBuffer()) ?? [])).toEqual(PIXEL);
  });

  test("is removed, and taken back", async () => {
    const api = await open(WITH_LOGO);
    await page.getByRole("button", { name: "Logo entfernen" }).click();
    await expect.element(page.getByText("Kein Logo")).toBeVisible();
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expect.element(logo()).toBeInTheDocument();
    expect(api.calls(tenantsContract.putLogo)).toHaveLength(1);
  });

  test("a picture that is too large is not sent at all", async () => {
    const api = await open(CLUB);
    chooseFiles([picture(new Uint8Array(10 * 1024 * 1024 + 1))]);
    await expect
      .element(page.getByText("Das Bild ist größer als 10 MB. Bitte wählen Sie ein kleineres."))
      .toBeVisible();
    expect(api.calls(tenantsContract.putLogo)).toHaveLength(0);
  });

  test("what the server refuses is said there in its words", async () => {
    const api = await open(CLUB);
    const detail = "Das Bild lässt sich nicht lesen.";
    api.refuse(tenantsContract.putLogo, { code: "UNPROCESSABLE", detail });
    chooseFiles([picture()]);
    await expect.element(page.getByText(detail)).toBeVisible();
    await expect.element(page.getByText("Kein Logo")).toBeVisible();
  });
});
