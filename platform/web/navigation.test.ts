import { expect, test } from "vitest";
import { z } from "zod";
import { inAddress, parseSearch, splitAddress, stringifySearch } from "./navigation.tsx";

const schema = z.object({
  q: inAddress.text(),
  page: inAddress.number(0),
  trashed: inAddress.flag(),
  status: inAddress.list(),
  sort: inAddress.oneOf(["lastname", "joinedOn"], "lastname"),
});

test("the state of a list survives the way through the address", () => {
  const state = {
    q: "Müller & Söhne",
    page: 3,
    trashed: true,
    status: ["ACTIVE", "PASSIVE"],
    sort: "joinedOn" as const,
  };
  expect(schema.parse(parseSearch(stringifySearch(state)))).toEqual(state);
});

test("a single value of a list comes back as a list, a text of digits as a text", () => {
  expect(schema.parse(parseSearch("?status=ACTIVE&q=007"))).toMatchObject({
    status: ["ACTIVE"],
    q: "007",
  });
});

test("an old or mistyped address still opens", () => {
  expect(schema.parse(parseSearch("?page=-1&sort=shoeSize&trashed=perhaps"))).toEqual({
    q: "",
    page: 0,
    trashed: false,
    status: [],
    sort: "lastname",
  });
});

test("what is empty vanishes", () => {
  expect(stringifySearch({ q: "", page: undefined, status: [] })).toBe("");
});

test("an address is split into path and parameters", () => {
  expect(splitAddress("/users?status=ACTIVE&q=a%20b")).toEqual({
    path: "/users",
    search: { status: "ACTIVE", q: "a b" },
  });
  expect(splitAddress("/calendars?hidden=a&hidden=b")).toEqual({
    path: "/calendars",
    search: { hidden: ["a", "b"] },
  });
});
