import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { type LoginInvitationPlan, usersContract } from "../../../contract.ts";
import members from "../../module.tsx";
import { clubWith, idOf, manyRows, OFFICE } from "../../testing.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name });
const dialog = () => page.getByRole("dialog", { name: "Zur Anmeldung einladen" });
const tick = (number: number) =>
  page.getByRole("checkbox", { name: `Anna Ahlers ${number} auswählen` }).click({ force: true });
const person = (number: number, name: string) => ({ id: idOf(number), name });

const PLAN: LoginInvitationPlan = {
  invited: 214,
  invitedBefore: 18,
  leftOut: [
    { reason: "ACTIVE", count: 96, people: [person(51, "Otto Alt")] },
    {
      reason: "WITHOUT_MAIL",
      count: 2,
      people: [person(52, "Karl Ohne"), person(53, "Eva Ohne")],
    },
    { reason: "INVITED", count: 18, people: [] },
    { reason: "SHARED", count: 7, people: [] },
  ],
  shared: {
    people: 12,
    addresses: 5,
    named: [
      { address: "familie@example.org", people: [person(54, "Ida Kern"), person(55, "Uwe Kern")] },
    ],
  },
};

/** A club that would invite 214, or one for whoever is chosen in place of the oldest. */
function planned(api: FakeApi) {
  api.answer(usersContract.previewLoginInvitations, ({ body }) => ({
    ...PLAN,
    invited: body.again === true ? 232 : body.shared === "ALL" ? 221 : 214,
  }));
  api.answer(usersContract.inviteLogins, { invited: 221, skipped: 116 });
}

async function openDialog() {
  const api = clubWith({ rows: manyRows(3) });
  planned(api);
  await renderPage(members, "/users", { api, as: OFFICE });
  await expect.element(page.getByRole("link", { name: "Ahlers 1, Anna" })).toBeVisible();
  await tick(1);
  await tick(2);
  await button("Zur Anmeldung einladen").click();
  await expect.element(dialog().getByText("214 Mitglieder werden eingeladen.")).toBeVisible();
  return api;
}

test("the dialog counts first, and names behind each number who is left out", async () => {
  const api = await openDialog();
  const without = dialog().getByText("2 Mitglieder haben keine E-Mail-Adresse");
  await expect.element(without).toBeVisible();
  await expect.element(dialog().getByText("96 Mitglieder haben schon einen Zugang")).toBeVisible();
  await expect
    .element(dialog().getByText("12 Mitglieder teilen 5 Adressen mit anderen"))
    .toBeVisible();
  await without.click();
  await expect
    .element(dialog().getByRole("link", { name: "Karl Ohne" }))
    .toHaveAttribute("href", `/users/${idOf(52)}`);
  expect(api.calls(usersContract.previewLoginInvitations)[0]?.body).toMatchObject({
    ids: [idOf(1), idOf(2)],
    shared: "OLDEST",
    again: false,
  });
  expect(api.calls(usersContract.inviteLogins)).toEqual([]);
  await expectAccessible("inviting many to log in");
});

test("what is chosen is counted anew and sent as it was counted", async () => {
  const api = await openDialog();
  await page.getByRole("radio", { name: /^Alle, jede Person/ }).click();
  await expect.element(button("221 einladen")).toBeEnabled();
  await page.getByRole("checkbox", { name: /^Nach einer Woche einmal erinnern/ }).click();
  await button("221 einladen").click();
  await expect.element(page.getByText("221 Einladungen gehen hinaus.")).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(api.calls(usersContract.inviteLogins).map(({ body }) => body)).toMatchObject([
    { ids: [idOf(1), idOf(2)], shared: "ALL", again: false, remind: false },
  ]);
});

test("who was invited before gets a second mail only where that is ticked", async () => {
  const api = await openDialog();
  await page.getByRole("checkbox", { name: "18 schon Eingeladene noch einmal einladen" }).click();
  await button("232 einladen").click();
  await expect
    .poll(() => api.calls(usersContract.inviteLogins).map(({ body }) => body))
    .toMatchObject([{ again: true, remind: true }]);
});

test("nobody to invite cannot be sent", async () => {
  const api = clubWith({ rows: manyRows(3) });
  api.answer(usersContract.previewLoginInvitations, {
    invited: 0,
    invitedBefore: 0,
    leftOut: [{ reason: "WITHOUT_MAIL", count: 1, people: [person(52, "Karl Ohne")] }],
    shared: { people: 0, addresses: 0, named: [] },
  });
  await renderPage(members, "/users", { api, as: OFFICE });
  await tick(1);
  await button("Zur Anmeldung einladen").click();
  await expect
    .element(dialog().getByText("Von den Ausgewählten wird niemand eingeladen."))
    .toBeVisible();
  await expect.element(button("0 einladen")).toBeDisabled();
  expect(page.getByRole("radio").elements()).toEqual([]);
});

test("a reader who manages no members is not offered it", async () => {
  await renderPage(members, "/users", {
    api: clubWith({ rows: manyRows(3) }),
    as: ["QUERY_USER", "MANAGE_EXPORTS"],
  });
  await tick(1);
  await expect.element(button("Herunterladen")).toBeVisible();
  expect(button("Zur Anmeldung einladen").elements()).toEqual([]);
});

test("on the smallest phone the dialog fits", async () => {
  await openDialog();
  await expectNoSidewaysScroll(320);
  await expectAccessible("inviting many on the phone");
});
