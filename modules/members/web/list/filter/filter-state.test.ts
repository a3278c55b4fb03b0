import { expect, test } from "vitest";
import { changedFilter, stateOfFilter } from "./filter-state.ts";

const GROUP = "0193a2b0-0000-7000-8000-000000000001";

test("a kept filter is shown as the list shows it", () => {
  const state = stateOfFilter({
    status: ["ACTIVE", "PASSIVE"],
    group: GROUP,
    includeSubgroups: false,
    "cf.trikot": "L",
  });
  expect(state.status).toBe("ACTIVE,PASSIVE");
  expect(state.includeSubgroups).toBe(false);
  expect(state["cf.trikot"]).toBe("L");
});

test("a change keeps everything else, and what became empty is left out", () => {
  const filter = { status: ["ACTIVE"], q: "müller", joinedFrom: "2020-01-01" };
  expect(changedFilter(filter, { status: "", gender: "FEMALE" })).toEqual({
    q: "müller",
    joinedFrom: "2020-01-01",
    gender: ["FEMALE"],
  });
});

test("the parameters of a saved view become a filter without its columns and its order", () => {
  expect(
    changedFilter({ status: "HONORARY", sort: "city", dir: "DESC", columns: "city" }, {}),
  ).toEqual({ status: ["HONORARY"] });
});
