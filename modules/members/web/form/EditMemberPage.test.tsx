import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { usersContract, type User } from "../../contract.ts";
import members from "../module.tsx";
import { clubWith, customFieldOf, memberOf, OFFICE } from "../testing.ts";

const lists = { countries: [{ value: "DE", label: "Deutschland" }], salutations: [] };
const ANNA = memberOf({ can: ["EDIT"], customFields: { trikot: "M" } });
const address = `/users/${ANNA.id}/edit`;
const city = () => page.getByRole("textbox", { name: "Ort" });
const save = (name = "Änderungen speichern") => page.getByRole("button", { name }).click();
const conflict = () => page.getByRole("alert", { name: "Noch nicht gespeichert" });
const conflictRow = (name: string) => conflict().getByRole("row").filter({ hasText: name });

async function openForm(user: User = ANNA, viewport: "desktop" | "phone" = "desktop") {
  const api = clubWith({ customFields: [customFieldOf()] });
  api.answer(usersContract.getUser, user);
  const shown = await renderPage(members, address, { api, as: OFFICE, lists, viewport });
  await expect.element(city()).toHaveValue("Göppingen");
  return { api, shown };
}

/** Somebody else has saved this meanwhile. */
function refuseFor(api: FakeApi, changes: Partial<User>): void {
  const current = { ...ANNA, updatedBy: "Otto Lang", version: 8, ...changes };
  api.refuse(usersContract.updateUser, { code: "STALE_VERSION", current });
}

describe("changing a member", () => {
  test("sends the whole record with the version it stands on, and leads back to the profile", async () => {
    const { api, shown } = await openForm();
    api.answer(usersContract.updateUser, { ...ANNA, city: "Uhingen", version: 8 });
    await city().fill("Uhingen");
    await save();
    await expect
      .element(page.getByText("Die Änderungen an Anna Kurz sind gespeichert."))
      .toBeVisible();
    expect(shown.address()).toBe(`/users/${ANNA.id}`);
    const [sent] = api.calls(usersContract.updateUser);
    expect(sent?.params).toEqual({ id: ANNA.id });
    expect(sent?.body).toMatchObject({
      city: "Uhingen",
      street: "Hauptstraße 1",
      memberNumber: "1001",
      iban: "DE02120300000000202051",
      customFields: { trikot: "M" },
      version: 7,
    });
  });

  test("shows a stored number as people write it, and does not change it by that", async () => {
    const stored = { ...ANNA, phone: "+4971614711", mobile: "+491711234567" };
    const { api } = await openForm(stored);
    api.answer(usersContract.updateUser, { ...stored, version: 8 });
    const phone = page.getByRole("textbox", { name: "Telefon" });
    await expect.element(phone).toHaveValue("07161 4711");
    await page.getByRole("textbox", { name: "Mobil" }).fill("0171 7654321");
    await save();
    await expect.poll(() => api.calls(usersContract.updateUser).length).toBe(1);
    expect(api.calls(usersContract.updateUser)[0]?.body).toMatchObject({
      phone: "+4971614711",
      mobile: "0171 7654321",
    });
  });

  test("refuses a postal code that the country does not have, but not one that was there", async () => {
    const stored = { ...ANNA, postalCode: "7303" };
    const { api } = await openForm(stored);
    api.answer(usersContract.updateUser, { ...stored, version: 8 });
    const postalCode = page.getByRole("textbox", { name: "PLZ" });
    await postalCode.fill("730333");
    await save();
    await expect
      .element(postalCode)
      .toHaveAccessibleDescription("Eine deutsche Postleitzahl hat fünf Ziffern.");
    expect(api.calls(usersContract.updateUser)).toEqual([]);
    await postalCode.fill("7303");
    await city().fill("Uhingen");
    await save();
    await expect.poll(() => api.calls(usersContract.updateUser).length).toBe(1);
  });

  test("says that an invitation ends with the address that it was sent to, and only then", async () => {
    const invited = { ...ANNA, loginState: "INVITED" as const, email: "anna@example.org" };
    const { api } = await openForm(invited);
    api.answer(usersContract.updateUser, { ...invited, email: "kurz@example.org", version: 8 });
    await page.getByRole("textbox", { name: "E-Mail" }).fill("kurz@example.org");
    await save();
    await expect
      .element(page.getByText(/Die Einladung an die bisherige Adresse gilt nicht mehr/))
      .toBeVisible();
  });

  test("of which the letters' case is no change", async () => {
    const invited = { ...ANNA, loginState: "INVITED" as const, email: "anna@example.org" };
    const { api } = await openForm(invited);
    api.answer(usersContract.updateUser, { ...invited, email: "Anna@example.org", version: 8 });
    await page.getByRole("textbox", { name: "E-Mail" }).fill("Anna@example.org");
    await save();
    await expect
      .element(page.getByText("Die Änderungen an Anna Kurz sind gespeichert."))
      .toBeVisible();
  });

  test("the status that was entered is edited, not the one that follows from leaving", async () => {
    await openForm({ ...ANNA, status: "FORMER", enteredStatus: "PASSIVE", leftOn: "2020-12-31" });
    await expect.element(page.getByRole("combobox", { name: "Status" })).toHaveValue("passiv");
    await page.getByRole("combobox", { name: "Status" }).click();
    await expect.element(page.getByRole("option", { name: "Ehrenmitglied" })).toBeVisible();
    expect(page.getByRole("option", { name: "ausgetreten" }).elements()).toEqual([]);
  });

  test("the member number can't be emptied, unlike that of a new member", async () => {
    const { api } = await openForm();
    api.refuse(usersContract.updateUser, {
      code: "VALIDATION_FAILED",
      errors: [{ path: "memberNumber", code: "required", message: "Bitte ausfüllen." }],
    });
    await page.getByLabelText("Mitgliedsnummer (Pflichtangabe)").fill("");
    await save();
    await expect.element(conflict()).toMatchTextContent("Mitgliedsnummer: Bitte ausfüllen.");
  });
});

