import { z } from "zod";
import { inAddress } from "#platform/web/navigation.tsx";
import { RECORD_TYPES, WAYS } from "../contract.ts";
import type { HistoryFilter } from "./queries.ts";

/** What the address of the page keeps of its filters. */
export const historyState = z.object({
  from: inAddress.text(),
  to: inAddress.text(),
  user: inAddress.text(),
  actor: inAddress.text(),
  field: inAddress.text(),
  way: inAddress.list(),
  recordType: inAddress.text(),
  importRunId: inAddress.text(),
  page: inAddress.number(0),
});

declare module "#platform/web/page-search.ts" {
  interface PageSearch {
    "/users/history": z.output<typeof historyState>;
  }
}

export type HistoryState = z.output<typeof historyState>;

/** Returns what is set; nonsense from an old link is left out rather than refused by the server. */
export function filterOf(state: HistoryState): HistoryFilter {
  const ways = WAYS.filter((way) => state.way.includes(way));
  const recordType = RECORD_TYPES.find((type) => type === state.recordType);
  return {
    size: 20,
    ...(isDay(state.from) && { from: state.from }),
    ...(isDay(state.to) && { to: state.to }),
    ...(isId(state.user) && { user: state.user }),
    ...(isId(state.actor) && { actor: state.actor }),
    ...(state.field !== "" && { field: state.field }),
    ...(ways.length > 0 && { way: ways }),
    ...(recordType && { recordType }),
    ...(isId(state.importRunId) && { importRunId: state.importRunId }),
  };
}

function isDay(value: string): boolean {
  return z.iso.date().safeParse(value).success;
}

function isId(value: string): boolean {
  return z.uuid().safeParse(value).success;
}
