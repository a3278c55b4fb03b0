import { Button, CloseButton } from "@mantine/core";
import classes from "./DataTable.module.css";
import type { Selection } from "./table-types.ts";

/** The bar of bulk actions; it appears with the first selected row. */
export function SelectionBar({
  selection,
  total,
}: {
  selection: Selection;
  total: number | undefined;
}) {
  const count = selection.ids.size;
  return (
    <div
      className={classes.selectionBar}
      role="toolbar"
      aria-label="Aktionen für die Auswahl"
      data-no-print
    >
      <CloseButton aria-label="Auswahl aufheben" onClick={() => selection.onChange(new Set())} />
      <span role="status">{selection.count(count)} ausgewählt</span>
      {selection.onSelectAll && total !== undefined && count < total && (
        <Button variant="subtle" size="compact-sm" onClick={selection.onSelectAll}>
          Alle {selection.count(total)} auswählen
        </Button>
      )}
      <div className={classes.selectionActions}>{selection.actions}</div>
    </div>
  );
}
