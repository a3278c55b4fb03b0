import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Permission } from "#platform/contract/permissions.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { groupsContract, type Group } from "../../groups-contract.ts";
import { CHOIR, FOOTBALL, YOUTH } from "../testing.ts";
import groups from "./module.tsx";

const TREE = [CHOIR, FOOTBALL, YOUTH];
const AS: readonly Permission[] = ["QUERY_GROUP", "MANAGE_GROUP", "QUERY_USER"];
const name = () => page.getByLabelText("Name (Pflichtangabe)");
const parent = () => page.getByRole("combobox", { name: "Übergeordnete Gruppe" });
const right = (label: string) => page.getByRole("checkbox", { name: label });
const button = (label: string) => page.getByRole("button", { name: label });
const problem = () => page.getByRole("alert", { name: "Noch nicht gespeichert" });

async function openForm(address: string, group?: Group, viewport: "desktop" | "phone" = "desktop") {
  const api = new FakeApi();
  api.answer(groupsContract.listGroupTree, TREE);
  if (group) api.answer(groupsContract.getGroup, group);
  const shown = await renderPage(groups, address, { api, as: AS, viewport });
  await expect.element(name()).toBeVisible();
  return { api, shown };
}

describe("a new group", () => {
  test("needs a name, which the form says before it sends anything", async () => {
    const { api } = await openForm("/groups/create");
    await button("Gruppe anlegen").click();
    await expect.element(problem()).toMatchTextContent("Bitte geben Sie der Gruppe einen Namen.");
    await expect.element(name()).toHaveAttribute("aria-invalid", "true");
    expect(api.calls(groupsContract.createGroup)).toHaveLength(0);
    await expectAccessible("the form of a group with an error");
  });

  test("is saved with parent, colour and rights, by the keyboard", async () => {
    const { api, shown } = await openForm("/groups/create");
    api.answer(groupsContract.createGroup, { ...YOUTH, name: "B-Jugend" });
    await parent().click();
    await page.getByRole("option", { name: "Fußball", exact: true }).click();
    await page.getByRole("combobox", { name: "Farbe" }).click();
    await page.getByRole("option", { name: "Türkis" }).click();
    await page.getByLabelText("Beschreibung").fill("Training freitags");
    await right("Mitglieder sehen").click();
    await page.getByRole("switch", { name: /Neue Mitglieder kommen/ }).click();
    await name().fill("B-Jugend");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(page.getByText("Die Gruppe „B-Jugend“ ist angelegt.")).toBeVisible();
    expect(shown.address()).toBe(`/groups/${YOUTH.id}`);
    expect(api.calls(groupsContract.createGroup).map(({ body }) => body)).toEqual([
      {
        name: "B-Jugend",
        parentId: FOOTBALL.id,
        description: "Training freitags",
        color: "TEAL",
        permissions: ["QUERY_USER"],
        forNewMembers: true,
      },
    ]);
  });

  test("begins below the group that the reader came from, and leads back there", async () => {
    const { shown } = await openForm(`/groups/create?parent=${FOOTBALL.id}`);
    await expect.element(page.getByText("Untergruppe von Fußball")).toBeVisible();
    await expect.element(parent()).toHaveValue("Fußball");
    await button("Abbrechen").click();
    await expect.poll(() => shown.address()).toBe(`/groups/${FOOTBALL.id}`);
  });

  test("a name that is taken is told at the field", async () => {
    const { api } = await openForm("/groups/create");
    const message = "Diese Gruppe gibt es hier schon.";
    api.refuse(groupsContract.createGroup, {
      code: "VALIDATION_FAILED",
      errors: [{ path: "name", code: "taken", message }],
    });
    await name().fill("Chor");
    await button("Gruppe anlegen").click();
    await expect.element(problem()).toMatchTextContent(`Name: ${message}`);
    await problem().getByRole("link", { name: "Name" }).click();
    await expect.element(name()).toHaveFocus();
    await expect.element(name()).toHaveValue("Chor");
  });

  test("gives no right that the reader does not hold", async () => {
    await openForm("/groups/create");
    await expect.element(right("Einstellungen des Vereins ändern")).toBeDisabled();
    await expect.element(right("Gruppen verwalten")).toBeEnabled();
    await expect
      .element(page.getByText(/Graue Rechte können Sie hier weder geben noch nehmen/))
      .toBeVisible();
  });

  test("fits the smallest phone", async () => {
    await openForm("/groups/create", undefined, "phone");
    await expectAccessible("the form of a group on the phone");
    await expectNoSidewaysScroll(320);
  });
});

