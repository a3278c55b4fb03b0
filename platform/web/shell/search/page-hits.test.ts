import { expect, test } from "vitest";
import type { WebModule } from "#platform/web/module.ts";
import { pageHits } from "./page-hits.ts";

const load = () => Promise.reject(new Error("not loaded here"));
const modules: WebModule[] = [
  {
    name: "users",
    pages: [
      { path: "/users", title: "Mitglieder", permission: "QUERY_USER", load },
      { path: "/users/$userId", title: "Mitglied ansehen", load },
      { path: "/jubilees", title: "Geburtstage und Jubiläen", load },
      { path: "/hidden", title: "Jubiläen versteckt", hidden: true, load },
    ],
    menu: [{ order: 1, label: "Neue Mitglieder", to: "/users/new" }],
  },
];
const addresses = (text: string, reader: { permissions: string[]; isAdmin: boolean }) =>
  pageHits(modules, reader, text).hits.map(({ to }) => to);
const office = { permissions: ["QUERY_USER"], isAdmin: false };

test("pages are found by any part of their title, those first that begin with it", () => {
  expect(addresses("mitgl", office)).toEqual(["/users", "/users/new"]);
  expect(addresses("mitgl", { permissions: [], isAdmin: false })).toEqual(["/users/new"]);
  expect(addresses(" ", office)).toEqual([]);
  expect(pageHits(modules, office, "mitgl").begins).toBe(true);
  expect(pageHits(modules, office, "jubil").begins).toBe(false);
});

test("umlauts are folded both ways, and the hit is marked as it is written", () => {
  for (const text of ["jubiläen", "JUBILAEEN", "jubila"])
    expect(addresses(text, office)).toEqual(["/jubilees"]);
  expect(pageHits(modules, office, "jubilae").hits[0]?.title).toEqual([
    { text: "Geburtstage und ", hit: false },
    { text: "Jubilä", hit: true },
    { text: "en", hit: false },
  ]);
});
