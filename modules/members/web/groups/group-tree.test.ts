import { describe, expect, test } from "vitest";
import type { Group } from "../../groups-contract.ts";
import { countNodes, filterTree, groupTree } from "./group-tree.ts";
import { withDescendants } from "./queries.ts";

function aGroup(id: string, name: string, parentId?: string): Group {
  return {
    id,
    name,
    parent: parentId ? { id: parentId, name: parentId } : null,
    groupName: parentId ?? null,
    description: null,
    color: null,
    permissions: [],
    forNewMembers: false,
    memberCount: 0,
    leaders: [],
    version: 1,
    can: [],
  };
}

const groups = [
  aGroup("f", "Fußball"),
  aGroup("h", "Herren", "f"),
  aGroup("a", "Alte Herren", "h"),
  aGroup("c", "Chor"),
];
const names = (text: string) =>
  JSON.stringify(filterTree(groupTree(groups), text), (key, value: unknown) =>
    key === "group" ? (value as Group).name : value,
  );

describe("groupTree", () => {
  test("puts children below their parents, however deep", () => {
    const tree = groupTree(groups);
    expect(tree.map((node) => node.group.name)).toEqual(["Fußball", "Chor"]);
    expect(tree[0]?.children[0]?.children[0]?.group.name).toBe("Alte Herren");
    expect(countNodes(tree)).toBe(4);
  });

  test("shows a group whose parent is not in the list on top", () => {
    expect(groupTree([aGroup("h", "Herren", "hidden")])).toHaveLength(1);
  });
});

describe("filterTree", () => {
  test("keeps the way to a hit and leaves the rest out", () => {
    expect(countNodes(filterTree(groupTree(groups), "alte"))).toBe(3);
    expect(names("alte")).not.toContain("Chor");
  });

  test("folds umlauts, ß and case", () => {
    expect(names("FUSSBALL")).toContain("Fußball");
    expect(countNodes(filterTree(groupTree([aGroup("m", "Mädchen")]), "maedchen"))).toBe(1);
    expect(countNodes(filterTree(groupTree([aGroup("m", "Mädchen")]), "madchen"))).toBe(1);
  });

  test("an empty text filters nothing", () => {
    expect(countNodes(filterTree(groupTree(groups), "  "))).toBe(4);
  });
});

test("withDescendants names the group and all below it", () => {
  expect([...withDescendants(groups, "f")]).toEqual(["f", "h", "a"]);
});
