import { expect, test } from "vitest";
import type { Invitation } from "../../../invitation-contract.ts";
import { OPEN_INVITATION } from "../../testing.ts";
import { groupedBySeries } from "./series-groups.ts";
import { seriesSummary } from "../series-words.ts";

const date = (id: string, occurrenceOf: string | null): Invitation => ({
  ...OPEN_INVITATION,
  id,
  event: { ...OPEN_INVITATION.event, occurrenceOf },
});

test("dates of a series stand together where the first is; others stay in order", () => {
  const list = [
    date("1", null),
    date("2", "yoga"),
    date("3", "chor"),
    date("4", "yoga"),
    date("5", null),
    date("6", "alone"),
    date("7", "chor"),
  ];
  const shown = groupedBySeries(list).map((group) =>
    group.kind === "ONE" ? group.id : [group.id, ...group.invitations.map(({ id }) => id)],
  );
  expect(shown).toEqual(["1", ["yoga", "2", "4"], ["chor", "3", "7"], "5", "6"]);
});

test.each([
  [["OPEN", "OPEN"], "alle offen"],
  [["ACCEPTED", "OPEN", "ACCEPTED"], "1 offen, 2 zugesagt"],
  [["DECLINED", "WAITING"], "1 auf der Warteliste, 1 abgesagt"],
] as const)("%j is summed up", (states, words) => {
  expect(seriesSummary(states.map((state) => ({ state })))).toBe(words);
});
