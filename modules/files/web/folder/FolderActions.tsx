import { ActionIcon, Button, Menu } from "@mantine/core";
import { Download, EllipsisVertical, FolderPlus, Pencil, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { call } from "#platform/web/api/api.ts";
import { RouterLink } from "#platform/web/navigation.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { filesContract, type FileShare } from "../../contract.ts";
import { inFolder, shareEditAddress, trashAddress } from "../../addresses.ts";
import { filesChanged } from "../queries.ts";
import { SHARE_WORDS } from "../shares/words.ts";
import { UploadButton } from "../upload/UploadButton.tsx";
import { downloadEntry } from "./download.ts";
import { NameDialog } from "./dialogs/NameDialog.tsx";

interface FolderActionsProps {
  share: FileShare;
  /** Of the folder or album on screen. */
  path: string;
  mayWrite: boolean;
  isEmpty: boolean;
  /** Entries of the menu that only this kind of page has. */
  children?: ReactNode;
}

/** Upload and new folder (or album) as buttons, what is needed less often in a menu. */
export function FolderActions({ share, path, mayWrite, isEmpty, children }: FolderActionsProps) {
  const [naming, setNaming] = useState(false);
  const { one, folder } = SHARE_WORDS[share.kind];
  const create = async (name: string) => {
    await call(filesContract.createFolder, {
      params: { id: share.id, path: inFolder(path, name) },
      inForm: true,
    });
    await filesChanged();
    showDone(folder.made(name));
  };
  // Who may no longer write still takes own pictures down, and back.
  const mayRestore = mayWrite || share.kind === "IMAGES";
  return (
    <>
      {mayWrite && (
        <>
          <UploadButton share={share} folder={path} />
          <Button
            variant="default"
            leftSection={<FolderPlus size={16} aria-hidden />}
            onClick={() => setNaming(true)}
          >
            {folder.new}
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
          {children}
          <Menu.Item
            leftSection={<Download size={15} aria-hidden />}
            disabled={isEmpty}
            onClick={() => void downloadEntry(share.id, { path })}
          >
            Alles als ZIP herunterladen
          </Menu.Item>
          {mayRestore && (
            <Menu.Item
              component={RouterLink}
              to={trashAddress(share.id)}
              leftSection={<Trash2 size={15} aria-hidden />}
            >
              Papierkorb
            </Menu.Item>
          )}
          {share.can.includes("EDIT") && (
            <Menu.Item
              component={RouterLink}
              to={shareEditAddress(share.id)}
              leftSection={<Pencil size={15} aria-hidden />}
            >
              {one} bearbeiten
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <NameDialog
        opened={naming}
        title={folder.new}
        label={folder.nameLabel}
        initialName=""
        saveLabel={folder.create}
        onSave={create}
        onClose={() => setNaming(false)}
      />
    </>
  );
}
