import { ActionIcon, Button, Menu } from "@mantine/core";
import { ArrowDownUp, Download, EllipsisVertical, FolderPlus, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { call } from "#platform/web/api.ts";
import { RouterLink } from "#platform/web/navigation.tsx";
import { showDone } from "#platform/web/ui/toasts.tsx";
import { filesContract, type FileShare } from "../../contract.ts";
import { inFolder, shareEditAddress, trashAddress } from "../../addresses.ts";
import { downloadEntry } from "../folder/download.ts";
import { NameDialog } from "../folder/NameDialog.tsx";
import { filesChanged } from "../queries.ts";
import { UploadButton } from "../upload/UploadButton.tsx";

interface GalleryActionsProps {
  share: FileShare;
  album: string;
  mayWrite: boolean;
  isEmpty: boolean;
  dir: "ASC" | "DESC";
  onTurn: () => void;
}

/** Upload and new album as buttons, what is needed less often in a menu. */
export function GalleryActions({ share, album, mayWrite, isEmpty, dir, onTurn }: GalleryActionsProps) {
  const [naming, setNaming] = useState(false);
  const create = async (name: string) => {
    await call(filesContract.createFolder, { params: { id: share.id, path: inFolder(album, name) }, inForm: true });
    await filesChanged();
    showDone(`Das Album „${name}“ ist angelegt.`);
  };
  return (
    <>
      {mayWrite && (
        <>
          <UploadButton share={share} folder={album} />
          <Button variant="default" leftSection={<FolderPlus size={16} aria-hidden />} onClick={() => setNaming(true)}>
            Neues Album
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
          <Menu.Item leftSection={<ArrowDownUp size={15} aria-hidden />} onClick={onTurn}>
            {dir === "DESC" ? "Älteste zuerst zeigen" : "Neueste zuerst zeigen"}
          </Menu.Item>
          <Menu.Item leftSection={<Download size={15} aria-hidden />} disabled={isEmpty} onClick={() => void downloadEntry(share.id, { path: album })}>
            Alles als ZIP herunterladen
          </Menu.Item>
          <Menu.Item component={RouterLink} to={trashAddress(share.id)} leftSection={<Trash2 size={15} aria-hidden />}>
            Papierkorb
          </Menu.Item>
          {share.can.includes("EDIT") && (
            <Menu.Item component={RouterLink} to={shareEditAddress(share.id)} leftSection={<Pencil size={15} aria-hidden />}>
              Galerie bearbeiten
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <NameDialog
        opened={naming}
        title="Neues Album"
        label="Name des Albums"
        initialName=""
        saveLabel="Album anlegen"
        onSave={create}
        onClose={() => setNaming(false)}
      />
    </>
  );
}
