import { Button, Group } from "@mantine/core";
import { formatDate, formatDateTime, formatFileSize } from "#platform/web/format/format.ts";
import type { Column } from "#platform/web/ui/table/DataTable.tsx";
import { parentOf } from "../../addresses.ts";
import type { TrashItem } from "../../contract.ts";
import { FileIcon } from "../icons/FileIcon.tsx";

interface TrashActions {
  onRestore: (item: TrashItem) => void;
  onPurge: (item: TrashItem) => void;
}

/** Returns the columns of a share's trash. */
export function trashColumns({ onRestore, onPurge }: TrashActions): Column<TrashItem>[] {
  return [
    {
      key: "name",
      title: "Name",
      render: (item) => (
        <Group gap="sm" wrap="nowrap">
          <FileIcon subtype={item.subtype} size={24} />
          <span>{item.name}</span>
        </Group>
      ),
    },
    {
      key: "where",
      title: "War in",
      render: (item) => parentOf(item.path) || "Oberste Ebene",
      onPhone: true,
    },
    {
      key: "size",
      title: "Größe",
      render: (item) => (item.size === null ? "" : formatFileSize(item.size)),
      align: "right",
    },
    {
      key: "deletedAt",
      title: "Gelöscht",
      render: (item) =>
        `${formatDateTime(item.deletedAt)}${item.deletedBy ? ` von ${item.deletedBy.name}` : ""}`,
    },
    { key: "purgedAt", title: "Verschwindet am", render: (item) => formatDate(item.purgedAt) },
    {
      key: "actions",
      print: null,
      title: "Aktionen",
      onPhone: true,
      render: (item) => (
        <Group gap="xs" wrap="nowrap">
          {item.can.includes("RESTORE") && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`${item.name} wiederherstellen`}
              onClick={() => onRestore(item)}
            >
              Wiederherstellen
            </Button>
          )}
          {item.can.includes("PURGE") && (
            <Button
              variant="subtle"
              size="compact-sm"
              color="red"
              aria-label={`${item.name} endgültig löschen`}
              onClick={() => onPurge(item)}
            >
              Löschen
            </Button>
          )}
        </Group>
      ),
    },
  ];
}
