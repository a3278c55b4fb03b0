import { useQueries } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { Message } from "../../contract.ts";
import { messagePageQuery, PAGE_SIZE, type MailBox } from "../queries.ts";

export interface BoxContent {
  /** All messages of the box or of the search; undefined until the first page is there. */
  total: number | undefined;
  /** Undefined while its page is on its way. */
  messageAt: (index: number) => Message | undefined;
  /**
   * Tells which rows are in sight, so that their pages are loaded and those out of sight are no
   * longer refreshed.
   */
  showRows: (first: number, last: number) => void;
  error: Error | null;
  retry: () => void;
}

/** A box of any size: only the pages in sight are loaded and kept up to date. */
export function useBox(box: MailBox, q: string): BoxContent {
  const [range, setRange] = useState({ first: 0, last: 0 });
  const pages = Array.from(
    { length: range.last - range.first + 1 },
    (_, index) => range.first + index,
  );
  const queries = useQueries({ queries: pages.map((page) => messagePageQuery(box, q, page)) });
  const loaded = new Map(pages.map((page, index) => [page, queries[index]?.data]));
  const total = queries.find((query) => query.data)?.data?.totalElements;
  const [lastTotal, setLastTotal] = useState(total);
  // Between two pages neither may be there for a moment; the list must not shrink meanwhile.
  if (total !== undefined && total !== lastTotal) setLastTotal(total);
  const showRows = useCallback((first: number, last: number) => {
    const next = { first: Math.floor(first / PAGE_SIZE), last: Math.floor(last / PAGE_SIZE) };
    setRange((before) =>
      before.first === next.first && before.last === next.last ? before : next,
    );
  }, []);
  return {
    total: total ?? lastTotal,
    messageAt: (index) => loaded.get(Math.floor(index / PAGE_SIZE))?.content[index % PAGE_SIZE],
    showRows,
    error: queries.find((query) => query.error && !query.data)?.error ?? null,
    retry: () => queries.forEach((query) => query.error && void query.refetch()),
  };
}
