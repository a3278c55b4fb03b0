import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { groupsContract, type Group } from "#modules/members/groups-contract.ts";
import { expectAccessible, expectNoSidewaysScroll, renderPage } from "#platform/web/testing.ts";
import { calendarsContract, type Calendar } from "../contract.ts";
import calendars from "./module.tsx";
import { serverWith, TRAINING } from "./testing.ts";

const as = ["QUERY_CALENDAR", "MANAGE_CALENDAR", "QUERY_GROUP"] as const;
const CHOIR: Group = {
  id: "0193a000-0000-7000-8000-0000000000c1",
  name: "Chor",
  parent: null,
  groupName: null,
  description: null,
  color: "BLUE",
  permissions: [],
  forNewMembers: false,
  memberCount: 12,
  leaders: [],
  version: 3,
  can: [],
};

const name = () => page.getByLabelText("Name (Pflichtangabe)");
const press = (label: string) => page.getByRole("button", { name: label }).click();
const summary = () => page.getByRole("alert").filter({ hasText: "Noch nicht gespeichert" });
const access = (who: string) => page.getByRole("combobox", { name: `Zugriff: ${who}` });
const give = async (who: string, option: string) => {
  await access(who).click();
  await page.getByRole("option", { name: option }).click();
};

describe("a new calendar", () => {
  async function open(viewport: "desktop" | "phone" = "desktop") {
    const api = serverWith({});
    api.answer(groupsContract.listGroupTree, [CHOIR]);
    const shown = await renderPage(calendars, "/calendars/create", { api, as, viewport });
    await expect.element(name()).toBeVisible();
    return { api, shown };
  }

  test("goes out with name, colour and who may use it", async () => {
    const { api, shown } = await open();
    api.answer(calendarsContract.createCalendar, TRAINING);
    await name().fill("Vorstand vertraulich");
    await page.getByRole("radio", { name: "Rot" }).click();
    await give("Alle Mitglieder", "Kein Zugriff");
    await page.getByRole("combobox", { name: "Gruppe hinzufügen" }).click();
    await page.getByRole("option", { name: "Chor" }).click();
    await give("Chor", "Schreiben");
    await expectAccessible("the form of a calendar");
    await press("Kalender anlegen");
    await expect
      .element(page.getByText(`Der Kalender „${TRAINING.name}“ ist angelegt.`))
      .toBeVisible();
    expect(shown.address()).toBe("/calendars");
    expect(api.calls(calendarsContract.createCalendar).map(({ body }) => body)).toEqual([
      {
        name: "Vorstand vertraulich",
        color: "RED",
        grants: [{ subject: "GROUP", id: CHOIR.id, access: "WRITE" }],
      },
    ]);
  });

  test("without a name nothing is sent", async () => {
    const { api } = await open();
    await press("Kalender anlegen");
    await expect.element(summary()).toHaveFocus();
    await expect
      .element(name())
      .toHaveAccessibleDescription(/^Bitte geben Sie dem Kalender einen Namen\./);
    expect(api.calls(calendarsContract.createCalendar)).toHaveLength(0);
  });

  test("a name that is taken stands at the field, and nothing typed is lost", async () => {
    const { api } = await open();
    const message = "Einen Kalender mit diesem Namen gibt es schon.";
    api.refuse(calendarsContract.createCalendar, {
      code: "ALREADY_EXISTS",
      errors: [{ path: "name", code: "TAKEN", message }],
    });
    await name().fill("Training");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(name()).toHaveAccessibleDescription(new RegExp(message));
    await expect.element(name()).toHaveValue("Training");
  });

  test("leaving with something typed asks first", async () => {
    const { shown } = await open();
    await name().fill("Training");
    await press("Abbrechen");
    const question = page.getByRole("dialog");
    await expect.element(question).toBeVisible();
    expect(shown.address()).toBe("/calendars/create");
  });

  test("on the phone it fits", async () => {
    await open("phone");
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("the form of a calendar on the phone");
  });
});

describe("a calendar that is edited", () => {
  const MANAGED: Calendar = {
    ...TRAINING,
    grants: [{ subject: "GROUP", id: CHOIR.id, name: "Chor", access: "READ" }],
    version: 4,
    can: ["EDIT"],
  };

  async function open() {
    const api = serverWith({});
    api.answer(groupsContract.listGroupTree, [CHOIR]);
    api.answer(calendarsContract.getCalendar, MANAGED);
    api.answer(calendarsContract.updateCalendar, { ...MANAGED, version: 5 });
    const shown = await renderPage(calendars, `/calendars/${MANAGED.id}/edit`, { api, as });
    await expect.element(name()).toHaveValue(MANAGED.name);
    return { api, shown };
  }
  const sent = (api: Awaited<ReturnType<typeof open>>["api"]) =>
    api.calls(calendarsContract.updateCalendar).map(({ body }) => body);

  test("is saved with its version; what was not touched stays", async () => {
    const { api, shown } = await open();
    await expect.element(access("Chor")).toHaveValue("Lesen");
    await page.getByRole("radio", { name: "Blau" }).click();
    await press("Kalender speichern");
    await expect
      .element(page.getByText(`Der Kalender „${MANAGED.name}“ ist gespeichert.`))
      .toBeVisible();
    expect(shown.address()).toBe("/calendars");
    expect(sent(api)).toEqual([
      {
        name: MANAGED.name,
        color: "BLUE",
        grants: [{ subject: "GROUP", id: CHOIR.id, access: "READ" }],
        version: 4,
      },
    ]);
  });

  test("when somebody saved first, both states are told in words", async () => {
    const { api } = await open();
    const current: Calendar = { ...MANAGED, color: "RED", grants: [], version: 9 };
    api.refuse(calendarsContract.updateCalendar, { code: "STALE_VERSION", current });
    await page.getByRole("radio", { name: "Blau" }).click();
    await press("Kalender speichern");
    await expect.element(summary()).toMatchTextContent(/Rot/);
    await page.getByText("Neuer Stand: Rot").click();
    api.answer(calendarsContract.updateCalendar, current);
    await press("Übernehmen und weiter bearbeiten");
    await expect.element(page.getByRole("radio", { name: "Rot" })).toBeChecked();
    await press("Kalender speichern");
    await expect.poll(() => sent(api).at(-1)).toMatchObject({ color: "RED", version: 9 });
  });

  test("one that is gone says so", async () => {
    const api = serverWith({});
    api.refuse(calendarsContract.getCalendar, { code: "NOT_FOUND" });
    await renderPage(calendars, `/calendars/${MANAGED.id}/edit`, { api, as });
    await expect.element(page.getByText(/nicht gefunden/)).toBeVisible();
  });
});
