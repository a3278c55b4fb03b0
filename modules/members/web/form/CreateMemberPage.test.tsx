import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import { usersContract } from "../../contract.ts";
import members from "../module.tsx";
import {
  CHOIR,
  clubWith,
  customFieldOf,
  FOOTBALL,
  groupOf,
  idOf,
  memberOf,
  OFFICE,
} from "../testing.ts";

const lists = {
  countries: [
    { value: "DE", label: "Deutschland" },
    { value: "AT", label: "Österreich" },
  ],
  salutations: [{ value: "FRAU", label: "Frau" }],
};
const firstname = () => page.getByLabelText("Vorname (Pflichtangabe)");
const lastname = () => page.getByLabelText("Nachname (Pflichtangabe)");
const save = () => page.getByRole("button", { name: "Mitglied anlegen" }).click();
const summary = () => page.getByRole("alert").filter({ hasText: "Noch nicht gespeichert" });
const created = (api: FakeApi) => api.calls(usersContract.createUser);

async function openForm(api = clubWith(), viewport: "desktop" | "phone" = "desktop") {
  const shown = await renderPage(members, "/users/create", { api, as: OFFICE, lists, viewport });
  await expect.element(firstname()).toBeVisible();
  return { api, shown };
}

describe("a new member", () => {
  test("is begun at the first field", async () => {
    await openForm();
    await expect.element(page.getByRole("combobox", { name: "Anrede" })).toHaveFocus();
    expect(page.getByRole("listbox").elements()).toHaveLength(0);
  });

  test("is saved as typed: German days, an IBAN in groups, empty inputs as empty fields", async () => {
    const { api, shown } = await openForm();
    const user = memberOf({ id: idOf(7), firstname: "Änne", lastname: "Prüfstein" });
    api.answer(usersContract.createUser, user);
    await firstname().fill("Änne ");
    await lastname().fill("Prüfstein");
    await page.getByLabelText("Geburtstag").fill("31.12.99");
    await page.getByLabelText("IBAN").fill("de02120300000000202051");
    await userEvent.keyboard("{Tab}");
    await expect.element(page.getByLabelText("IBAN")).toHaveValue("DE02 1203 0000 0000 2020 51");
    await expect.element(page.getByLabelText("Geburtstag")).toHaveValue("31.12.1999");
    await save();
    await expect.element(page.getByText("Änne Prüfstein ist angelegt.")).toBeVisible();
    expect(shown.address()).toBe(`/users/${user.id}`);
    expect(created(api)).toHaveLength(1);
    expect(created(api)[0]?.body).toMatchObject({
      firstname: "Änne",
      lastname: "Prüfstein",
      birthday: "1999-12-31",
      iban: "DE02 1203 0000 0000 2020 51",
      memberNumber: null,
      email: null,
      country: "DE",
      status: "ACTIVE",
      gender: "UNSPECIFIED",
    });
  });

  test("joins today unless somebody says otherwise", async () => {
    await openForm();
    const today = new Date().toLocaleDateString("de-DE", {
      day: "2-digit",
      month: "2-digit",
      year: "numeric",
    });
    await expect.element(page.getByLabelText("Eintritt")).toHaveValue(today);
  });

  test("is saved by the keyboard alone", async () => {
    const { api } = await openForm();
    api.answer(usersContract.createUser, memberOf());
    (firstname().element() as HTMLElement).focus();
    await userEvent.keyboard("Anna{Tab}Kurz{Control>}{Enter}{/Control}");
    await expect.element(page.getByText("Anna Kurz ist angelegt.")).toBeVisible();
    expect(created(api)[0]?.body).toMatchObject({ firstname: "Anna", lastname: "Kurz" });
  });

  test("is not sent twice by an impatient reader", async () => {
    const { api } = await openForm();
    api.answer(usersContract.createUser, memberOf());
    const release = api.hold(usersContract.createUser);
    await firstname().fill("Anna");
    await lastname().fill("Kurz");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    release();
    await expect.element(page.getByText("Anna Kurz ist angelegt.")).toBeVisible();
    expect(created(api)).toHaveLength(1);
  });
});

