import { expect, test } from "vitest";
import { parseUpdate } from "./live.ts";

test("an update names the kind of thing that changed", () => {
  expect(parseUpdate('event: update\ndata: {"kind":"user","ids":["1"]}')).toEqual({ kind: "user" });
});

test("keep-alive comments and other data tell nothing", () => {
  expect(parseUpdate(": still here")).toBeUndefined();
  expect(parseUpdate('data: {"hello":1}')).toBeUndefined();
});

test("after a gap anything may have changed", () => {
  expect(parseUpdate("event: resync\ndata: {}")).toBe("anything");
});
