import type { Group } from "../../groups-contract.ts";

export interface GroupNode {
  group: Group;
  children: GroupNode[];
}

/**
 * The flat list of the server (parents before children) as a tree. A child whose parent is hidden
 * stands on top.
 */
export function groupTree(groups: readonly Group[]): GroupNode[] {
  const nodes = new Map<string, GroupNode>(
    groups.map((group) => [group.id, { group, children: [] }]),
  );
  const roots: GroupNode[] = [];
  for (const node of nodes.values()) {
    const parent = node.group.parent && nodes.get(node.group.parent.id);
    if (parent) parent.children.push(node);
    else roots.push(node);
  }
  return roots;
}

/** The branches that fit the text: hits with everything below them, and the way to each hit. */
export function filterTree(nodes: readonly GroupNode[], text: string): GroupNode[] {
  const wanted = foldName(text);
  if (wanted === "") return [...nodes];
  return nodes.flatMap((node) => {
    if (fits(node.group, wanted)) return [node];
    const children = filterTree(node.children, text);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

export function countNodes(nodes: readonly GroupNode[]): number {
  return nodes.reduce((sum, node) => sum + 1 + countNodes(node.children), 0);
}

function fits(group: Group, wanted: string): boolean {
  const leaders = group.leaders.map((leader) => `${leader.firstname} ${leader.lastname}`);
  return [group.name, group.description ?? "", ...leaders].some((text) =>
    foldName(text).includes(wanted),
  );
}

/** Case, accents and the two spellings of umlauts do not matter. */
function foldName(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll(/([aou])e/g, "$1");
}
