import { displayName, formatDate, groupPrefixed } from "#platform/web/format/format.ts";
import { loadFrom } from "#platform/web/ui/table/print/load-all.ts";
import { PrintList } from "#platform/web/ui/table/print/PrintList.tsx";
import type { Column } from "#platform/web/ui/table/table-types.ts";
import type { User } from "../../contract.ts";
import { texts } from "../texts.ts";
import type { MembershipOfUser } from "./MembershipsTab.tsx";
import { functionWords } from "./membership-words.ts";

const COLUMNS: readonly Column<MembershipOfUser>[] = [
  { key: "group", title: texts.groups.group, render: ({ group }) => groupPrefixed(group) },
  { key: "function", title: texts.groups.function, render: functionWords },
  { key: "from", title: texts.groups.from, render: ({ from }) => formatDate(from) },
  { key: "to", title: texts.groups.to, render: ({ to }) => formatDate(to) },
];

/** Prints all groups of a member, today's first. */
export function PrintMemberships({ user, rows }: { user: User; rows: MembershipOfUser[] }) {
  return (
    <PrintList
      label={texts.groups.printed(displayName(user))}
      columns={COLUMNS}
      rowId={({ id }) => id}
      print={{ sentence: texts.groups.printedSentence(rows.length), load: loadFrom(rows) }}
    />
  );
}
