import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible, FakeApi, READER, renderPage } from "#platform/web/testing.ts";
import { groupsContract, type Group } from "../../groups-contract.ts";
import groups from "./module.tsx";

const CHOIR: Group = {
  id: "0193a000-0000-7000-8000-0000000000a1",
  name: "Chor",
  parent: null,
  groupName: null,
  description: "Probe dienstags um 19 Uhr",
  color: "BLUE",
  permissions: ["QUERY_USER"],
  forNewMembers: false,
  memberCount: 12,
  leaders: [],
  version: 3,
  can: [],
};
const CHILDREN: Group = {
  ...CHOIR,
  id: "0193a000-0000-7000-8000-0000000000a2",
  name: "Kinderchor",
  parent: { id: CHOIR.id, name: CHOIR.name },
  memberCount: 7,
};

/** The server with one group, as this reader sees it. */
function serverWith(group: Group, tree: Group[] = [group]): FakeApi {
  const api = new FakeApi();
  api.answer(groupsContract.getGroup, group);
  api.answer(groupsContract.listGroupTree, tree);
  return api;
}

const heading = (name: string) => page.getByRole("heading", { level: 1, name });
const address = `/groups/${CHOIR.id}`;

describe("what the reader may do with the group", () => {
  test("who may only read it finds no buttons, and the tree is not asked for", async () => {
    const api = serverWith(CHOIR);
    await renderPage(groups, address, { api });
    await expect.element(heading("Chor")).toBeVisible();
    await expect.element(page.getByText("Probe dienstags um 19 Uhr")).toBeVisible();
    await expect.element(page.getByText("Mitglieder sehen")).toBeVisible();
    expect(page.getByRole("button").elements()).toEqual([]);
    expect(api.calls(groupsContract.listGroupTree)).toHaveLength(0);
  });

  test("who may edit but not delete it finds only that", async () => {
    const api = serverWith({ ...CHOIR, can: ["EDIT"] });
    await renderPage(groups, address, { api, as: ["QUERY_GROUP"] });
    await expect.element(page.getByRole("link", { name: "Bearbeiten" })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Mehr" })).not.toBeInTheDocument();
  });

  test("who may write to it does so, without the general right to send messages", async () => {
    const api = serverWith({ ...CHOIR, can: ["WRITE_MESSAGE"] });
    const shown = await renderPage(groups, address, { api });
    await page.getByRole("link", { name: "An die Gruppe schreiben" }).click();
    await expect.poll(() => shown.address()).toBe(`/messaging/compose?groups=${CHOIR.id}`);
  });

  test("its leaders are written to from the menu, which deletes nothing then", async () => {
    const api = serverWith({ ...CHOIR, can: ["WRITE_MESSAGE"] });
    const shown = await renderPage(groups, address, { api });
    await page.getByRole("button", { name: "Mehr" }).click();
    await expect
      .element(page.getByRole("menuitem", { name: "Gruppe löschen" }))
      .not.toBeInTheDocument();
    await page.getByRole("menuitem", { name: "An die Leitung schreiben" }).click();
    await expect.poll(() => shown.address()).toBe(`/messaging/compose?leaders=${CHOIR.id}`);
  });

  test("what the server does not say is not concluded: not from leading, not from rights", async () => {
    const { id, firstname, lastname } = READER;
    const api = serverWith({ ...CHOIR, leaders: [{ id, firstname, lastname }] });
    const as = ["QUERY_GROUP", "MANAGE_GROUP", "SEND_MESSAGE"] as const;
    await renderPage(groups, address, { api, as });
    await expect.element(heading("Chor")).toBeVisible();
    expect(page.getByRole("button").elements()).toEqual([]);
    expect(page.getByRole("link", { name: "An die Gruppe schreiben" }).elements()).toEqual([]);
    expect(api.calls(groupsContract.listGroupTree)).toHaveLength(0);
  });

  test("who may add a sub-group begins with this group above it", async () => {
    const api = serverWith({ ...CHOIR, can: ["ADD_SUBGROUP", "SEE_SUBGROUPS"] });
    const shown = await renderPage(groups, address, { api, as: ["QUERY_GROUP", "MANAGE_GROUP"] });
    await expect.element(page.getByText("Diese Gruppe hat keine Untergruppen.")).toBeVisible();
    await page.getByRole("link", { name: "Untergruppe anlegen" }).click();
    await expect.poll(() => shown.address()).toBe(`/groups/create?parent=${CHOIR.id}`);
  });

  test("the page for changing a group stays closed without the right, and calls nothing", async () => {
    const api = new FakeApi();
    await renderPage(groups, `${address}/edit`, { api, as: ["QUERY_GROUP"] });
    await expect
      .element(page.getByText(/Dazu haben Sie nicht die notwendigen Rechte\./))
      .toBeVisible();
  });
});

describe("deleting the group", () => {
  const deletable: Group = { ...CHOIR, can: ["EDIT", "DELETE", "SEE_SUBGROUPS"] };

  async function askToDelete(api: FakeApi) {
    const shown = await renderPage(groups, address, { api, as: ["QUERY_GROUP", "MANAGE_GROUP"] });
    await page.getByRole("button", { name: "Mehr" }).click();
    await page.getByRole("menuitem", { name: "Gruppe löschen" }).click();
    await expect
      .element(page.getByRole("dialog", { name: "Gruppe „Chor“ löschen?" }))
      .toBeVisible();
    return shown;
  }

  test("the question names what becomes of people, rights and sub-groups", async () => {
    await askToDelete(serverWith(deletable, [deletable, CHILDREN]));
    const dialog = page.getByRole("dialog");
    await expect.element(dialog).toMatchTextContent("Ihre 12 Mitglieder bleiben im Verein");
    await expect
      .element(dialog)
      .toMatchTextContent("die sie durch die Gruppe haben, enden sofort.");
    await expect
      .element(dialog)
      .toMatchTextContent("Die Untergruppe „Kinderchor“ rückt auf die oberste Ebene.");
    await expectAccessible("the question");
  });

  test("nothing is deleted when the answer is no", async () => {
    const api = serverWith(deletable);
    const shown = await askToDelete(api);
    await page.getByRole("button", { name: "Abbrechen" }).click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    expect(shown.address()).toBe(address);
    expect(api.calls(groupsContract.deleteGroup)).toHaveLength(0);
  });

  test("afterwards the reader is on the list and reads that it is gone", async () => {
    const api = serverWith(deletable);
    api.answer(groupsContract.deleteGroup);
    const shown = await askToDelete(api);
    await page.getByRole("button", { name: "Gruppe löschen" }).click();
    await expect.element(page.getByText("Die Gruppe „Chor“ ist gelöscht.")).toBeVisible();
    expect(shown.address()).toBe("/groups");
    expect(api.calls(groupsContract.deleteGroup)).toMatchObject([{ params: { id: CHOIR.id } }]);
  });
});

test("a group that is not there says so instead of showing an empty page", async () => {
  const api = new FakeApi();
  api.refuse(groupsContract.getGroup, { code: "NOT_FOUND", detail: "Diese Gruppe gibt es nicht." });
  await renderPage(groups, address, { api });
  await expect.element(page.getByText(/Diese Gruppe gibt es nicht\./)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Erneut versuchen" })).toBeVisible();
});
