import type { ReactNode } from "react";
import type { Page } from "#platform/contract/paging.ts";
import type { Paging } from "./print/load-all.ts";

export interface Column<T> {
  /** Stable; remembered by the column chooser and saved views. */
  key: string;
  title: string;
  render: (row: T) => ReactNode;
  /** What paper gets, where that is not what the screen shows (pictures); `null`: no column. */
  print?: ((row: T) => ReactNode) | null;
  /** Field the server sorts by; without it the column can't be sorted. */
  sortField?: string;
  align?: "left" | "right";
  /** Shown only when chosen. */
  hiddenAtFirst?: boolean;
  /** Phones show two lines: the first column, and beneath it the columns with this mark. */
  onPhone?: boolean;
  width?: string;
}

/**
 * The state of a list as it stands in the address; field names are those of the paging parameters.
 */
export interface ListState {
  page: number;
  size: number;
  sort: string;
  dir: "ASC" | "DESC";
}

export interface Selection {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
  /** Buttons of the bar that appears when something is selected. */
  actions: ReactNode;
  /** How the reader's things are counted: `plural(n, "Mitglied", "Mitglieder")`. */
  count: (selected: number) => string;
  /** Name of a row for screen readers. */
  nameOf: (rowId: string) => string;
  /** Set when the bar may offer to select all rows of all pages. */
  onSelectAll?: () => void;
}

export interface ColumnChoice {
  visible: readonly string[];
  onChange: (visible: readonly string[]) => void;
}

export interface DataTableProps<T> {
  /** Name of the list for screen readers. */
  label: string;
  /** The first one leads to the record and is always shown. */
  columns: readonly Column<T>[];
  rowId: (row: T) => string;
  /** Address of the record; the first column becomes the link. */
  rowTo?: (row: T) => string;
  /** Undefined while loading. */
  page: Page<T> | undefined;
  error?: Error | null;
  onRetry?: () => void;
  state: ListState;
  onStateChange: (change: Partial<ListState>) => void;
  /** `nothingYet`: no search or filter hides anything, so these are left out as well. */
  empty: { sentence: ReactNode; action?: ReactNode; nothingYet?: boolean };
  selection?: Selection;
  /**
   * Given: the page keeps the choice (saved views). Else the browser keeps it under `columnsKey`.
   */
  columnChoice?: ColumnChoice;
  columnsKey?: string;
  /** Left of the column chooser: usually a `FilterBar`. */
  toolbar?: ReactNode;
  /**
   * Given: the list has a button that prints all that the filter finds. `sentence` says what that
   * is; `load` fetches a page of it in the order on screen.
   */
  print?: { sentence: string; load: (paging: Paging) => Promise<Page<T>> };
  /** True while newer rows than the shown ones are on their way. */
  refreshing?: boolean;
}