describe("an existing group", () => {
  const address = `/groups/${FOOTBALL.id}/edit`;

  test("keeps rights that the reader can't give, and sends its version", async () => {
    const group: Group = { ...FOOTBALL, permissions: ["MANAGE_TENANT"], version: 5 };
    const { api, shown } = await openForm(address, group);
    api.answer(groupsContract.updateGroup, group);
    await expect.element(right("Einstellungen des Vereins ändern")).toBeChecked();
    await name().fill("Fussball");
    await button("Gruppe speichern").click();
    await expect.element(page.getByText("Die Gruppe „Fussball“ ist gespeichert.")).toBeVisible();
    expect(shown.address()).toBe(`/groups/${FOOTBALL.id}`);
    expect(api.calls(groupsContract.updateGroup)[0]?.body).toEqual({
      name: "Fussball",
      parentId: null,
      description: null,
      color: "GREEN",
      permissions: ["MANAGE_TENANT"],
      forNewMembers: false,
      version: 5,
    });
  });

  test("is not put below itself or its own sub-groups", async () => {
    await openForm(address, FOOTBALL);
    await parent().click();
    await expect.element(page.getByRole("option", { name: "Chor" })).toBeVisible();
    expect(page.getByRole("option").elements()).toHaveLength(1);
  });

  test("asks before changes are lost", async () => {
    const { shown } = await openForm(address, FOOTBALL);
    await name().fill("Fussball");
    await button("Abbrechen").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Weiter bearbeiten" }).click();
    await expect.element(name()).toHaveValue("Fussball");
    await button("Abbrechen").click();
    await dialog.getByRole("button", { name: "Ohne Speichern verlassen" }).click();
    await expect.poll(() => shown.address()).toBe(`/groups/${FOOTBALL.id}`);
  });

  test("that somebody else saved first: what differs is chosen, field by field, and nothing is lost", async () => {
    const { api } = await openForm(address, FOOTBALL);
    await name().fill("Fußball und Futsal");
    await page.getByLabelText("Beschreibung").fill("Training donnerstags");
    const current: Group = {
      ...FOOTBALL,
      description: "Training dienstags",
      color: "RED",
      parent: { id: CHOIR.id, name: CHOIR.name },
      permissions: ["QUERY_USER", "QUERY_GROUP"],
      forNewMembers: false,
      version: 2,
    };
    api.refuse(groupsContract.updateGroup, { code: "STALE_VERSION", current });
    await button("Gruppe speichern").click();
    for (const text of [
      "Neuer Stand: Training dienstags",
      "Ihre Eingabe: Training donnerstags",
      "Neuer Stand: Rot",
      "Bisher: Grün",
      "Neuer Stand: Chor",
      "Neuer Stand: Mitglieder sehen, Gruppen sehen",
      "Bisher: keine",
    ])
      await expect.element(problem()).toMatchTextContent(text);
    await expectAccessible("a conflict about a group");
    await problem().getByRole("radio", { name: "Neuer Stand: Training dienstags" }).click();
    await problem().getByRole("radio", { name: "Bisher: Grün" }).click();
    await button("Übernehmen und weiter bearbeiten").click();
    await expect.element(name()).toHaveValue("Fußball und Futsal");
    await expect.element(page.getByLabelText("Beschreibung")).toHaveValue("Training dienstags");
    api.answer(groupsContract.updateGroup, current);
    await button("Gruppe speichern").click();
    await expect.poll(() => api.calls(groupsContract.updateGroup)).toHaveLength(2);
    expect(api.calls(groupsContract.updateGroup)[1]?.body).toEqual({
      name: "Fußball und Futsal",
      parentId: CHOIR.id,
      description: "Training dienstags",
      color: "GREEN",
      permissions: ["QUERY_USER", "QUERY_GROUP"],
      forNewMembers: false,
      version: 2,
    });
  });

  test("that can't be loaded offers another try", async () => {
    const api = new FakeApi();
    api.answer(groupsContract.listGroupTree, TREE);
    api.refuse(groupsContract.getGroup, { code: "INTERNAL" });
    await renderPage(groups, address, { api, as: AS });
    await expect.element(button("Erneut versuchen")).toBeVisible();
  });
});
