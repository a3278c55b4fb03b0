import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { PERMISSIONS, type Permission } from "#platform/contract/permissions.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  READER,
  renderPage,
} from "#platform/web/testing.ts";
import { usersContract, type User } from "../../contract.ts";
import members from "../module.tsx";
import { clubWith, memberOf, OFFICE } from "../testing.ts";

const lists = { countries: [] };
const ANNA = memberOf();
const button = (name: string) => page.getByRole("button", { name });
const right = (name: string) => page.getByRole("checkbox", { name: new RegExp(`^${name}`) });

interface Given {
  api?: FakeApi;
  as?: readonly Permission[] | Partial<typeof READER>;
  viewport?: "desktop" | "phone";
}

async function openTab(changes: Partial<User>, given: Given = {}) {
  const { api = clubWith(), as = OFFICE, viewport = "desktop" } = given;
  const user = { ...ANNA, ...changes };
  api.answer(usersContract.getUser, user);
  await renderPage(members, `/users/${user.id}?tab=login`, { api, as, lists, viewport });
  await expect.element(page.getByText("Zugang", { exact: true })).toBeVisible();
  return { api, user };
}

describe("the log-in", () => {
  test.each([
    ["NONE", "Diese Person hat keinen Zugang."],
    ["INVITED", "Die Einladung ist verschickt, ein Passwort ist noch nicht gesetzt."],
    ["ACTIVE", "Diese Person kann sich anmelden."],
    ["DISABLED", "Die Anmeldung ist gesperrt."],
  ] as const)("%s is said in a sentence", async (loginState, sentence) => {
    await openTab({ loginState });
    await expect.element(page.getByText(sentence)).toBeVisible();
    await expect
      .element(page.getByText("Den Zugang ändern darf nur, wer Mitglieder verwaltet."))
      .toBeVisible();
    await expectAccessible(`a log-in ${loginState}`);
  });

  test("an invitation goes to the address, without a name of its own", async () => {
    const { api, user } = await openTab({
      loginState: "NONE",
      username: null,
      can: ["EDIT", "INVITE"],
    });
    api.answer(usersContract.inviteLogin, { ...user, loginState: "INVITED" });
    await button("Zur Anmeldung einladen").click();
    await expect
      .element(page.getByText("Die Einladung an anna.kurz@example.org ist unterwegs."))
      .toBeVisible();
    expect(api.calls(usersContract.inviteLogin).map(({ body }) => body)).toEqual([undefined]);
  });

  test("members of a family that share an address get names of their own", async () => {
    const { api } = await openTab({ loginState: "NONE", username: null, can: ["EDIT", "INVITE"] });
    const message = "Diese Adresse gehört schon zu einem Zugang.";
    api.refuse(usersContract.inviteLogin, {
      code: "VALIDATION_FAILED",
      errors: [{ path: "username", code: "taken", message }],
    });
    await button("Zur Anmeldung einladen").click();
    await expect.element(page.getByText(message)).toBeVisible();
    await page.getByLabelText("Benutzername").fill(" anna.kurz ");
    api.answer(usersContract.inviteLogin, { ...ANNA, loginState: "INVITED" });
    await button("Zur Anmeldung einladen").click();
    await expect.poll(() => api.calls(usersContract.inviteLogin)).toHaveLength(2);
    expect(api.calls(usersContract.inviteLogin)[1]?.body).toEqual({ username: "anna.kurz" });
  });

  test("without an address there is none to invite", async () => {
    await openTab({ email: null, loginState: "NONE", can: ["EDIT", "INVITE"] });
    await expect
      .element(page.getByText(/Ohne E-Mail-Adresse ist keine Einladung möglich\./))
      .toBeVisible();
    expect(button("Zur Anmeldung einladen").elements()).toEqual([]);
  });

  test("an invitation that was not followed is sent again", async () => {
    await openTab({ loginState: "INVITED", can: ["EDIT", "INVITE"] });
    await expect.element(button("Erneut einladen")).toBeVisible();
  });

  test("is locked and unlocked at once", async () => {
    const { api } = await openTab({ can: ["EDIT", "DISABLE_LOGIN", "RESET_PASSWORD"] });
    api.answer(usersContract.disableLogin, { ...ANNA, loginState: "DISABLED" });
    api.answer(usersContract.enableLogin, ANNA);
    await button("Anmeldung sperren").click();
    await expect.element(button("Rückgängig")).toBeVisible();
    await button("Rückgängig").click();
    await expect.element(page.getByText("Die Anmeldung ist wieder möglich.")).toBeVisible();
    expect(api.calls(usersContract.disableLogin)).toHaveLength(1);
    expect(api.calls(usersContract.enableLogin)).toHaveLength(1);
  });

  test("a link for a new password is mailed", async () => {
    const { api } = await openTab({ can: ["EDIT", "RESET_PASSWORD"] });
    api.answer(usersContract.resetUserPassword);
    await button("Link für neues Passwort mailen").click();
    await expect
      .element(page.getByText(/Der Link für ein neues Passwort an anna.kurz@example.org/))
      .toBeVisible();
    expect(button("Anmeldung sperren").elements()).toEqual([]);
  });
});

