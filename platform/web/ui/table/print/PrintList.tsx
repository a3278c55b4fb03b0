import { ActionIcon } from "@mantine/core";
import { Printer } from "lucide-react";
import { useCallback, useState } from "react";
import { formatNumber } from "#platform/web/format/format.ts";
import { showDone } from "../../notices/toasts.tsx";
import type { Column, DataTableProps } from "../table-types.ts";
import { useFilterWords } from "./filter-words.tsx";
import { loadAll, MOST_PRINTED } from "./load-all.ts";
import { PrintSheet } from "./PrintSheet.tsx";

interface PrintListProps<T> {
  label: string;
  /** Those in sight. */
  columns: readonly Column<T>[];
  rowId: (row: T) => string;
  print: NonNullable<DataTableProps<T>["print"]>;
}

/** Prints all that the filter finds, in the columns in sight. */
export function PrintList<T>({ label, columns, rowId, print }: PrintListProps<T>) {
  const [loading, setLoading] = useState(false);
  const [sheet, setSheet] = useState<{ rows: T[]; filter: string; at: string }>();
  const filter = useFilterWords();
  const close = useCallback(() => setSheet(undefined), []);
  const load = async () => {
    setLoading(true);
    try {
      const all = await loadAll(print.load, rowId);
      if (all) setSheet({ rows: all, filter, at: new Date().toISOString() });
      else
        showDone(
          `Mehr als ${formatNumber(MOST_PRINTED)} Zeilen druckt man besser aus einer Excel-Datei.`,
        );
    } finally {
      setLoading(false);
    }
  };
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Liste drucken"
        title="Liste drucken"
        loading={loading}
        onClick={() => void load()}
      >
        <Printer size={18} aria-hidden />
      </ActionIcon>
      {sheet && (
        <PrintSheet
          title={label}
          sentence={print.sentence}
          filter={sheet.filter}
          at={sheet.at}
          columns={columns.filter(({ print: printed }) => printed !== null)}
          rows={sheet.rows}
          rowId={rowId}
          onPrinted={close}
        />
      )}
    </>
  );
}
