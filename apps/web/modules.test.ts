import { expect, test } from "vitest";
import { PERMISSIONS } from "#platform/contract/permissions.ts";
import type { MenuItem } from "#platform/web/module.ts";
import { accountMenuOf, sideMenuOf } from "#platform/web/modules.tsx";
import { modules } from "./modules.ts";

type Line = [label: string, path: string | undefined, roles: readonly string[], submenu: Line[]];

function linesOf(items: readonly MenuItem[]): Line[] {
  return items.map((item) => [item.label, item.to, item.roles ?? [], linesOf(item.menu ?? [])]);
}

function labelsFor(permissions: readonly string[]): string[] {
  return sideMenuOf(modules, { permissions, isAdmin: false }).map((item) => item.label);
}

test("the side menu is the specification's, and the settings", () => {
  expect(linesOf(sideMenuOf(modules, { permissions: PERMISSIONS, isAdmin: false }))).toEqual([
    ["Übersicht", "/", [], []],
    [
      "Mitglieder",
      "/users",
      ["QUERY_USER"],
      [
        ["Gruppen", "/groups", ["QUERY_GROUP"], []],
        ["Änderungshistorie", "/users/history", ["QUERY_USER_CHANGELOG"], []],
        ["Exports", "/export", ["MANAGE_EXPORTS"], []],
        ["Imports", "/import", ["MANAGE_IMPORTS"], []],
      ],
    ],
    ["Nachrichten", "/messaging", [], []],
    ["Dokumente", "/file-shares", ["QUERY_FILESHARE"], []],
    ["Bilder", "/images-shares", ["QUERY_IMAGESHARE"], []],
    ["Kalender", "/calendars", ["QUERY_CALENDAR"], []],
    // Not in the specification's list: behind the others, so that their places stay.
    ["Einstellungen", "/settings", ["MANAGE_TENANT"], []],
  ]);
});

test("who may change the settings finds them in the menu, once", () => {
  const reader = { permissions: ["MANAGE_TENANT"] as const, isAdmin: false };
  expect(labelsFor(reader.permissions)).toEqual(["Übersicht", "Nachrichten", "Einstellungen"]);
  const menu = new Set(sideMenuOf(modules, reader).map(({ to }) => to));
  expect(accountMenuOf(modules, reader).filter(({ to }) => menu.has(to))).toEqual([]);
});

test("without rights only the overview and the messages are left", () => {
  expect(labelsFor([])).toEqual(["Übersicht", "Nachrichten"]);
});

test("someone who may do exports finds them without seeing members", () => {
  expect(labelsFor(["MANAGE_EXPORTS"])).toEqual(["Übersicht", "Exports", "Nachrichten"]);
});

test("the specification's route table is covered, with its titles", () => {
  const titles = new Map(
    modules.flatMap((module) => module.pages).map((page) => [page.path as string, page.title]),
  );
  expect(Object.fromEntries(titles)).toMatchObject({
    "/": "Home",
    "/users": "Mitglieder",
    "/users/$userId": "Profil Ansicht",
    "/users/create": "Neues Mitglied anlegen",
    "/users/sync": "Nutzer Import",
    "/users/history": "Änderungshistorie",
    "/groups": "Gruppen Übersicht",
    "/messaging/{-$messageId}": "Nachrichten",
    "/calendars": "Kalender",
    "/file-shares": "Dokumente",
    "/images-shares": "Bilder",
    "/profile": "Mein Profil",
    "/export": "Export Ziele",
    "/import": "Import Quellen",
  });
  for (const path of [
    "/groups/$groupId",
    "/file-shares/$shareId",
    "/file-shares/$shareId/$",
    "/images-shares/$shareId",
  ]) {
    expect(titles.has(path), path).toBe(true);
  }
  for (const path of [
    "/file-viewer/$shareId",
    "/mapping-config/$id",
    "/tables",
    "/forms",
    "/ui",
    "/responsive",
  ]) {
    expect(titles.has(path), path).toBe(true);
  }
});
