import { expect, test } from "vitest";
import { asUrl, hostsOf } from "./database-address.ts";

const ONE = { name: "one", port: 5432 };

test.each([
  ["postgres://u:p@one/club", []],
  ["postgres://u:p@one:6000/club?sslmode=require", []],
  ["postgres://u:p@one,two/club", [ONE, { name: "two", port: 5432 }]],
  ["postgres://u:p@one:5432,two:6000/club", [ONE, { name: "two", port: 6000 }]],
  ["postgresql://one,[fd00::2]:6000/club", [ONE, { name: "fd00::2", port: 6000 }]],
  [
    "postgres://u:p%40x@one,two/club?target_session_attrs=read-write",
    [ONE, { name: "two", port: 5432 }],
  ],
  [
    "postgres://u:p@one,two/club?target_session_attrs=primary&sslmode=require",
    [ONE, { name: "two", port: 5432 }],
  ],
])("the servers of %s are read", (address, servers) => {
  const url = asUrl(address);
  expect(hostsOf(url ?? "")).toEqual(servers);
});

test("what else the address says stays, and its first server is the URL's", () => {
  const url = new URL(
    asUrl("postgres://u:p%40x@one:6000,two/club?sslmode=require&target_session_attrs=primary") ??
      "",
  );
  expect([url.username, url.password, url.host, url.pathname]).toEqual([
    "u",
    "p%40x",
    "one:6000",
    "/club",
  ]);
  expect([...url.searchParams]).toEqual([
    ["sslmode", "require"],
    ["hosts", "one:6000,two:5432"],
  ]);
  expect(asUrl(url.toString())).toBe(url.toString());
});

test.each([
  "mysql://one,two/club",
  "postgres://one,/club",
  "postgres://one:x,two/club",
  "postgres://u:p@one,two/club?target_session_attrs=standby",
  "postgres://u:p@one,two/club?target_session_attrs=any",
  "one,two",
])("%s is no address of a database that takes writes", (address) => {
  expect(asUrl(address)).toBeUndefined();
});
