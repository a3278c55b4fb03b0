import { expect, test } from "vitest";
import type { GroupDecision } from "../../../import-contract.ts";
import { linesOf, problemsOfLines, sentDecisions } from "./decision-lines.ts";

const TURNEN = "0192d3a0-0000-7000-8000-000000000001";

test("decisions go into the form and come back as they were", () => {
  const decisions: GroupDecision[] = [
    { name: "Turner", action: "USE", groupId: TURNEN, parent: null },
    { name: "Schach", action: "CREATE", groupId: null, parent: "Denksport" },
    { name: "Tennis->U14", action: "CREATE", groupId: null, parent: "Tennis" },
    { name: "Alt", action: "IGNORE", groupId: null, parent: null },
  ];
  expect(sentDecisions(linesOf(decisions))).toEqual(decisions);
});

test("what is open or said twice is told at its line", () => {
  const lines = [
    { name: "Turner", choice: TURNEN, parent: "" },
    { name: " turner ", choice: null, parent: "" },
    { name: "", choice: TURNEN, parent: "" },
  ];
  expect(Object.keys(problemsOfLines(lines))).toEqual([
    "groupDecisions.1.name",
    "groupDecisions.1.groupId",
    "groupDecisions.2.name",
  ]);
  expect(problemsOfLines(lines.slice(0, 1))).toEqual({});
});
