import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { countOf, formatNumber, plural } from "#platform/web/format/format.ts";
import { usePathParams, useRestOfPath, useSearchState } from "#platform/web/navigation.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { useIsPhone } from "#platform/web/screen.ts";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { ListSkeleton, RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import type { Entry, FileShare } from "../../contract.ts";
import { folderAddress, nameOf } from "../../addresses.ts";
import { shareQuery } from "../queries.ts";
import { stepsTo } from "../share-steps.ts";
import { ClubRoomNotice } from "../shares/ClubRoomNotice.tsx";
import { DropTarget } from "../upload/DropTarget.tsx";
import { useRecalledUploads } from "../upload/start-upload.ts";
import { MoveConflicts } from "./dialogs/ConflictDialog.tsx";
import { renameEntry } from "./entries/entry-actions.ts";
import type { EntryListProps } from "./entries/entry-list.ts";
import { EntryCards } from "./entries/EntryCards.tsx";
import { useEntryDrag } from "./entries/entry-drag.ts";
import type { EntryCommands } from "./entries/EntryMenu.tsx";
import { EntryTable } from "./entries/EntryTable.tsx";
import { EntryTiles } from "./entries/EntryTiles.tsx";
import { EmptyFolder, FolderError } from "./EmptyFolder.tsx";
import { folderState, rememberedView } from "./folder-state.ts";
import { FolderActions } from "./FolderActions.tsx";
import { FolderToolbar } from "./FolderToolbar.tsx";
import { MoveDialog } from "./dialogs/MoveDialog.tsx";
import { NameDialog } from "./dialogs/NameDialog.tsx";
import { PrintFolder } from "./PrintFolder.tsx";
import { SelectedEntriesBar } from "./SelectedEntriesBar.tsx";
import { useFolderEntries } from "./use-folder-entries.ts";
import { VersionsPanel } from "./VersionsPanel.tsx";

/** Loaded by itself: most shares hold documents. */
const Album = lazy(() => import("../images/Album.tsx"));

/**
 * A folder of a share: the share's root or any folder below it. Those of a gallery are shown as
 * albums.
 */
export default function FolderPage() {
  const { shareId } = usePathParams("shareId");
  const path = useRestOfPath().replace(/\/$/, "");
  const share = useQuery(shareQuery(shareId));
  useRecalledUploads();
  if (share.error && !share.data)
    return <LoadError error={share.error} onRetry={() => void share.refetch()} />;
  if (!share.data) return <RecordSkeleton />;
  // Selection and dialogs belong to one folder.
  const key = `${shareId}/${path}`;
  if (share.data.kind === "DOCUMENTS") return <Folder key={key} share={share.data} path={path} />;
  return (
    <Suspense fallback={<RecordSkeleton />}>
      <Album key={key} share={share.data} album={path} addressOf={folderAddress} />
    </Suspense>
  );
}

function Folder({ share, path }: { share: FileShare; path: string }) {
  const [state, setState] = useSearchState(folderState);
  const isPhone = useIsPhone();
  const { sort, dir } = state;
  const { searching, shown, entries } = useFolderEntries(share.id, path, state);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(
    () => entries.filter((entry) => selected.has(entry.id)),
    [entries, selected],
  );
  const [renaming, setRenaming] = useState<Entry>();
  const [moving, setMoving] = useState<readonly Entry[]>();
  const title = path === "" ? share.name : nameOf(path);
  usePageTitle(title, stepsTo(share, path, folderAddress));
  useEntryDrag({
    shareId: share.id,
    folder: path,
    entries,
    selected,
    onMoved: () => setSelected(new Set()),
  });

  const commands = useMemo<EntryCommands>(
    () => ({
      shareId: share.id,
      onRename: setRenaming,
      onMove: setMoving,
      onVersions: (entry) => setState({ versions: entry.path }, { push: true }),
    }),
    [share.id, setState],
  );
  const mayWrite = share.can.includes("WRITE");
  const view = state.view ?? rememberedView();
  const props: EntryListProps = {
    label: searching ? "Treffer" : `Inhalt von ${title}`,
    entries,
    selected,
    onSelect: setSelected,
    sort,
    dir,
    onSort: (field, direction) => setState({ sort: field, dir: direction }),
    commands,
    searching,
  };
  const sentence = sentenceOf(entries, shown.data?.totalElements ?? 0, searching);
  const List = isPhone && view === "list" ? EntryCards : view === "tiles" ? EntryTiles : EntryTable;

  return (
    <>
      <PageHeader
        title={title}
        sentence={shown.data && sentence}
        actions={
          <FolderActions
            share={share}
            path={path}
            mayWrite={mayWrite}
            isEmpty={entries.length === 0}
          />
        }
      />
      <ClubRoomNotice room={share.clubRoom} />
      <FolderToolbar
        share={share}
        path={path}
        state={state}
        onChange={setState}
        view={view}
        print={
          entries.length > 0 && (
            <PrintFolder
              title={props.label}
              sentence={sentence}
              entries={entries}
              searching={searching}
            />
          )
        }
      />
      {chosen.length > 0 && (
        <SelectedEntriesBar
          share={share}
          folder={path}
          searching={searching}
          chosen={chosen}
          all={entries}
          onSelect={setSelected}
          onMove={setMoving}
        />
      )}
      {shown.error && !shown.data ? (
        <FolderError error={shown.error} share={share} onRetry={() => void shown.refetch()} />
      ) : !shown.data ? (
        <ListSkeleton rows={10} />
      ) : entries.length === 0 ? (
        <EmptyFolder
          share={share}
          path={path}
          state={state}
          mayWrite={mayWrite}
          onShowAll={() => setState({ q: "", ex: [] })}
        />
      ) : (
        <List key={view} {...props} />
      )}
      {shown.data && shown.data.totalElements > entries.length && (
        <p>
          Gezeigt {countOf(entries.length, shown.data.totalElements, "Eintrag", "Einträgen")}. Mit
          Suche oder Filter finden Sie die übrigen.
        </p>
      )}
      {mayWrite && <DropTarget share={share} folder={path} />}
      <NameDialog
        opened={renaming !== undefined}
        title={renaming?.type === "FOLDER" ? "Ordner umbenennen" : "Datei umbenennen"}
        label="Neuer Name"
        initialName={renaming?.name ?? ""}
        saveLabel="Umbenennen"
        onSave={async (name) => renaming && (await renameEntry(share.id, renaming, name))}
        onClose={() => setRenaming(undefined)}
      />
      <MoveDialog
        shareId={share.id}
        shareName={share.name}
        entries={moving}
        onClose={() => setMoving(undefined)}
        onMoved={() => setSelected(new Set())}
      />
      <MoveConflicts />
      <VersionsPanel
        share={share}
        path={state.versions}
        onClose={() => setState({ versions: "" })}
      />
    </>
  );
}

function sentenceOf(entries: readonly Entry[], total: number, searching: boolean): string {
  if (searching) return `${plural(total, "Treffer", "Treffer")} in der ganzen Ablage`;
  const folders = entries.filter((entry) => entry.type === "FOLDER").length;
  const files = total - folders;
  if (folders === 0) return plural(files, "Datei", "Dateien");
  return `${plural(folders, "Ordner", "Ordner")}, ${files === 0 ? "keine Dateien" : `${formatNumber(files)} ${files === 1 ? "Datei" : "Dateien"}`}`;
}
