import { Button, CloseButton } from "@mantine/core";
import { formatNumber } from "#platform/web/format/format.ts";
import classes from "./DataTable.module.css";
import { unseenOf } from "./selection.ts";
import type { Selection } from "./table-types.ts";

/** The bar of bulk actions; it appears with the first selected row. */
export function SelectionBar({
  selection,
  shownIds,
  total,
}: {
  selection: Selection;
  /** Of the rows in sight. */
  shownIds: readonly string[];
  total: number | undefined;
}) {
  const count = selection.ids.size;
  const unseen = unseenOf(selection.ids, shownIds);
  return (
    <div
      className={classes.selectionBar}
      role="toolbar"
      aria-label="Aktionen für die Auswahl"
      data-no-print
    >
      <CloseButton aria-label="Auswahl aufheben" onClick={() => selection.onChange(new Set())} />
      <span role="status">
        {selection.count(count)} ausgewählt
        {unseen > 0 && `, davon ${formatNumber(unseen)} hier nicht zu sehen`}
      </span>
      {selection.onSelectAll && total !== undefined && count < total && (
        <Button variant="subtle" size="compact-sm" onClick={selection.onSelectAll}>
          Alle {selection.count(total)} auswählen
        </Button>
      )}
      <div className={classes.selectionActions}>{selection.actions}</div>
    </div>
  );
}
