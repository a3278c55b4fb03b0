import { UnstyledButton } from "@mantine/core";
import { AppLink } from "#platform/web/navigation.tsx";
import type { Entry } from "../../../contract.ts";
import { folderAddress, viewerAddress } from "../../../addresses.ts";
import { downloadEntry } from "../download.ts";
import { viewerKind } from "../../../viewable.ts";

/**
 * The name as the way in: a folder opens, what can be shown opens in the viewer window, the rest
 * downloads.
 */
export function EntryName({
  shareId,
  entry,
  className,
}: {
  shareId: string;
  entry: Entry;
  className?: string | undefined;
}) {
  const common = { className: className ?? "", "data-row-link": true, title: entry.name };
  if (entry.type === "FOLDER") {
    return (
      <AppLink to={folderAddress(shareId, entry.path)} {...common}>
        {entry.name}
      </AppLink>
    );
  }
  if (viewerKind(entry) !== undefined) {
    return (
      <AppLink to={viewerAddress(shareId, entry.path)} target="_blank" {...common}>
        {entry.name}
      </AppLink>
    );
  }
  return (
    <UnstyledButton {...common} onClick={() => void downloadEntry(shareId, entry)}>
      {entry.name}
    </UnstyledButton>
  );
}
