import { expect, test } from "vitest";
import { groupParts } from "./group-signs.ts";

test("a stroke parts groups that come again, and none that never stand alone", () => {
  const choir = groupParts(["Alt", "Bass", "Alt/Kinderchor", "Bass/Kinderchor"], new Set());
  expect(choir("Alt/Kinderchor")).toEqual(["Alt", "Kinderchor"]);
  const gym = groupParts(["Eltern/Kind", "Yoga", "Yoga", "Eltern/Kind"], new Set());
  expect(gym("Eltern/Kind")).toEqual(["Eltern/Kind"]);
});

test("a group of the club is one, whatever stands in its name", () => {
  const cells = ["Spiel und Spaß", "Spiel", "Spaß", "Spiel"];
  expect(groupParts(cells, new Set(["spiel und spaß"]))("Spiel und Spaß")).toEqual([
    "Spiel und Spaß",
  ]);
  expect(groupParts(cells, new Set())("Spiel und Spaß")).toEqual(["Spiel", "Spaß"]);
});

test("signs that always part do so, and lists of an address book's own are none", () => {
  const parts = groupParts([], new Set());
  expect(parts("Turnen, Tanz;Yoga|Chor")).toEqual(["Turnen", "Tanz", "Yoga", "Chor"]);
  expect(parts("Chor ::: * myContacts")).toEqual(["Chor"]);
});