describe("who may not", () => {
  test("is told so instead of finding a form", async () => {
    const api = clubWith();
    api.answer(usersContract.getUser, { ...ANNA, can: [] });
    await renderPage(members, address, { api, as: OFFICE });
    await expect
      .element(page.getByText("Dieses Mitglied dürfen Sie nicht bearbeiten."))
      .toBeVisible();
    expect(page.getByRole("textbox").elements()).toEqual([]);
  });

  test("without the right to manage members asks the server nothing", async () => {
    await renderPage(members, address, { api: new FakeApi(), as: ["QUERY_USER"] });
    await expect
      .element(page.getByText(/Dazu haben Sie nicht die notwendigen Rechte\./))
      .toBeVisible();
  });
});

describe("somebody else saved first", () => {
  test("says who and when, with the three states of each field that both may mean", async () => {
    const { api } = await openForm();
    await city().fill("Eislingen");
    await page.getByLabelText("Straße").fill("Nebenweg 2");
    refuseFor(api, { city: "Uhingen", phone: "07161 99" });
    await save();
    await expect.element(conflict()).toMatchTextContent("Otto Lang hat dieses Mitglied am 20.11.");
    await expect.element(conflictRow("Ort")).toMatchTextContent(/Göppingen.*Uhingen.*Eislingen/);
    await expect.element(conflictRow("Telefon")).toMatchTextContent("von Ihnen nicht geändert");
    expect(conflictRow("Straße").elements()).toEqual([]);
    await expectAccessible("a conflict");
  });

  test("one's own value wins where one changed it, the other one's elsewhere; nothing is lost", async () => {
    const { api, shown } = await openForm();
    await city().fill("Eislingen");
    await page.getByLabelText("Straße").fill("Nebenweg 2");
    refuseFor(api, { city: "Uhingen", phone: "07161 99" });
    await save();
    await expect
      .element(conflict().getByRole("radio", { name: "Ort: Ihre Eingabe" }))
      .toBeChecked();
    await expect
      .element(conflict().getByRole("radio", { name: "Telefon: Stand jetzt" }))
      .toBeChecked();
    api.answer(usersContract.updateUser, { ...ANNA, version: 9 });
    await save("Mit dieser Auswahl speichern");
    await expect.poll(() => shown.address()).toBe(`/users/${ANNA.id}`);
    expect(api.calls(usersContract.updateUser).at(-1)?.body).toMatchObject({
      city: "Eislingen",
      street: "Nebenweg 2",
      phone: "07161 99",
      version: 8,
    });
  });

  test("the other one's value can be chosen, also of a custom field", async () => {
    const { api, shown } = await openForm();
    await city().fill("Eislingen");
    refuseFor(api, { city: "Uhingen", customFields: { trikot: "L" } });
    await save();
    await expect.element(conflictRow("Trikotgröße")).toMatchTextContent(/M.*L.*M/);
    await conflict().getByRole("radio", { name: "Ort: Stand jetzt" }).click();
    await conflict().getByRole("radio", { name: "Trikotgröße: Ihre Eingabe" }).click();
    api.answer(usersContract.updateUser, { ...ANNA, version: 9 });
    await save("Mit dieser Auswahl speichern");
    await expect.poll(() => shown.address()).toBe(`/users/${ANNA.id}`);
    expect(api.calls(usersContract.updateUser).at(-1)?.body).toMatchObject({
      city: "Uhingen",
      customFields: { trikot: "M" },
      version: 8,
    });
  });

  test("where both mean the same there is nothing to choose", async () => {
    const { api } = await openForm();
    await city().fill("Uhingen");
    refuseFor(api, { city: "Uhingen" });
    await save();
    await expect
      .element(conflict())
      .toMatchTextContent("An den Angaben dieses Formulars hat sich nichts geändert.");
  });

  test("a third one in between begins the choice anew", async () => {
    const { api } = await openForm();
    await city().fill("Eislingen");
    refuseFor(api, { city: "Uhingen" });
    await save();
    await expect.element(conflictRow("Ort")).toMatchTextContent("Uhingen");
    refuseFor(api, { city: "Faurndau", updatedBy: "Berta Groß", version: 9 });
    await save("Mit dieser Auswahl speichern");
    await expect.element(conflict()).toMatchTextContent("Berta Groß hat dieses Mitglied");
    await expect.element(conflictRow("Ort")).toMatchTextContent(/Uhingen.*Faurndau.*Eislingen/);
  });

  test("on the phone the choice fits the screen", async () => {
    const { api } = await openForm(ANNA, "phone");
    await city().fill("Eislingen");
    refuseFor(api, { city: "Uhingen", email: `${"lang.".repeat(12)}@example.org` });
    await save();
    await expect.element(conflictRow("Ort")).toBeVisible();
    await expectNoSidewaysScroll(320);
  });
});
