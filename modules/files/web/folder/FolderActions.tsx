import { ActionIcon, Button, Menu } from "@mantine/core";
import { Download, EllipsisVertical, FolderPlus, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { call } from "#platform/web/api.ts";
import { RouterLink } from "#platform/web/navigation.tsx";
import { showDone } from "#platform/web/ui/toasts.tsx";
import { filesContract, type Entry, type FileShare } from "../../contract.ts";
import { inFolder, shareEditAddress, trashAddress } from "../../addresses.ts";
import { filesChanged } from "../queries.ts";
import { UploadButton } from "../upload/UploadButton.tsx";
import { downloadEntry } from "./download.ts";
import { NameDialog } from "./NameDialog.tsx";

interface FolderActionsProps {
  share: FileShare;
  path: string;
  mayWrite: boolean;
  entries: readonly Entry[];
}

/** Upload and new folder as buttons, what is needed less often in a menu. */
export function FolderActions({ share, path, mayWrite, entries }: FolderActionsProps) {
  const [naming, setNaming] = useState(false);
  const create = async (name: string) => {
    await call(filesContract.createFolder, { params: { id: share.id, path: inFolder(path, name) }, inForm: true });
    await filesChanged();
    showDone(`Der Ordner „${name}“ ist angelegt.`);
  };
  return (
    <>
      {mayWrite && (
        <>
          <UploadButton share={share} folder={path} />
          <Button variant="default" leftSection={<FolderPlus size={16} aria-hidden />} onClick={() => setNaming(true)}>
            Neuer Ordner
          </Button>
        </>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="Mehr">
            <EllipsisVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Download size={15} aria-hidden />} disabled={entries.length === 0} onClick={() => void downloadEntry(share.id, { path })}>
            Alles als ZIP herunterladen
          </Menu.Item>
          {mayWrite && (
            <Menu.Item component={RouterLink} to={trashAddress(share.id)} leftSection={<Trash2 size={15} aria-hidden />}>
              Papierkorb
            </Menu.Item>
          )}
          {share.can.includes("EDIT") && (
            <Menu.Item component={RouterLink} to={shareEditAddress(share.id)} leftSection={<Pencil size={15} aria-hidden />}>
              Ablage bearbeiten
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <NameDialog
        opened={naming}
        title="Neuer Ordner"
        label="Name des Ordners"
        initialName=""
        saveLabel="Ordner anlegen"
        onSave={create}
        onClose={() => setNaming(false)}
      />
    </>
  );
}
