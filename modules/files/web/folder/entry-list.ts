import type { Entry } from "../../contract.ts";
import type { EntryCommands } from "./EntryMenu.tsx";
import type { FolderState } from "./folder-state.ts";

/** What table, cards and tiles have in common. */
export interface EntryListProps {
  /** Name of the list for screen readers. */
  label: string;
  entries: readonly Entry[];
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  sort: FolderState["sort"];
  dir: FolderState["dir"];
  onSort: (sort: FolderState["sort"], dir: FolderState["dir"]) => void;
  commands: EntryCommands;
  /** Entries come from all over the share: each says where it is. */
  searching: boolean;
}