describe("what is wrong stands at the field and on top, and nothing typed is lost", () => {
  test("a missing name is said before anything is sent, and the jump leads there", async () => {
    const { api } = await openForm();
    await firstname().fill("Änne");
    await save();
    await expect.element(summary()).toHaveFocus();
    await expect.element(summary()).toMatchTextContent("Nachname: Bitte ausfüllen.");
    await summary().getByRole("link", { name: "Nachname" }).click();
    await expect.element(lastname()).toHaveFocus();
    await expect.element(firstname()).toHaveValue("Änne");
    expect(created(api)).toHaveLength(0);
    await expectAccessible("the form of a member with an error");
  });

  test("nobody leaves before they joined", async () => {
    await openForm();
    await firstname().fill("Änne");
    await lastname().fill("Kurz");
    await page.getByLabelText("Eintritt").fill("01.05.2020");
    await page.getByLabelText("Austritt").fill("30.04.2020");
    await userEvent.keyboard("{Tab}");
    await save();
    await expect
      .element(summary())
      .toMatchTextContent("Austritt: Der Austritt liegt vor dem Eintritt.");
  });

  test("what only the server knows is shown at its fields, the club's own among them", async () => {
    const { api } = await openForm(clubWith({ customFields: [customFieldOf()] }));
    api.refuse(usersContract.createUser, {
      code: "VALIDATION_FAILED",
      errors: [
        { path: "iban", code: "invalid", message: "Diese IBAN stimmt nicht." },
        { path: "customFields.trikot", code: "required", message: "Bitte ausfüllen." },
      ],
    });
    await firstname().fill("Änne");
    await lastname().fill("Kurz");
    await page.getByLabelText("IBAN").fill("DE00 1234");
    await save();
    await expect.element(summary()).toMatchTextContent("IBAN: Diese IBAN stimmt nicht.");
    await summary().getByRole("link", { name: "Trikotgröße" }).click();
    await expect.element(page.getByRole("combobox", { name: "Trikotgröße" })).toHaveFocus();
    await expect.element(page.getByLabelText("IBAN")).toHaveAttribute("aria-invalid", "true");
    await expect.element(page.getByLabelText("IBAN")).toHaveValue("DE00 1234");
  });

  test("without a connection the form says so and keeps everything", async () => {
    const { api } = await openForm();
    api.disconnect(usersContract.createUser);
    await firstname().fill("Änne");
    await lastname().fill("Kurz");
    await save();
    await expect.element(summary()).toMatchTextContent("Es wurde nichts gespeichert.");
    await expect.element(lastname()).toHaveValue("Kurz");
    api.answer(usersContract.createUser, memberOf());
    await save();
    await expect.element(page.getByText("Anna Kurz ist angelegt.")).toBeVisible();
  });
});

describe("the club's custom fields", () => {
  const fieldOfKind = (
    kind: "TEXT" | "NUMBER" | "DATE" | "BOOLEAN" | "MULTI_CHOICE",
    label: string,
  ) =>
    customFieldOf({
      key: kind.toLowerCase(),
      label,
      kind,
      options: kind === "MULTI_CHOICE" ? ["Kuchen", "Zeitnahme"] : [],
      required: kind === "TEXT",
    });

  test("each kind has its input and is sent as its value", async () => {
    const customFields = [
      fieldOfKind("TEXT", "Spitzname"),
      fieldOfKind("NUMBER", "Beitrag"),
      fieldOfKind("DATE", "Lizenz bis"),
      fieldOfKind("BOOLEAN", "Helfer"),
      fieldOfKind("MULTI_CHOICE", "Dienste"),
    ];
    const { api } = await openForm(clubWith({ customFields }));
    api.answer(usersContract.createUser, memberOf());
    await firstname().fill("Anna");
    await lastname().fill("Kurz");
    await page.getByRole("textbox", { name: "Spitzname (Pflichtangabe)" }).fill("Änni");
    await page.getByRole("textbox", { name: "Beitrag" }).fill("1234,5");
    await page.getByRole("textbox", { name: "Lizenz bis" }).fill("1.3.27");
    await userEvent.keyboard("{Tab}");
    await page.getByRole("combobox", { name: "Helfer" }).click();
    await page.getByRole("option", { name: "ja" }).click();
    await page.getByRole("combobox", { name: "Dienste" }).click();
    await page.getByRole("option", { name: "Zeitnahme" }).click();
    await save();
    await expect.poll(() => created(api)).toHaveLength(1);
    expect(created(api)[0]?.body.customFields).toEqual({
      text: "Änni",
      number: 1234.5,
      date: "2027-03-01",
      boolean: true,
      multi_choice: ["Zeitnahme"],
    });
  });

  test("the form waits for them instead of forgetting them", async () => {
    const api = clubWith({ customFields: [customFieldOf()] });
    const release = api.hold(tenantsContract.listCustomFields);
    await renderPage(members, "/users/create", { api, as: OFFICE, lists });
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(page.getByRole("textbox").elements()).toEqual([]);
    release();
    await expect.element(page.getByRole("combobox", { name: "Trikotgröße" })).toBeVisible();
  });
});

