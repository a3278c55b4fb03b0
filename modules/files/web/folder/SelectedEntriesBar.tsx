import { Button } from "@mantine/core";
import { Download, FolderInput, Trash2 } from "lucide-react";
import { plural } from "#platform/web/format/format.ts";
import { SelectionBar } from "#platform/web/ui/table/SelectionBar.tsx";
import type { Entry, FileShare } from "../../contract.ts";
import { deleteEntries } from "./entries/entry-actions.ts";
import { downloadEntry, downloadZip } from "./download.ts";

interface SelectedEntriesBarProps {
  share: FileShare;
  folder: string;
  searching: boolean;
  chosen: readonly Entry[];
  all: readonly Entry[];
  onSelect: (ids: ReadonlySet<string>) => void;
  onMove: (entries: readonly Entry[]) => void;
}

/** What can be done with the selected entries together. */
export function SelectedEntriesBar({
  share,
  folder,
  searching,
  chosen,
  all,
  onSelect,
  onMove,
}: SelectedEntriesBarProps) {
  const mayMove = chosen.every((entry) => entry.can.includes("EDIT"));
  const mayDelete = chosen.every((entry) => entry.can.includes("DELETE"));
  const only = chosen.length === 1 ? chosen[0] : undefined;
  const download = () => {
    if (only) return downloadEntry(share.id, only);
    return downloadZip(
      share.id,
      folder,
      chosen.map((entry) => entry.name),
    );
  };
  const remove = async () => {
    await deleteEntries(share.id, chosen);
    onSelect(new Set());
  };
  const actions = (
    <>
      {/* A ZIP holds entries of one folder; hits of a search come from many. */}
      {(only || !searching) && (
        <Button
          variant="default"
          size="xs"
          leftSection={<Download size={15} aria-hidden />}
          onClick={() => void download()}
        >
          {only?.type === "FILE" ? "Herunterladen" : "Als ZIP herunterladen"}
        </Button>
      )}
      {mayMove && (
        <Button
          variant="default"
          size="xs"
          leftSection={<FolderInput size={15} aria-hidden />}
          onClick={() => onMove(chosen)}
        >
          Verschieben
        </Button>
      )}
      {mayDelete && (
        <Button
          variant="default"
          size="xs"
          leftSection={<Trash2 size={15} aria-hidden />}
          onClick={() => void remove()}
        >
          Löschen
        </Button>
      )}
    </>
  );
  return (
    <SelectionBar
      total={all.length}
      shownIds={all.map(({ id }) => id)}
      selection={{
        ids: new Set(chosen.map((entry) => entry.id)),
        onChange: onSelect,
        actions,
        count: (count) => plural(count, "Eintrag", "Einträge"),
        nameOf: (id) => all.find((entry) => entry.id === id)?.name ?? "",
        onSelectAll: () => onSelect(new Set(all.map((entry) => entry.id))),
      }}
    />
  );
}
