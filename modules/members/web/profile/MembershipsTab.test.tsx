import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { usersContract, type User } from "../../contract.ts";
import { groupsContract } from "../../groups-contract.ts";
import members from "../module.tsx";
import { CHOIR, clubWith, idOf, memberOf, OFFICE, YOUTH } from "../testing.ts";
import type { MembershipOfUser } from "./MembershipsTab.tsx";

const ANNA = memberOf({ can: ["ADD_TO_GROUP"] });
const IN_CHOIR: MembershipOfUser = {
  id: idOf(701),
  group: { id: CHOIR.id, name: CHOIR.name, groupName: null },
  function: "Alt",
  from: "2020-01-01",
  to: null,
  leader: true,
  current: true,
  can: ["EDIT", "DELETE"],
};
const LONG_AGO: MembershipOfUser = {
  ...IN_CHOIR,
  id: idOf(702),
  group: { id: YOUTH.id, name: YOUTH.name, groupName: "Fußball" },
  function: null,
  from: "2001-08-01",
  to: "2005-07-31",
  leader: false,
  current: false,
  can: [],
};

const button = (name: string) => page.getByRole("button", { name });
const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = () => page.getByRole("dialog");
const puts = (api: FakeApi) => api.calls(groupsContract.putGroupMember);
const today = () => new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" });

async function openTab(
  memberships: MembershipOfUser[],
  { user = ANNA, viewport = "desktop" }: { user?: User; viewport?: "desktop" | "phone" } = {},
) {
  const api = clubWith();
  api.answer(usersContract.getUser, user);
  api.answer(groupsContract.listUserMemberships, memberships);
  api.answer(groupsContract.putGroupMember, ({ body }) => ({
    ...IN_CHOIR,
    user: { ...memberOf(), hasProfilePicture: false },
    function: body.function ?? null,
  }));
  await renderPage(members, `/users/${user.id}?tab=groups`, {
    api,
    as: OFFICE,
    lists: { countries: [] },
    viewport,
  });
  await expect.element(page.getByText("Zurzeit", { exact: true })).toBeVisible();
  return api;
}

test("today's groups stand apart from former and future ones", async () => {
  await openTab([IN_CHOIR, LONG_AGO]);
  await expect.element(row("Chor")).toMatchTextContent("ChorAlt, Leitung01.01.2020");
  await expect
    .element(row("Fußball->C-Jugend"))
    .toMatchTextContent("Fußball->C-Jugend01.08.200131.07.2005");
  await expect
    .element(page.getByRole("link", { name: "Chor" }))
    .toHaveAttribute("href", `/groups/${CHOIR.id}`);
  expect(row("Fußball->C-Jugend").getByRole("button").elements()).toEqual([]);
  await expectAccessible("the groups of a member");
});

test("who may not add finds no button", async () => {
  await openTab([], { user: { ...ANNA, can: [] } });
  await expect.element(page.getByText("Zurzeit in keiner Gruppe.")).toBeVisible();
  expect(button("In Gruppe aufnehmen").elements()).toEqual([]);
});

test("the table can be pushed sideways on the phone, the page can't", async () => {
  const group = { ...IN_CHOIR.group, name: "Arbeitskreis".repeat(6) };
  await openTab([{ ...IN_CHOIR, group, function: "Stellvertretung der Leitung" }], {
    viewport: "phone",
  });
  await expectNoSidewaysScroll(320);
});

describe("a new membership", () => {
  async function openDialog() {
    const api = await openTab([]);
    await button("In Gruppe aufnehmen").click();
    await expect.element(dialog()).toBeVisible();
    return api;
  }
  const save = () => dialog().getByRole("button", { name: "Zugehörigkeit speichern" }).click();
  const choose = async (name: string) => {
    await dialog().getByRole("combobox", { name: "Gruppe" }).click();
    await page.getByRole("option", { name }).click();
  };

  test("begins today, with a function and leadership", async () => {
    const api = await openDialog();
    await choose("Chor");
    await dialog().getByLabelText("Funktion").fill("Kassenwartin");
    await dialog()
      .getByRole("checkbox", { name: /^Leitung/ })
      .click();
    await save();
    await expect.element(page.getByText("Die Zugehörigkeit ist gespeichert.")).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(puts(api)).toMatchObject([
      {
        params: { id: CHOIR.id, userId: ANNA.id },
        body: { function: "Kassenwartin", from: today(), to: null, leader: true },
      },
    ]);
  });

  test("needs a group", async () => {
    const api = await openDialog();
    await save();
    await expect.element(dialog().getByText("Bitte wählen Sie eine Gruppe.")).toBeVisible();
    expect(puts(api)).toHaveLength(0);
  });

  test("says at the field what the server has against it", async () => {
    const api = await openDialog();
    await choose("Chor");
    api.refuse(groupsContract.putGroupMember, {
      code: "VALIDATION_FAILED",
      errors: [{ path: "to", code: "invalid", message: "Das Ende liegt vor dem Anfang." }],
    });
    await dialog().getByLabelText("Bis").fill("01.01.2000");
    await save();
    await expect.element(dialog().getByText("Das Ende liegt vor dem Anfang.")).toBeVisible();
    api.refuse(groupsContract.putGroupMember, { code: "FORBIDDEN", detail: "Das geht nicht." });
    await save();
    await expect.element(dialog().getByText("Das geht nicht.")).toBeVisible();
  });
});

describe("an existing one", () => {
  const openMenu = () => button("Aktionen für Chor").click();

  test("is changed on its own period", async () => {
    const api = await openTab([IN_CHOIR]);
    await openMenu();
    await page.getByRole("menuitem", { name: "Zugehörigkeit ändern" }).click();
    await expect.element(dialog().getByLabelText("Funktion")).toHaveValue("Alt");
    expect(dialog().getByRole("combobox", { name: "Gruppe" }).elements()).toEqual([]);
    await dialog().getByLabelText("Funktion").fill("Sopran");
    await dialog().getByRole("button", { name: "Zugehörigkeit speichern" }).click();
    await expect.poll(() => puts(api)).toHaveLength(1);
    expect(puts(api)[0]?.body).toEqual({
      membershipId: IN_CHOIR.id,
      function: "Sopran",
      from: "2020-01-01",
      to: null,
      leader: true,
    });
  });

  test("ends today and goes on as before when that is taken back", async () => {
    const api = await openTab([IN_CHOIR]);
    await openMenu();
    await page.getByRole("menuitem", { name: "Heute beenden" }).click();
    await expect.element(page.getByText("Die Zugehörigkeit zu Chor endet heute.")).toBeVisible();
    await button("Rückgängig").click();
    await expect.poll(() => puts(api)).toHaveLength(2);
    expect(puts(api).map(({ body }) => body.to)).toEqual([today(), null]);
    expect(puts(api)[1]?.body).toMatchObject({ membershipId: IN_CHOIR.id, leader: true });
  });
});