describe("somebody alike", () => {
  const alike = {
    user: {
      id: idOf(3),
      memberNumber: "1003",
      firstname: "Anne",
      lastname: "Kurtz",
      birthday: "1990-05-17",
      email: null,
      city: "Uhingen",
      status: "PASSIVE" as const,
      inTrash: false,
    },
    reasons: [{ code: "SIMILAR_NAME" as const, text: "Der Name klingt ähnlich." }],
  };

  test("is shown while one types, with the reason and a way to look", async () => {
    const { api } = await openForm();
    api.answer(usersContract.findDuplicates, [alike]);
    await firstname().fill("Anna");
    await lastname().fill("Kurz");
    await expect.element(page.getByText("Gibt es diese Person schon?")).toBeVisible();
    const link = page.getByRole("link", { name: "Anne Kurtz in neuem Fenster ansehen" });
    await expect.element(link).toHaveAttribute("target", "_blank");
    await expect.element(link).toHaveAttribute("href", `/users/${alike.user.id}`);
    const warning = page.getByRole("alert", { name: "Gibt es diese Person schon?" });
    await expect.element(warning).toMatchTextContent("1003 · 17.05.1990 · Uhingen · passiv");
    await expect.element(warning).toMatchTextContent("Der Name klingt ähnlich.");
    await expectAccessible("the warning of a duplicate");
  });

  test("is not looked for by half a name, and without any hint while typing", async () => {
    const { api } = await openForm();
    await firstname().fill("Anna");
    await lastname().fill("K");
    await lastname().fill("Kurz");
    await expect.poll(() => api.calls(usersContract.findDuplicates)).toHaveLength(1);
    expect(api.calls(usersContract.findDuplicates)[0]?.body).toMatchObject({
      firstname: "Anna",
      lastname: "Kurz",
      email: null,
    });
  });

  test("who lies in the trash is named there and has no profile to look at", async () => {
    const { api } = await openForm();
    const buried = { ...alike, user: { ...alike.user, inTrash: true } };
    api.answer(usersContract.findDuplicates, [
      buried,
      { ...alike, user: { ...alike.user, id: idOf(4) } },
    ]);
    await page.getByLabelText("E-Mail").fill("anna@example.org");
    const warning = page.getByRole("alert", { name: "Gibt es diese Person vielleicht schon?" });
    await expect.element(warning).toMatchTextContent("Uhingen · im Papierkorb");
    expect(warning.getByRole("link").elements()).toHaveLength(1);
  });

  test("does not disturb the entering when the server can't say", async () => {
    const { api } = await openForm();
    api.refuse(usersContract.findDuplicates, { code: "INTERNAL" });
    await page.getByLabelText("E-Mail").fill("anna@example.org");
    await expect.poll(() => api.calls(usersContract.findDuplicates)).toHaveLength(1);
    await expect.element(page.getByText(/Fehler/)).not.toBeInTheDocument();
  });
});

describe("leaving", () => {
  const dialog = () => page.getByRole("dialog");

  test("an untouched form is left at once", async () => {
    const { shown } = await openForm();
    await page.getByRole("button", { name: "Abbrechen" }).click();
    await expect.poll(() => shown.address()).toBe("/users");
  });

  test("with changes asks first; who stays finds everything, who leaves goes", async () => {
    const { shown } = await openForm();
    await firstname().fill("Änne");
    await page.getByRole("button", { name: "Abbrechen" }).click();
    await dialog().getByRole("button", { name: "Weiter bearbeiten" }).click();
    await expect.element(firstname()).toHaveValue("Änne");
    expect(shown.address()).toBe("/users/create");
    await page.getByRole("button", { name: "Abbrechen" }).click();
    await dialog().getByRole("button", { name: "Ohne Speichern verlassen" }).click();
    await expect.poll(() => shown.address()).toBe("/users");
  });
});

test("on the phone the form is one column and nothing is wider than the smallest phone", async () => {
  const customFields = [customFieldOf({ label: "Größe des Trikots für die Jugendmannschaften" })];
  await openForm(clubWith({ customFields }), "phone");
  await expectAccessible("the form of a member on the phone");
  await expectNoSidewaysScroll(320);
});

describe("the groups of a new member", () => {
  const all = groupOf({ id: idOf(510), name: "Alle Mitglieder", forNewMembers: true });
  const field = () => page.getByRole("combobox", { name: "Gruppen" });
  async function fill(api: FakeApi) {
    api.answer(usersContract.createUser, memberOf({ id: idOf(7) }));
    await openForm(api);
    await firstname().fill("Änne");
    await lastname().fill("Prüfstein");
  }

  test("are those for new members, unless the reader chooses others", async () => {
    const api = clubWith({
      groups: [all, { ...CHOIR, can: ["EDIT_MEMBERS"] }, FOOTBALL],
      newMemberGroups: [all],
    });
    await fill(api);
    await expect.element(page.getByText("Alle Mitglieder")).toBeVisible();
    await field().fill("C");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Chor", { exact: true })).toBeVisible();
    expect(created(api)).toHaveLength(0);
    await save();
    await expect.poll(() => created(api)[0]?.body.groupIds).toEqual([all.id, CHOIR.id]);
    await expectAccessible("the groups of a new member");
  });

  test("are left to the server when nothing was chosen", async () => {
    const api = clubWith({ newMemberGroups: [all] });
    await fill(api);
    await expect.element(page.getByText("Alle Mitglieder")).toBeVisible();
    await save();
    await expect.poll(() => created(api)).toHaveLength(1);
    expect(created(api)[0]?.body).not.toHaveProperty("groupIds");
  });

  test("are missing where the club keeps none: the form says what that means", async () => {
    await openForm(clubWith({ groups: [] }));
    await expect
      .element(page.getByText(/Keine Gruppe ist für neue Mitglieder vorgesehen/))
      .toBeVisible();
    await expect.element(page.getByRole("link", { name: "Zu den Gruppen" })).toBeVisible();
  });
});
