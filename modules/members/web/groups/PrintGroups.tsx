import { displayName, formatNumber, plural } from "#platform/web/format/format.ts";
import { loadFrom } from "#platform/web/ui/table/print/load-all.ts";
import { PrintList } from "#platform/web/ui/table/print/PrintList.tsx";
import type { Column } from "#platform/web/ui/table/table-types.ts";
import type { Group } from "../../groups-contract.ts";
import type { GroupNode } from "./group-tree.ts";

interface Line {
  group: Group;
  depth: number;
}

const COLUMNS: readonly Column<Line>[] = [
  {
    key: "name",
    title: "Gruppe",
    render: ({ group, depth }) => (
      <span style={{ paddingInlineStart: `${depth * 1.25}em` }}>{group.name}</span>
    ),
  },
  {
    key: "leaders",
    title: "Leitung",
    render: ({ group }) => group.leaders.map(displayName).join(", "),
  },
  {
    key: "permissions",
    title: "Rechte",
    render: ({ group }) =>
      group.permissions.length > 0 ? plural(group.permissions.length, "Recht", "Rechte") : "",
  },
  { key: "members", title: "Mitglieder", render: ({ group }) => formatNumber(group.memberCount) },
];

/** Prints the groups that were found, closed branches too, as a list with steps. */
export function PrintGroups({ nodes, sentence }: { nodes: GroupNode[]; sentence: string }) {
  return (
    <PrintList
      label="Gruppen"
      columns={COLUMNS}
      rowId={({ group }) => group.id}
      print={{ sentence, load: loadFrom(linesOf(nodes, 0)) }}
    />
  );
}

function linesOf(nodes: readonly GroupNode[], depth: number): Line[] {
  return nodes.flatMap(({ group, children }) => [
    { group, depth },
    ...linesOf(children, depth + 1),
  ]);
}
