import { ActionIcon, Menu } from "@mantine/core";
import {
  Download,
  EllipsisVertical,
  FolderInput,
  History,
  Link,
  Pencil,
  Trash2,
} from "lucide-react";
import { useRef, useState } from "react";
import type { Entry } from "../../../contract.ts";
import { deleteEntries, copyLink } from "./entry-actions.ts";
import { downloadEntry } from "../download.ts";

export interface EntryCommands {
  shareId: string;
  onRename: (entry: Entry) => void;
  onMove: (entries: readonly Entry[]) => void;
  onVersions: (entry: Entry) => void;
}

/**
 * Everything one can do with an entry. The menu itself is made when it is first opened: lists have
 * thousands of rows.
 */
export function EntryMenu({ entry, commands }: { entry: Entry; commands: EntryCommands }) {
  const [used, setUsed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const trigger = {
    variant: "subtle",
    color: "gray",
    c: "inherit",
    size: "lg",
    "aria-label": `Aktionen für ${entry.name}`,
  } as const;
  const dots = <EllipsisVertical size={18} aria-hidden />;
  if (!used) {
    return (
      <ActionIcon
        {...trigger}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => setUsed(true)}
      >
        {dots}
      </ActionIcon>
    );
  }
  return (
    <Menu position="bottom-end" defaultOpened onClose={() => button.current?.focus()}>
      <Menu.Target>
        <ActionIcon {...trigger} ref={button}>
          {dots}
        </ActionIcon>
      </Menu.Target>
      <MenuItems entry={entry} commands={commands} />
    </Menu>
  );
}

function MenuItems({ entry, commands }: { entry: Entry; commands: EntryCommands }) {
  const { shareId } = commands;
  const isFile = entry.type === "FILE";
  return (
    <Menu.Dropdown>
      <Menu.Item
        leftSection={<Download size={15} aria-hidden />}
        onClick={() => void downloadEntry(shareId, entry)}
      >
        {isFile ? "Herunterladen" : "Als ZIP herunterladen"}
      </Menu.Item>
      {isFile && (
        <Menu.Item
          leftSection={<Link size={15} aria-hidden />}
          onClick={() => void copyLink(shareId, entry.path)}
        >
          Link kopieren
        </Menu.Item>
      )}
      {isFile && entry.can.includes("EDIT") && (
        <Menu.Item
          leftSection={<History size={15} aria-hidden />}
          onClick={() => commands.onVersions(entry)}
        >
          Ältere Fassungen
        </Menu.Item>
      )}
      {entry.can.includes("EDIT") && (
        <>
          <Menu.Item
            leftSection={<Pencil size={15} aria-hidden />}
            onClick={() => commands.onRename(entry)}
          >
            Umbenennen
          </Menu.Item>
          <Menu.Item
            leftSection={<FolderInput size={15} aria-hidden />}
            onClick={() => commands.onMove([entry])}
          >
            Verschieben
          </Menu.Item>
        </>
      )}
      {entry.can.includes("DELETE") && (
        <Menu.Item
          color="red"
          leftSection={<Trash2 size={15} aria-hidden />}
          onClick={() => void deleteEntries(shareId, [entry])}
        >
          Löschen
        </Menu.Item>
      )}
    </Menu.Dropdown>
  );
}
