import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { z } from "zod";
import { toPage } from "#platform/contract/paging.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { usersContract, type trashedUser } from "../../contract.ts";
import members from "../module.tsx";

type Trashed = z.infer<typeof trashedUser>;

const BERTA: Trashed = {
  id: "0193a000-0000-7000-8000-0000000000c1",
  memberNumber: "4711",
  firstname: "Berta Maria",
  lastname: "Freifrau von Hohenstein-Waldburg",
  birthday: "1961-04-30",
  city: "Garmisch-Partenkirchen",
  deletedAt: "2026-11-20T09:05:00+01:00",
  deletedBy: "Otto Lang",
  anonymisedOn: "2026-12-20",
  can: ["RESTORE", "ANONYMISE", "EXPORT"],
};

function serverWith(rows: Trashed[]): FakeApi {
  const api = new FakeApi();
  api.answer(usersContract.searchTrash, ({ query }) => toPage(rows, rows.length, query));
  return api;
}

const onPhone = { as: ["QUERY_USER", "MANAGE_USER"], viewport: "phone" } as const;
const card = () => page.getByRole("listitem").filter({ hasText: BERTA.lastname });

test("on the phone a member in the trash is a card with what counts and what can be done", async () => {
  await renderPage(members, "/users/trash", { api: serverWith([BERTA]), ...onPhone });
  await expect.element(card()).toMatchTextContent("20.12.2026");
  await expect.element(card().getByRole("button", { name: "Zurückholen" })).toBeVisible();
  await expect.element(page.getByRole("table")).not.toBeInTheDocument();
  await expectAccessible("the trash on the phone");
});

test("nothing is wider than the phone, not even the smallest one", async () => {
  await renderPage(members, "/users/trash", { api: serverWith([BERTA]), ...onPhone });
  await expect.element(card()).toBeVisible();
  await expectNoSidewaysScroll(390);
  await expectNoSidewaysScroll(320);
});

test("at the desk the same list is a table that says who deleted whom", async () => {
  const as = onPhone.as;
  await renderPage(members, "/users/trash", { api: serverWith([BERTA]), as });
  const row = page.getByRole("row").filter({ hasText: BERTA.lastname });
  await expect.element(row).toMatchTextContent("4711");
  await expect.element(row).toMatchTextContent("Otto Lang");
});

test("while the server is gone nobody is taken out of the trash, and the reader knows", async () => {
  const api = serverWith([BERTA]);
  api.disconnect(usersContract.restoreUser);
  await renderPage(members, "/users/trash", { api, ...onPhone });
  await card().getByRole("button", { name: "Zurückholen" }).click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("gerade nicht erreichbar");
  await expect.element(card()).toBeVisible();
});
