import { ActionIcon, Menu } from "@mantine/core";
import { Download, EllipsisVertical, FolderInput, History, Link, Pencil, Trash2 } from "lucide-react";
import type { Entry } from "../../contract.ts";
import { deleteEntries, copyLink } from "./entry-actions.ts";
import { downloadEntry } from "./download.ts";

export interface EntryCommands {
  shareId: string;
  onRename: (entry: Entry) => void;
  onMove: (entries: readonly Entry[]) => void;
  onVersions: (entry: Entry) => void;
}

/** Everything one can do with an entry. */
export function EntryMenu({ entry, commands }: { entry: Entry; commands: EntryCommands }) {
  const { shareId } = commands;
  const isFile = entry.type === "FILE";
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="inherit" size="lg" aria-label={`Aktionen für ${entry.name}`}>
          <EllipsisVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Download size={15} aria-hidden />} onClick={() => void downloadEntry(shareId, entry)}>
          {isFile ? "Herunterladen" : "Als ZIP herunterladen"}
        </Menu.Item>
        {isFile && (
          <Menu.Item leftSection={<Link size={15} aria-hidden />} onClick={() => void copyLink(shareId, entry.path)}>
            Link kopieren
          </Menu.Item>
        )}
        {isFile && (
          <Menu.Item leftSection={<History size={15} aria-hidden />} onClick={() => commands.onVersions(entry)}>
            Ältere Fassungen
          </Menu.Item>
        )}
        {entry.can.includes("EDIT") && (
          <>
            <Menu.Item leftSection={<Pencil size={15} aria-hidden />} onClick={() => commands.onRename(entry)}>
              Umbenennen
            </Menu.Item>
            <Menu.Item leftSection={<FolderInput size={15} aria-hidden />} onClick={() => commands.onMove([entry])}>
              Verschieben
            </Menu.Item>
          </>
        )}
        {entry.can.includes("DELETE") && (
          <Menu.Item color="red" leftSection={<Trash2 size={15} aria-hidden />} onClick={() => void deleteEntries(shareId, [entry])}>
            Löschen
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
