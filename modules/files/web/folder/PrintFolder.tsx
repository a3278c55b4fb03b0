import { formatDateTime, formatFileSize } from "#platform/web/format/format.ts";
import { loadFrom } from "#platform/web/ui/table/print/load-all.ts";
import { PrintList } from "#platform/web/ui/table/print/PrintList.tsx";
import type { Column } from "#platform/web/ui/table/table-types.ts";
import { parentOf } from "../../addresses.ts";
import type { Entry } from "../../contract.ts";
import { typeLabel } from "../icons/type-labels.ts";

const COLUMNS: readonly Column<Entry>[] = [
  { key: "name", title: "Name", render: ({ name }) => name },
  { key: "type", title: "Art", render: typeLabel },
  {
    key: "size",
    title: "Größe",
    render: ({ size }) => (size === null ? "" : formatFileSize(size)),
  },
  { key: "at", title: "Geändert", render: ({ lastModified }) => formatDateTime(lastModified) },
  { key: "by", title: "Von", render: ({ modifiedBy }) => modifiedBy?.name },
];
const FOLDER: Column<Entry> = {
  key: "folder",
  title: "Ordner",
  render: ({ path }) => parentOf(path),
};

interface PrintFolderProps {
  title: string;
  sentence: string;
  entries: readonly Entry[];
  /** Hits come from several folders. */
  searching: boolean;
}

/** Prints the names of what lies in a folder, or of what was found. */
export function PrintFolder({ title, sentence, entries, searching }: PrintFolderProps) {
  return (
    <PrintList
      label={title}
      columns={searching ? [...COLUMNS, FOLDER] : COLUMNS}
      rowId={({ id }) => id}
      print={{ sentence, load: loadFrom(entries) }}
    />
  );
}
