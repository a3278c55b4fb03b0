import { Button, Group, Modal, Text, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { plural } from "#platform/web/format/format.ts";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import type { Entry } from "../../../contract.ts";
import { nameOf, parentOf } from "../../../addresses.ts";
import { FileIcon } from "../../icons/FileIcon.tsx";
import { folderQuery } from "../../queries.ts";
import { moveEntries } from "../entries/entry-actions.ts";
import classes from "../folder.module.css";

export interface MoveDialogProps {
  shareId: string;
  shareName: string;
  /** Undefined: closed. */
  entries: readonly Entry[] | undefined;
  onClose: () => void;
  onMoved: () => void;
}

/** Chooses the folder that entries move to, walking through the share. */
export function MoveDialog(props: MoveDialogProps) {
  const { entries, onClose } = props;
  const title =
    entries?.length === 1
      ? `„${entries[0]?.name}“ verschieben`
      : `${plural(entries?.length ?? 0, "Eintrag", "Einträge")} verschieben`;
  return (
    <Modal opened={entries !== undefined} onClose={onClose} title={title}>
      {entries && <FolderChoice {...props} entries={entries} />}
    </Modal>
  );
}

function FolderChoice({
  shareId,
  shareName,
  entries,
  onClose,
  onMoved,
}: MoveDialogProps & { entries: readonly Entry[] }) {
  const [folder, setFolder] = useState(parentOf(entries[0]?.path ?? ""));
  const [moving, setMoving] = useState(false);
  const list = useQuery(folderQuery(shareId, folder));
  const isThereAlready = entries.every((entry) => parentOf(entry.path) === folder);
  // Nothing can move into itself.
  const own = new Set(entries.map((entry) => entry.path));
  const folders =
    list.data?.content.filter((entry) => entry.type === "FOLDER" && !own.has(entry.path)) ?? [];
  const move = async () => {
    setMoving(true);
    onClose();
    await moveEntries(shareId, entries, folder).finally(onMoved);
  };
  return (
    <>
      <Text mb="xs" fw={600} style={{ overflowWrap: "anywhere" }}>
        {folder === "" ? shareName : nameOf(folder)}
      </Text>
      <ul className={classes.choices} aria-label="Ordner">
        {folder !== "" && (
          <li>
            <UnstyledButton className={classes.choice} onClick={() => setFolder(parentOf(folder))}>
              <FileIcon subtype="back" size={20} />
              <span>Eine Ebene höher</span>
            </UnstyledButton>
          </li>
        )}
        {folders.map((entry) => (
          <li key={entry.id}>
            <UnstyledButton className={classes.choice} onClick={() => setFolder(entry.path)}>
              <FileIcon size={20} />
              <span>{entry.name}</span>
              <ChevronRight size={16} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {list.isPending && <ListSkeleton rows={3} />}
      {list.error && !list.data && (
        <LoadError error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && folders.length === 0 && (
        <Text c="dimmed" size="sm" py="xs">
          Hier gibt es keine weiteren Ordner.
        </Text>
      )}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose}>
          Abbrechen
        </Button>
        <Button
          loading={moving}
          disabled={isThereAlready || !list.data?.can.includes("CREATE_FOLDER")}
          onClick={() => void move()}
        >
          Hierher verschieben
        </Button>
      </Group>
    </>
  );
}
