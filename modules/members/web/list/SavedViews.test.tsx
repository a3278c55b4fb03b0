import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type FakeApi, renderPage } from "#platform/web/testing.ts";
import { usersContract, type UserView } from "../../contract.ts";
import members from "../module.tsx";
import { clubWith, idOf, OFFICE } from "../testing.ts";

const HONOURED: UserView = {
  id: idOf(601),
  name: "Ehrenmitglieder",
  shared: false,
  parameters: { status: "HONORARY", sort: "joinedOn", dir: "DESC" },
  columns: ["name", "joinedOn"],
  owner: { id: idOf(1), name: "Erika Mustermann" },
  version: 4,
  can: ["EDIT", "DELETE"],
};
const OTHERS: UserView = { ...HONOURED, id: idOf(602), name: "Jugend", shared: true, can: [] };

const button = (name: string) => page.getByRole("button", { name });
const item = (name: string) => page.getByRole("menuitem", { name });

async function openList(views: UserView[], address = "/users") {
  const api = clubWith();
  api.answer(usersContract.searchViews, views);
  const shown = await renderPage(members, address, { api, as: OFFICE });
  await expect.element(page.getByRole("row").nth(1)).toBeVisible();
  return { api, shown };
}

const open = (name = "Ansichten") => button(name).click();
const addressOf = ({ parameters, columns, id }: UserView) =>
  new URLSearchParams({ ...parameters, columns: columns.join(","), view: id }).toString();

/** The server keeps what it is told to. */
function keepViews(api: FakeApi, views: UserView[]): void {
  let kept = views;
  api.answer(usersContract.searchViews, () => kept);
  api.answer(usersContract.createView, ({ body }) => {
    const made = { ...HONOURED, ...body, id: idOf(650), version: 1 };
    kept = [...kept, made];
    return made;
  });
  api.answer(usersContract.deleteView, ({ params }) => {
    kept = kept.filter(({ id }) => id !== params.id);
  });
}

test("own views and those for all stand apart, and one is chosen with order and columns", async () => {
  const { shown } = await openList([HONOURED, OTHERS]);
  await open();
  await expect.element(page.getByText("Eigene Ansichten")).toBeVisible();
  await expect.element(page.getByText("Ansichten für alle")).toBeVisible();
  await item("Ehrenmitglieder").click();
  await expect
    .poll(() => shown.search())
    .toEqual({
      status: "HONORARY",
      sort: "joinedOn",
      dir: "DESC",
      columns: "name,joinedOn",
      view: HONOURED.id,
    });
  await expect.element(button("Ehrenmitglieder")).toBeVisible();
  await expect.element(page.getByRole("columnheader", { name: "Eintritt" })).toBeVisible();
  await open("Ehrenmitglieder");
  await item("Alle Mitglieder").click();
  await expect.poll(() => shown.address()).toBe("/users");
});

test("without views the menu says so and offers to save the first", async () => {
  await openList([]);
  await open();
  await expect.element(page.getByText("Noch keine Ansicht gespeichert")).toBeVisible();
  await expect.element(item("Diese Ansicht speichern")).toBeVisible();
});

describe("saving the list as a view", () => {
  async function openDialog(address = "/users?status=HONORARY&columns=name,city&page=2") {
    const opened = await openList([], address);
    keepViews(opened.api, []);
    await open();
    await item("Diese Ansicht speichern").click();
    await expect.element(page.getByLabelText("Name der Ansicht")).toHaveFocus();
    return opened;
  }
  const save = () => button("Ansicht speichern").click();

  test("keeps filters, order and columns, but not the page; afterwards it is the active one", async () => {
    const { api, shown } = await openDialog();
    await page.getByLabelText("Name der Ansicht").fill("Ehrenmitglieder");
    await page.getByRole("checkbox", { name: /^Auch für alle anderen/ }).click();
    await save();
    await expect
      .element(page.getByText("Die Ansicht „Ehrenmitglieder“ ist gespeichert."))
      .toBeVisible();
    expect(api.calls(usersContract.createView).map(({ body }) => body)).toEqual([
      {
        name: "Ehrenmitglieder",
        shared: true,
        parameters: { status: "HONORARY", size: "50", sort: "lastname", dir: "ASC" },
        columns: ["name", "city"],
      },
    ]);
    expect(shown.search()["view"]).toBe(idOf(650));
    await expect.element(button("Ehrenmitglieder")).toBeVisible();
  });

  test("needs a name", async () => {
    const { api } = await openDialog();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Bitte geben Sie der Ansicht einen Namen.")).toBeVisible();
    expect(api.calls(usersContract.createView)).toHaveLength(0);
  });

  test("says what the server has against it, and keeps the name", async () => {
    const { api } = await openDialog();
    api.refuse(usersContract.createView, {
      code: "VALIDATION_FAILED",
      errors: [{ path: "name", code: "taken", message: "Diese Ansicht gibt es schon." }],
    });
    await page.getByLabelText("Name der Ansicht").fill("Ehrenmitglieder");
    await save();
    await expect.element(page.getByText("Diese Ansicht gibt es schon.")).toBeVisible();
    await expect.element(page.getByLabelText("Name der Ansicht")).toHaveValue("Ehrenmitglieder");
  });
});

describe("changing the active view", () => {
  test("overwrites it with the list as it is now, on the version that was read", async () => {
    const { api } = await openList([HONOURED], `/users?${addressOf(HONOURED)}&city=`);
    api.answer(usersContract.updateView, { ...HONOURED, version: 5 });
    await button("Filter Status entfernen").click();
    await open("Ehrenmitglieder");
    await item("„Ehrenmitglieder“ mit dieser Liste überschreiben").click();
    await expect
      .element(page.getByText("Die Ansicht „Ehrenmitglieder“ ist gespeichert."))
      .toBeVisible();
    const [sent] = api.calls(usersContract.updateView);
    expect(sent?.params).toEqual({ id: HONOURED.id });
    expect(sent?.body).toMatchObject({ name: "Ehrenmitglieder", shared: false, version: 4 });
    expect(sent?.body.parameters).not.toHaveProperty("status");
  });

  test("deletes it, and gives it back as it was", async () => {
    const { api } = await openList([HONOURED], `/users?${addressOf(HONOURED)}`);
    keepViews(api, [HONOURED]);
    await open("Ehrenmitglieder");
    await item("„Ehrenmitglieder“ löschen").click();
    await expect
      .element(page.getByText("Die Ansicht „Ehrenmitglieder“ ist gelöscht."))
      .toBeVisible();
    await expect.element(button("Ansichten")).toBeVisible();
    await button("Rückgängig").click();
    await expect.poll(() => api.calls(usersContract.createView)).toHaveLength(1);
    expect(api.calls(usersContract.createView)[0]?.body).toEqual({
      name: "Ehrenmitglieder",
      shared: false,
      parameters: HONOURED.parameters,
      columns: HONOURED.columns,
    });
    await open();
    await expect.element(item("Ehrenmitglieder")).toBeVisible();
  });

  test("somebody else's view can be used, not changed", async () => {
    await openList([OTHERS], `/users?${addressOf(OTHERS)}`);
    await open("Jugend");
    await expect.element(item("Diese Ansicht speichern")).toBeVisible();
    expect(item("„Jugend“ löschen").elements()).toEqual([]);
    expect(item("„Jugend“ mit dieser Liste überschreiben").elements()).toEqual([]);
  });
});
