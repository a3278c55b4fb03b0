import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { chooseFiles, renderPage } from "#platform/web/testing.ts";
import { usersContract } from "../../contract.ts";
import members from "../module.tsx";
import { clubWith, memberOf, OFFICE } from "../testing.ts";

const ANNA = memberOf({ can: ["EDIT_PICTURE"] });
const menu = () => page.getByRole("button", { name: "Bild ändern" });

async function openProfile(user = ANNA) {
  const api = clubWith();
  api.answer(usersContract.getUser, user);
  await renderPage(members, `/users/${user.id}`, { api, as: OFFICE, lists: { countries: [] } });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  return api;
}

function choose(name: string, type: string, size = 10): void {
  chooseFiles([new File([new Uint8Array(size)], name, { type })]);
}

test("who may not change it finds a picture, not a button", async () => {
  await openProfile({ ...ANNA, can: [] });
  expect(menu().elements()).toEqual([]);
  expect(document.querySelector('input[type="file"]')).toBe(null);
});

describe("a chosen file", () => {
  test("is sent as what it is and shown at once", async () => {
    const api = await openProfile();
    api.answer(usersContract.putUserPicture);
    choose("anna.png", "image/png");
    await expect.element(page.getByText("Das Bild ist gespeichert.")).toBeVisible();
    expect(api.calls(usersContract.putUserPicture)).toMatchObject([{ params: { id: ANNA.id } }]);
    expect(api.calls(usersContract.getUser).length).toBeGreaterThan(1);
  });

  test("that is no picture is refused before it is sent", async () => {
    const api = await openProfile();
    choose("brief.pdf", "application/pdf");
    await expect
      .element(page.getByRole("alert"))
      .toMatchTextContent("Bitte wählen Sie ein Bild als JPEG, PNG oder HEIC.");
    expect(api.calls(usersContract.putUserPicture)).toHaveLength(0);
  });

  test("that is too large is refused before it is sent", async () => {
    const api = await openProfile();
    choose("gross.jpg", "image/jpeg", 10 * 1024 * 1024 + 1);
    await expect.element(page.getByRole("alert")).toMatchTextContent("größer als 10 MB");
    expect(api.calls(usersContract.putUserPicture)).toHaveLength(0);
  });

  test("that the server can't read is told in the red list", async () => {
    const api = await openProfile();
    const detail = "Dieses Bild lässt sich nicht lesen.";
    api.refuse(usersContract.putUserPicture, { code: "UNPROCESSABLE", detail });
    choose("anna.jpg", "image/jpeg");
    await expect.element(page.getByRole("alert")).toMatchTextContent(detail);
  });
});

describe("an existing picture", () => {
  test("is replaced or removed, one that is not there only chosen", async () => {
    await openProfile();
    await menu().click();
    await expect.element(page.getByRole("menuitem", { name: "Bild auswählen" })).toBeVisible();
    expect(page.getByRole("menuitem", { name: "Bild entfernen" }).elements()).toEqual([]);
  });
});
