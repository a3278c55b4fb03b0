import { expect, test } from "vitest";
import { CREATE, decisionOf, IGNORE, valueOf, withDecision } from "./group-decisions.ts";

const GROUP = "0193a2b0-0000-7000-8000-000000000001";

test("a path is made below the group above it", () => {
  expect(decisionOf("Handball->Damen 1", CREATE)).toEqual({
    name: "Handball->Damen 1",
    action: "CREATE",
    groupId: null,
    parent: "Handball",
  });
  expect(decisionOf("Quidditch", CREATE).parent).toBeNull();
});

test.each([CREATE, IGNORE, GROUP])("%s is shown as it was chosen", (value) => {
  expect(valueOf(decisionOf("Quidditch", value))).toBe(value);
});

test("nothing decided shows nothing, and the later decision holds", () => {
  expect(valueOf({ action: null, group: null })).toBeNull();
  const first = withDecision([], decisionOf("Quidditch", IGNORE));
  expect(withDecision(first, decisionOf("Quidditch", GROUP))).toEqual([
    decisionOf("Quidditch", GROUP),
  ]);
});
