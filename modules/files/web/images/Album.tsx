import { Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ArrowDownUp, Images } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { z } from "zod";
import { ApiError } from "#platform/web/api/api.ts";
import { plural } from "#platform/web/format/format.ts";
import { inAddress, useSearchState } from "#platform/web/navigation.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { toggleId } from "#platform/web/ui/table/selection.ts";
import type { Entry, FileShare } from "../../contract.ts";
import { nameOf } from "../../addresses.ts";
import { MoveConflicts } from "../folder/dialogs/ConflictDialog.tsx";
import { FolderActions } from "../folder/FolderActions.tsx";
import { MoveDialog } from "../folder/dialogs/MoveDialog.tsx";
import { SelectedEntriesBar } from "../folder/SelectedEntriesBar.tsx";
import { folderQuery } from "../queries.ts";
import { DropTarget } from "../upload/DropTarget.tsx";
import { UploadButton } from "../upload/UploadButton.tsx";
import { stepsTo } from "../share-steps.ts";
import { ClubRoomNotice } from "../shares/ClubRoomNotice.tsx";
import { AlbumCard } from "./AlbumCard.tsx";
import classes from "./images.module.css";
import { PictureGrid } from "./PictureGrid.tsx";
import { PictureView } from "./PictureView.tsx";

const albumState = z.object({
  /** Path of the picture shown in full. */
  picture: inAddress.text(),
  dir: inAddress.oneOf(["DESC", "ASC"], "DESC"),
});

interface AlbumProps {
  share: FileShare;
  /** Path of the album shown, "" for the gallery itself. */
  album: string;
  /** Returns the address of a gallery's album: that of its page, or of the share's folder. */
  addressOf: (shareId: string, album: string) => string;
}

/** An album of a gallery: albums in it as cards, pictures as a grid by month. */
export default function Album({ share, album, addressOf }: AlbumProps) {
  const [{ picture, dir }, setState] = useSearchState(albumState);
  const list = useQuery(folderQuery(share.id, album, { sort: "takenAt", dir }));
  const entries = useMemo(() => list.data?.content ?? [], [list.data]);
  const albums = useMemo(() => entries.filter((entry) => entry.type === "FOLDER"), [entries]);
  const pictures = useMemo(() => entries.filter((entry) => entry.type === "FILE"), [entries]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [moving, setMoving] = useState<readonly Entry[]>();
  const chosen = useMemo(
    () => pictures.filter((entry) => selected.has(entry.id)),
    [pictures, selected],
  );
  const toggle = useCallback((entry: Entry) => setSelected((ids) => toggleId(ids, entry.id)), []);
  const open = useCallback(
    (entry: Entry) => setState({ picture: entry.path }, { push: true }),
    [setState],
  );
  const title = album === "" ? share.name : nameOf(album);
  usePageTitle(title, stepsTo(share, album, addressOf));
  const mayWrite = share.can.includes("WRITE");

  return (
    <>
      <PageHeader
        title={title}
        sentence={list.data && sentenceOf(albums.length, pictures.length)}
        actions={
          <FolderActions
            share={share}
            path={album}
            mayWrite={mayWrite}
            isEmpty={entries.length === 0}
          >
            <Menu.Item
              leftSection={<ArrowDownUp size={15} aria-hidden />}
              onClick={() => setState({ dir: dir === "DESC" ? "ASC" : "DESC" })}
            >
              {dir === "DESC" ? "Älteste zuerst zeigen" : "Neueste zuerst zeigen"}
            </Menu.Item>
          </FolderActions>
        }
      />
      <ClubRoomNotice room={share.clubRoom} />
      {chosen.length > 0 && (
        <SelectedEntriesBar
          share={share}
          folder={album}
          searching={false}
          chosen={chosen}
          all={pictures}
          onSelect={setSelected}
          onMove={setMoving}
        />
      )}
      {list.error && !list.data ? (
        <AlbumError error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <ListSkeleton rows={8} />
      ) : entries.length === 0 ? (
        <EmptyState
          icon={<Images size={40} aria-hidden />}
          action={mayWrite ? <UploadButton share={share} folder={album} /> : undefined}
        >
          {mayWrite
            ? "Hier sind noch keine Bilder. Laden Sie welche hoch oder ziehen Sie sie hierher."
            : "Hier sind noch keine Bilder."}
        </EmptyState>
      ) : (
        <>
          {albums.length > 0 && (
            <ul className={classes.albums} aria-label="Alben">
              {albums.map(({ id, name, path }) => (
                <AlbumCard
                  key={id}
                  shareId={share.id}
                  album={path}
                  name={name}
                  to={addressOf(share.id, path)}
                />
              ))}
            </ul>
          )}
          {pictures.length > 0 && (
            <PictureGrid
              label={`Bilder in ${title}`}
              shareId={share.id}
              pictures={pictures}
              selected={selected}
              onToggle={toggle}
              onOpen={open}
            />
          )}
        </>
      )}
      {mayWrite && <DropTarget share={share} folder={album} />}
      <PictureView
        shareId={share.id}
        pictures={pictures}
        current={picture}
        onMove={(path) => setState({ picture: path })}
        onClose={() => setState({ picture: "" })}
      />
      <MoveDialog
        shareId={share.id}
        shareName={share.name}
        entries={moving}
        onClose={() => setMoving(undefined)}
        onMoved={() => setSelected(new Set())}
      />
      <MoveConflicts />
    </>
  );
}

function sentenceOf(albums: number, pictures: number): string {
  const words = plural(pictures, "Bild", "Bilder");
  return albums === 0 ? words : `${plural(albums, "Album", "Alben")}, ${words}`;
}

function AlbumError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!(error instanceof ApiError) || error.status !== 404)
    return <LoadError error={error} onRetry={onRetry} />;
  return (
    <EmptyState icon={<Images size={40} aria-hidden />}>
      Dieses Album gibt es nicht mehr. Vielleicht wurde es umbenannt oder gelöscht.
    </EmptyState>
  );
}
