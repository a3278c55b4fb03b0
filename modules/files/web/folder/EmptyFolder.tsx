import { Button } from "@mantine/core";
import { ApiError } from "#platform/web/api/api.ts";
import { RouterLink } from "#platform/web/navigation.tsx";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { folderAddress } from "../../addresses.ts";
import type { FileShare } from "../../contract.ts";
import { FileIcon } from "../icons/FileIcon.tsx";
import { UploadButton } from "../upload/UploadButton.tsx";
import type { FolderState } from "./folder-state.ts";

interface EmptyFolderProps {
  share: FileShare;
  path: string;
  state: FolderState;
  mayWrite: boolean;
  onShowAll: () => void;
}

/** Nothing to show: why, and what can be done about it. */
export function EmptyFolder({ share, path, state, mayWrite, onShowAll }: EmptyFolderProps) {
  const isFiltered = state.q.trim() !== "" || state.ex.length > 0;
  const upload = mayWrite ? <UploadButton share={share} folder={path} /> : undefined;
  const showAll = (
    <Button variant="default" onClick={onShowAll}>
      Alles zeigen
    </Button>
  );
  return (
    <EmptyState icon={<FileIcon size={40} />} action={isFiltered ? showAll : upload}>
      {reasonOf(state, mayWrite)}
    </EmptyState>
  );
}

function reasonOf({ q, ex }: FolderState, mayWrite: boolean): string {
  const words = q.trim();
  if (words !== "")
    return `In dieser Ablage steht nichts zu „${words}“, weder in Namen noch in Dateien.`;
  if (ex.length > 0) return "Kein Eintrag passt zum Filter.";
  return mayWrite
    ? "Dieser Ordner ist leer. Laden Sie Dateien hoch oder ziehen Sie sie hierher."
    : "Dieser Ordner ist leer.";
}

interface FolderErrorProps {
  error: Error;
  share: FileShare;
  onRetry: () => void;
}

/** A folder that could not be loaded, or is gone. */
export function FolderError({ error, share, onRetry }: FolderErrorProps) {
  if (!(error instanceof ApiError) || error.status !== 404)
    return <LoadError error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      icon={<FileIcon size={40} />}
      action={
        <Button variant="default" component={RouterLink} to={folderAddress(share.id, "")}>
          Zur Ablage „{share.name}“
        </Button>
      }
    >
      Diesen Ordner gibt es nicht mehr. Vielleicht wurde er umbenannt, verschoben oder gelöscht.
    </EmptyState>
  );
}
