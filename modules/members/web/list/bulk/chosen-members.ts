import { useState } from "react";
import { unseenOf } from "#platform/web/ui/table/selection.ts";
import { filterOf, type MemberListState } from "../list-state.ts";

/** Whom a bulk action is for: ids, or everybody whom the list's filter shows. */
export type Chosen = { ids: string[] } | { filter: ReturnType<typeof filterOf> };

export interface ChosenMembers {
  /** For the check boxes. */
  ids: ReadonlySet<string>;
  all: boolean;
  count: number;
  chosen: Chosen;
  /** Selected and not on this page of the list. */
  unseen: number;
  onChange: (ids: ReadonlySet<string>) => void;
  chooseAll: () => void;
  clear: () => void;
}

/** The selection of the list; "all" holds for the filter it was made with and for no other. */
export function useChosenMembers(
  state: MemberListState,
  shownIds: readonly string[],
  total: number,
): ChosenMembers {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [allOf, setAllOf] = useState<string>();
  const filter = filterOf(state);
  const all = allOf === JSON.stringify(filter);
  return {
    ids: all ? new Set(shownIds) : ids,
    all,
    count: all ? total : ids.size,
    chosen: all ? { filter } : { ids: [...ids] },
    unseen: all ? total - shownIds.length : unseenOf(ids, shownIds),
    onChange: (next) => {
      setAllOf(undefined);
      setIds(next);
    },
    chooseAll: () => setAllOf(JSON.stringify(filter)),
    clear: () => {
      setAllOf(undefined);
      setIds(new Set());
    },
  };
}
