import { expect, test } from "vitest";
import { parseSearch } from "#platform/web/navigation.tsx";
import { chosen, filterOf, isFiltered, listSchema, viewParameters } from "./list-state.ts";

const stateOf = (address: string) => listSchema.parse(parseSearch(address));
const GROUP = "018f0000-0000-7000-8000-000000000001";

test("an empty address shows everybody, sorted by last name", () => {
  const state = stateOf("");
  expect(filterOf(state)).toEqual({});
  expect(isFiltered(state)).toBe(false);
  expect(state).toMatchObject({ page: 0, size: 50, sort: "lastname", dir: "ASC" });
});

test("the address becomes the server's filter, custom fields included", () => {
  const state = stateOf(
    `?q=mueller&status=ACTIVE,PASSIVE&group=${GROUP}&includeSubgroups=false&joinedFrom=2020-01-01&cf.size=M`,
  );
  expect(filterOf(state)).toEqual({
    q: "mueller",
    status: ["ACTIVE", "PASSIVE"],
    group: GROUP,
    includeSubgroups: false,
    joinedFrom: "2020-01-01",
    "cf.size": "M",
  });
  expect(isFiltered(state)).toBe(true);
});

test("nonsense in a mistyped link is left out instead of breaking the list", () => {
  const state = stateOf(
    "?status=GONE,ACTIVE&group=abc&joinedFrom=gestern&page=-1&dir=UP&cf.=x&foo=bar",
  );
  expect(filterOf(state)).toEqual({ status: ["ACTIVE"] });
  expect(state).toMatchObject({ page: 0, dir: "ASC" });
});

test("ages and years are numbers; what can't be one is left out", () => {
  const address = "?ageFrom=6&ageTo=10&birthYearFrom=85&birthYearTo=2010&membershipYearsTo=viele";
  expect(filterOf(stateOf(address))).toEqual({ ageFrom: 6, ageTo: 10, birthYearTo: 2010 });
  expect(isFiltered(stateOf("?ageFrom=0"))).toBe(true);
  expect(viewParameters(stateOf(address))).toMatchObject({ ageFrom: "6", birthYearTo: "2010" });
});

test("the reference date alone leaves nobody out", () => {
  expect(isFiltered(stateOf("?asOf=2025-12-31"))).toBe(false);
  expect(filterOf(stateOf("?asOf=2025-12-31"))).toEqual({ asOf: "2025-12-31" });
});

test("a view keeps search, filters and sorting, but neither the page nor itself", () => {
  const parameters = viewParameters(stateOf("?q=m&page=7&view=x&columns=a,b&sort=city&cf.size=M"));
  expect(parameters).toMatchObject({ q: "m", sort: "city", "cf.size": "M" });
  for (const name of ["page", "view", "columns", "includeSubgroups"])
    expect(parameters).not.toHaveProperty(name);
});

test("only known words of a list count", () => {
  expect(chosen("A,X,B", ["A", "B"])).toEqual(["A", "B"]);
  expect(chosen("", ["A"])).toEqual([]);
});
