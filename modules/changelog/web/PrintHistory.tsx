import { formatDateTime } from "#platform/web/format/format.ts";
import { call } from "#platform/web/api/api.ts";
import { PrintList } from "#platform/web/ui/table/print/PrintList.tsx";
import type { Column } from "#platform/web/ui/table/table-types.ts";
import { changelogContract, WAY_LABELS, type Change } from "../contract.ts";
import { ownerOf, recordName, whatHappened } from "./change-words.ts";
import type { HistoryFilter } from "./queries.ts";
import { shownValue } from "./shown-value.ts";

const COLUMNS: readonly Column<Change>[] = [
  { key: "at", title: "Wann", render: (change) => formatDateTime(change.at) },
  { key: "actor", title: "Wer", render: (change) => change.actor.name },
  { key: "way", title: "Wie", render: (change) => WAY_LABELS[change.way] },
  { key: "record", title: "Mitglied oder Gruppe", render: recordName },
  {
    key: "what",
    title: "Was",
    render: (change) => whatHappened(change, ownerOf(change)?.name ?? ""),
  },
  { key: "changes", title: "Vorher und nachher", render: (change) => <FieldChanges {...change} /> },
];

/** Prints all changes that the filter finds, newest first. */
export function PrintHistory({ filter, sentence }: { filter: HistoryFilter; sentence: string }) {
  return (
    <PrintList
      label="Änderungshistorie"
      columns={COLUMNS}
      rowId={({ id }) => id}
      print={{
        sentence,
        load: (paging) =>
          call(changelogContract.searchChanges, { query: { ...filter, ...paging } }),
      }}
    />
  );
}

function FieldChanges({ changes, operation }: Change) {
  return changes.map(({ field, label, masked, oldValue, newValue }) => {
    const values = [
      ...(operation === "CREATE" ? [] : [oldValue]),
      ...(operation === "DELETE" ? [] : [newValue]),
    ].map((value) => shownValue(field, value) || "leer");
    return (
      <div key={field}>
        {label}: {masked ? "geändert" : values.join(" → ")}
      </div>
    );
  });
}