describe("rights", () => {
  const editable = { can: ["EDIT", "EDIT_PERMISSIONS"] satisfies User["can"] };

  test("are listed with where they come from", async () => {
    await openTab({
      permissions: ["QUERY_USER"],
      effectivePermissions: ["QUERY_USER", "SEND_MESSAGE"],
    });
    await expect
      .element(page.getByRole("listitem").filter({ hasText: "Mitglieder sehen" }))
      .toMatchTextContent("direkt");
    await expect
      .element(page.getByRole("listitem").filter({ hasText: "Nachrichten an alle" }))
      .toMatchTextContent("durch eine Gruppe");
    expect(button("Rechte ändern").elements()).toEqual([]);
  });

  test("an administrator has them all in one sentence; who has none is told so", async () => {
    await openTab({ isAdmin: true, effectivePermissions: [...PERMISSIONS] });
    await expect
      .element(page.getByText(/Hat alle Rechte, alle Ablagen und alle Kalender\./))
      .toBeVisible();
    expect(page.getByRole("listitem").elements()).toEqual([]);
  });

  test("nobody gives or takes a right that they do not hold", async () => {
    const { api } = await openTab(
      { ...editable, permissions: ["MANAGE_TENANT"], effectivePermissions: ["MANAGE_TENANT"] },
      { as: ["QUERY_USER", "MANAGE_USER", "SEND_MESSAGE"] },
    );
    await button("Rechte ändern").click();
    await expect.element(right("Einstellungen des Vereins ändern")).toBeDisabled();
    await expect.element(right("Administratorin oder Administrator")).toBeDisabled();
    await expect.element(right("Nachrichten an alle schreiben")).toBeEnabled();
    await expectAccessible("the choice of rights");
    api.answer(usersContract.setUserPermissions, { ...ANNA, version: 8 });
    await right("Nachrichten an alle schreiben").click();
    await button("Rechte speichern").click();
    await expect
      .element(page.getByText("Die Rechte sind gespeichert und gelten ab sofort."))
      .toBeVisible();
    expect(api.calls(usersContract.setUserPermissions)[0]?.body).toEqual({
      permissions: ["SEND_MESSAGE", "MANAGE_TENANT"],
      isAdmin: false,
      version: 7,
    });
  });

  test("what may be given says the server, whatever the reader holds", async () => {
    const as = { permissions: OFFICE, grantablePermissions: ["QUERY_GROUP"] };
    await openTab(editable, { as });
    await button("Rechte ändern").click();
    await expect.element(right("Gruppen sehen")).toBeEnabled();
    for (const name of ["Mitglieder sehen", "Mitglieder verwalten"])
      await expect.element(right(name)).toBeDisabled();
  });

  test("a right that comes through a group is marked, so that nobody wonders", async () => {
    await openTab({ ...editable, effectivePermissions: ["QUERY_USER"] });
    await button("Rechte ändern").click();
    await expect.element(page.getByText("durch eine Gruppe")).toBeVisible();
    await expect.element(right("Mitglieder sehen")).not.toBeChecked();
  });

  test("an administrator is made by whom the server lets", async () => {
    const { api } = await openTab({ can: ["EDIT", "EDIT_PERMISSIONS", "EDIT_ADMIN"] });
    api.answer(usersContract.setUserPermissions, { ...ANNA, isAdmin: true });
    await button("Rechte ändern").click();
    await right("Administratorin oder Administrator").click();
    await button("Rechte speichern").click();
    await expect.poll(() => api.calls(usersContract.setUserPermissions)).toHaveLength(1);
    expect(api.calls(usersContract.setUserPermissions)[0]?.body.isAdmin).toBe(true);
  });

  test("cancelling leaves everything as it was", async () => {
    const { api } = await openTab(editable);
    await button("Rechte ändern").click();
    await right("Mitglieder sehen").click();
    await button("Abbrechen").click();
    await expect.element(page.getByText("Keine besonderen Rechte.")).toBeVisible();
    expect(api.calls(usersContract.setUserPermissions)).toHaveLength(0);
  });

  test("somebody else's change in between is shown before anything is saved", async () => {
    const { api } = await openTab(editable);
    await button("Rechte ändern").click();
    await right("Mitglieder sehen").click();
    const current = { ...ANNA, ...editable, permissions: ["QUERY_GROUP" as const], version: 8 };
    api.refuse(usersContract.setUserPermissions, { code: "STALE_VERSION", current });
    api.answer(usersContract.getUser, current);
    await button("Rechte speichern").click();
    await expect
      .element(page.getByRole("alert"))
      .toMatchTextContent("Jemand hat dieses Mitglied inzwischen geändert.");
    await expect.element(right("Gruppen sehen")).toBeChecked();
    await expect.element(right("Mitglieder sehen")).not.toBeChecked();
  });

  test("the last administrator stays one", async () => {
    const can: User["can"] = ["EDIT", "EDIT_PERMISSIONS", "EDIT_ADMIN"];
    const { api } = await openTab({ isAdmin: true, can });
    const detail = "Der Verein braucht mindestens eine Administratorin.";
    api.refuse(usersContract.setUserPermissions, { code: "CONFLICT", as: "LAST_ADMIN", detail });
    await button("Rechte ändern").click();
    await right("Administratorin oder Administrator").click();
    await button("Rechte speichern").click();
    await expect.element(page.getByRole("alert")).toMatchTextContent(detail);
    await expect.element(button("Rechte speichern")).toBeVisible();
  });

  test("fit the smallest phone", async () => {
    await openTab(editable, { viewport: "phone" });
    await button("Rechte ändern").click();
    await expect.element(right("Mitglieder sehen")).toBeVisible();
    await expectNoSidewaysScroll(320);
  });
});
