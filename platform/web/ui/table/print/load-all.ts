import { toPage, type Page } from "#platform/contract/paging.ts";

export interface Paging {
  page: number;
  size: number;
}

/** More than that nobody reads on paper, and a browser takes minutes to lay it out. */
export const MOST_PRINTED = 10_000;
const SIZE = 200;

/**
 * Returns all rows of a list, page after page, each once: what is added or goes meanwhile moves
 * rows between pages. Undefined when there are too many to print.
 */
export async function loadAll<T>(
  load: (paging: Paging) => Promise<Page<T>>,
  rowId: (row: T) => string,
): Promise<T[] | undefined> {
  const first = await readPages(load, rowId);
  if (first === undefined || first.whole) return first?.rows;
  return (await readPages(load, rowId))?.rows;
}

/** Returns how a list that is here already is loaded. */
export function loadFrom<T>(rows: readonly T[]): (paging: Paging) => Promise<Page<T>> {
  return (paging) => {
    const start = paging.page * paging.size;
    return Promise.resolve(toPage(rows.slice(start, start + paging.size), rows.length, paging));
  };
}

async function readPages<T>(
  load: (paging: Paging) => Promise<Page<T>>,
  rowId: (row: T) => string,
): Promise<{ rows: T[]; whole: boolean } | undefined> {
  const rows = new Map<string, T>();
  for (let page = 0; ; page += 1) {
    // One after the other: the club's other readers wait for the same server.
    // oxlint-disable-next-line no-await-in-loop
    const { content, totalElements } = await load({ page, size: SIZE });
    if (totalElements > MOST_PRINTED) return undefined;
    for (const row of content) rows.set(rowId(row), row);
    if (content.length === 0 || (page + 1) * SIZE >= totalElements)
      return { rows: [...rows.values()], whole: rows.size === totalElements };
  }
}
