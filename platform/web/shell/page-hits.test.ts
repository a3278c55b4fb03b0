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
const office = { permissions: ["QUERY_USER"], isAdmin: false };

test("pages are found by any part of their title, those first that begin with it", () => {
  expect(pageHits(modules, office, "mitgl").map(({ to }) => to)).toEqual(["/users", "/users/new"]);
  expect(pageHits(modules, { permissions: [], isAdmin: false }, "mitgl").map(({ to }) => to)).toEqual(["/users/new"]);
  expect(pageHits(modules, office, " ")).toEqual([]);
});

test("umlauts are folded both ways, and the hit is marked as it is written", () => {
  for (const text of ["jubiläen", "JUBILAEEN", "jubila"]) expect(pageHits(modules, office, text).map(({ to }) => to)).toEqual(["/jubilees"]);
  expect(pageHits(modules, office, "jubilae")[0]?.title).toEqual([
    { text: "Geburtstage und ", hit: false },
    { text: "Jubilä", hit: true },
    { text: "en", hit: false },
  ]);
});
