import { useState } from "react";
import type { Jubilee } from "../../contract.ts";
import { filterOf, type JubileeState, keyOf, loadAll } from "./jubilee-list.ts";

export interface ChosenJubilees {
  /** For the check boxes. */
  ids: ReadonlySet<string>;
  all: boolean;
  rows: () => Promise<Jubilee[]>;
  onChange: (ids: ReadonlySet<string>) => void;
  chooseAll: () => void;
  clear: () => void;
}

/** The selection of the list, which survives turning the page; "all" holds for its filter alone. */
export function useChosenJubilees(
  state: JubileeState,
  shown: readonly Jubilee[],
  total: number,
): ChosenJubilees {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Jubilee>>(new Map());
  const [allOf, setAllOf] = useState<string>();
  const filter = JSON.stringify(filterOf(state));
  const all = allOf === filter;
  const known = all && shown.length === total ? shown : all ? undefined : [...chosen.values()];
  return {
    ids: all ? new Set(shown.map(keyOf)) : new Set(chosen.keys()),
    all,
    rows: async () => known?.slice() ?? loadAll(state),
    onChange: (ids) => {
      setAllOf(undefined);
      const rows = new Map([...chosen, ...shown.map((row) => [keyOf(row), row] as const)]);
      setChosen(new Map([...rows].filter(([key]) => ids.has(key))));
    },
    chooseAll: () => setAllOf(filter),
    clear: () => {
      setAllOf(undefined);
      setChosen(new Map());
    },
  };
}
