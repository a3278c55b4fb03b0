import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { groupsContract, type Group } from "#modules/members/groups-contract.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderComponent,
} from "#platform/web/testing.ts";
import type { Grant, GrantLine } from "../contract.ts";
import { GrantsField } from "./GrantsField.tsx";

const CHOIR: Group = {
  id: "0193a000-0000-7000-8000-0000000000a1",
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
const BOARD: Group = { ...CHOIR, id: "0193a000-0000-7000-8000-0000000000a2", name: "Vorstand" };
const OTTO: Grant = {
  subject: "USER",
  id: "0193a000-0000-7000-8000-0000000000d1",
  name: "Otto Lang",
  access: "WRITE",
};
const EVERYBODY: GrantLine = { subject: "ALL", id: null, access: "READ" };
const CHOIR_READS: GrantLine = { subject: "GROUP", id: CHOIR.id, access: "READ" };

interface Given {
  value: GrantLine[];
  known?: Grant[];
  error?: string;
}

/** The field as a form holds it. */
function Form({ value, told, ...given }: Given & { told: (lines: GrantLine[]) => void }) {
  const [lines, setLines] = useState(value);
  const change = (next: GrantLine[]) => {
    setLines(next);
    told(next);
  };
  return <GrantsField id="grants" value={lines} onChange={change} {...given} />;
}

/** Shows the field; the answer tells what was last handed to the form. */
async function show(given: Given, options: Parameters<typeof renderComponent>[1] = {}) {
  const api = new FakeApi();
  api.answer(groupsContract.listGroupTree, [CHOIR, BOARD]);
  const told = vi.fn<(lines: GrantLine[]) => void>();
  await renderComponent(<Form {...given} told={told} />, { api, as: ["QUERY_GROUP"], ...options });
  await expect.element(access("Alle Mitglieder")).toBeVisible();
  return told;
}

const access = (name: string) => page.getByRole("combobox", { name: `Zugriff: ${name}` });
const addGroup = () => page.getByRole("combobox", { name: "Gruppe hinzufügen" });
const option = (name: string) => page.getByRole("option", { name });

describe("everybody", () => {
  test("stands in the list although nothing is granted, and can be given access", async () => {
    const told = await show({ value: [] });
    await expect.element(access("Alle Mitglieder")).toHaveValue("Kein Zugriff");
    await access("Alle Mitglieder").click();
    await option("Lesen").click();
    expect(told).toHaveBeenLastCalledWith([EVERYBODY]);
    await expect.element(access("Alle Mitglieder")).toHaveValue("Lesen");
  });

  test("loses it by choosing so, and has no button for it", async () => {
    const told = await show({ value: [EVERYBODY, CHOIR_READS] });
    expect(page.getByRole("button", { name: /^Zugriff entfernen/ }).elements()).toHaveLength(1);
    await access("Alle Mitglieder").click();
    await option("Kein Zugriff").click();
    expect(told).toHaveBeenLastCalledWith([CHOIR_READS]);
  });
});

describe("groups", () => {
  test("are added with reading, and then no longer offered", async () => {
    const told = await show({ value: [EVERYBODY] });
    await addGroup().click();
    await option("Chor").click();
    expect(told).toHaveBeenLastCalledWith([EVERYBODY, CHOIR_READS]);
    await expect.element(access("Chor")).toHaveValue("Lesen");
    await addGroup().click();
    await expect.element(option("Vorstand")).toBeVisible();
    await expect.element(option("Chor")).not.toBeInTheDocument();
  });

  test("are found by typing and added with Enter", async () => {
    const told = await show({ value: [] });
    await addGroup().fill("Vor");
    await expect.element(option("Vorstand")).toBeVisible();
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(told).toHaveBeenLastCalledWith([{ ...CHOIR_READS, id: BOARD.id }]);
    await expect.element(addGroup()).toHaveValue("");
  });

  test("may be given more, and be taken away again", async () => {
    const told = await show({ value: [CHOIR_READS] });
    await access("Chor").click();
    await option("Schreiben").click();
    expect(told).toHaveBeenLastCalledWith([{ ...CHOIR_READS, access: "WRITE" }]);
    await page.getByRole("button", { name: "Zugriff entfernen: Chor" }).click();
    expect(told).toHaveBeenLastCalledWith([]);
    await expect.element(access("Chor")).not.toBeInTheDocument();
  });
});

describe("what the reader may not look up", () => {
  const value = [CHOIR_READS, { subject: OTTO.subject, id: OTTO.id, access: OTTO.access }];

  test("keeps the names that came with the record; there is nothing to add from", async () => {
    const known = [{ ...CHOIR_READS, name: "Chor" }, OTTO];
    await show({ value, known }, { as: [] });
    await expect.element(access("Chor")).toBeVisible();
    await expect.element(access("Otto Lang")).toHaveValue("Schreiben");
    await expect.element(addGroup()).not.toBeInTheDocument();
    await expect
      .element(page.getByRole("combobox", { name: "Mitglied hinzufügen" }))
      .not.toBeInTheDocument();
  });

  test("without a name is called what it is", async () => {
    await show({ value }, { as: [] });
    await expect.element(access("Gruppe")).toBeVisible();
    await expect.element(access("Mitglied")).toBeVisible();
  });
});

test("what is wrong stands below the list", async () => {
  const error = "Jede Gruppe und jedes Mitglied kann nur einmal genannt werden.";
  await show({ value: [CHOIR_READS], error });
  await expect.element(page.getByText(error)).toBeVisible();
  await expectAccessible("the field with an error");
});

test("on the phone a long name leaves room for access and removal", async () => {
  const name = "Freiwillige Feuerwehrkapelle ".repeat(4).trim();
  const known = [{ ...CHOIR_READS, name }];
  await show({ value: [CHOIR_READS], known }, { as: [], viewport: "phone" });
  await expect
    .element(page.getByRole("button", { name: `Zugriff entfernen: ${name}` }))
    .toBeVisible();
  await expectNoSidewaysScroll(390);
  await expectNoSidewaysScroll(320);
});
