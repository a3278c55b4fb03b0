import { useCallback, useEffect, useRef } from "react";
import { toggleId } from "#platform/web/ui/table/selection.ts";
import type { Entry } from "../../../contract.ts";
import type { EntryCommands } from "./EntryMenu.tsx";
import type { FolderState } from "../folder-state.ts";

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

/**
 * Adds an entry to the selection or takes it out. Always the same function, so that rows need not
 * be drawn again.
 */
export function useToggle(
  selected: ReadonlySet<string>,
  onSelect: (ids: ReadonlySet<string>) => void,
): (id: string) => void {
  const latest = useRef({ selected, onSelect });
  useEffect(() => {
    latest.current = { selected, onSelect };
  });
  return useCallback((id) => latest.current.onSelect(toggleId(latest.current.selected, id)), []);
}
