import { expect, test } from "vitest";
import type { GrantLine } from "../contract.ts";
import { grantsSentence, withAccess } from "./grant-words.ts";

const everybody: GrantLine = { subject: "ALL", id: null, access: "READ" };
const board: GrantLine = { subject: "GROUP", id: "g1", access: "WRITE" };

test("a line is added once, changed in place and taken away", () => {
  expect(withAccess([board], "ALL", null, "READ")).toEqual([everybody, board]);
  expect(withAccess([everybody], "GROUP", "g1", "WRITE")).toEqual([everybody, board]);
  expect(withAccess([everybody, board], "GROUP", "g1", "READ")).toEqual([
    everybody,
    { ...board, access: "READ" },
  ]);
  expect(withAccess([everybody, board], "ALL", null, null)).toEqual([board]);
});

test("a member and a group of the same id are two subjects", () => {
  const lines = withAccess([board], "USER", "g1", "READ");
  expect(lines).toHaveLength(2);
  expect(withAccess(lines, "USER", "g1", null)).toEqual([board]);
});

test("grants are said in one sentence", () => {
  expect(
    grantsSentence([
      { ...everybody, name: "Alle Mitglieder" },
      { ...board, name: "Vorstand" },
    ]),
  ).toBe("Lesen: Alle Mitglieder · Schreiben: Vorstand");
  expect(grantsSentence([])).toBe("Nur Verwalterinnen und Verwalter");
});
