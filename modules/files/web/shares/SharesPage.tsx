import { ActionIcon, Button, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { EllipsisVertical, Pencil, Plus, Trash2 } from "lucide-react";
import { grantsSentence } from "#modules/grants/web/public.ts";
import { plural } from "#platform/web/format/format.ts";
import { useCan } from "#platform/web/session/me.tsx";
import { AppLink, RouterLink } from "#platform/web/navigation.tsx";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import type { FileShare } from "../../contract.ts";
import { folderAddress, shareEditAddress, trashAddress } from "../../addresses.ts";
import { FileIcon } from "../icons/FileIcon.tsx";
import { sharesQuery } from "../queries.ts";
import { useRecalledUploads } from "../upload/start-upload.ts";
import { ClubRoomNotice } from "./ClubRoomNotice.tsx";
import { typesSentence } from "./allowed-types.ts";
import { deleteShare } from "./delete-share.ts";
import { StorageUsage } from "#platform/web/ui/StorageUsage.tsx";
import classes from "./shares.module.css";

/** Dokumente: the shares the reader may use. */
export default function SharesPage() {
  const shares = useQuery(sharesQuery("DOCUMENTS"));
  const mayManage = useCan("MANAGE_FILESHARE");
  useRecalledUploads();
  const create = mayManage && (
    <Button
      component={RouterLink}
      to="/file-shares/create"
      leftSection={<Plus size={16} aria-hidden />}
    >
      Ablage anlegen
    </Button>
  );
  const list = shares.data?.content;
  return (
    <>
      <PageHeader
        title="Dokumente"
        sentence={list && plural(list.length, "Ablage", "Ablagen")}
        actions={create || undefined}
      />
      {shares.error && !list ? (
        <LoadError error={shares.error} onRetry={() => void shares.refetch()} />
      ) : !list ? (
        <ListSkeleton rows={5} />
      ) : list.length === 0 ? (
        <EmptyState icon={<FileIcon size={40} />} action={create || undefined}>
          {mayManage
            ? "Es gibt noch keine Ablage. In einer Ablage sammeln Sie Ordner und Dateien und bestimmen, wer sie sieht."
            : "Für Sie ist noch keine Ablage freigegeben."}
        </EmptyState>
      ) : (
        <>
          <ClubRoomNotice room={clubRoomOf(list)} />
          <ul className={classes.shares}>
            {list.map((share) => (
              <ShareCard key={share.id} share={share} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** It stands in those that the reader may write to, the same in each. */
function clubRoomOf(shares: readonly FileShare[]): FileShare["clubRoom"] {
  return shares.find(({ clubRoom }) => clubRoom !== null)?.clubRoom ?? null;
}

function ShareCard({ share }: { share: FileShare }) {
  const mayEdit = share.can.includes("EDIT");
  const notes = [
    share.grants !== null && grantsSentence(share.grants),
    share.allowedTypes !== null && `nur ${typesSentence(share.allowedTypes)}`,
  ].filter(Boolean);
  return (
    <li className={classes.share}>
      <FileIcon size={34} />
      <div className={classes.words}>
        <AppLink to={folderAddress(share.id, "")} className={classes.name ?? ""}>
          {share.name}
        </AppLink>
        <div className={classes.notes}>
          {notes.length > 0
            ? notes.join(" · ")
            : share.can.includes("WRITE")
              ? "Lesen und Schreiben"
              : "Nur Lesen"}
        </div>
        <StorageUsage room={share} />
      </div>
      {mayEdit && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              className={classes.more ?? ""}
              variant="subtle"
              color="gray"
              c="inherit"
              size="lg"
              aria-label={`Aktionen für ${share.name}`}
            >
              <EllipsisVertical size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              component={RouterLink}
              to={shareEditAddress(share.id)}
              leftSection={<Pencil size={15} aria-hidden />}
            >
              Bearbeiten
            </Menu.Item>
            <Menu.Item
              component={RouterLink}
              to={trashAddress(share.id)}
              leftSection={<Trash2 size={15} aria-hidden />}
            >
              Papierkorb
            </Menu.Item>
            {share.can.includes("DELETE") && (
              <Menu.Item
                color="red"
                leftSection={<Trash2 size={15} aria-hidden />}
                onClick={() => void deleteShare(share)}
              >
                Ablage löschen
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}
