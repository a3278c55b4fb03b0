import { Pagination, Select } from "@mantine/core";
import { useRef, type KeyboardEvent } from "react";
import { formatNumber } from "#platform/web/format/format.ts";
import { useIsPhone } from "#platform/web/screen.ts";
import { ColumnChooser, useColumnChoice } from "./ColumnChooser.tsx";
import classes from "./DataTable.module.css";
import { EmptyState } from "../notices/EmptyState.tsx";
import { LoadError } from "../notices/LoadError.tsx";
import { SharedFilterWords } from "./print/filter-words.tsx";
import { PrintList } from "./print/PrintList.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { TableCards } from "./TableCards.tsx";
import { TableRows } from "./TableRows.tsx";
import type { DataTableProps } from "./table-types.ts";

export type { Column, ListState } from "./table-types.ts";

const SIZES = ["20", "50", "100", "200"];

/**
 * A list paged, sorted and filtered by the server. Sticky head, rows of 44 px, the first column
 * leads to the record; two-line cards on phones; its own loading, empty and error states. Keep
 * `state` in the address (`useSearchState`).
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { page, state, onStateChange, selection, error } = props;
  const isPhone = useIsPhone();
  const choice = useColumnChoice(props);
  const body = useRef<HTMLDivElement>(null);
  const columns = props.columns.filter(
    (column, index) => index === 0 || choice.visible.includes(column.key),
  );
  const isEmpty = page !== undefined && page.content.length === 0;

  const moveFocus = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const links = [...(body.current?.querySelectorAll<HTMLElement>("[data-row-link]") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    event.preventDefault();
    links[at + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
  };

  return (
    <div className={classes.list}>
      {!(isEmpty && (props.toolbar === undefined || props.empty.nothingYet)) && (
        <div className={classes.toolbar} data-no-print>
          <SharedFilterWords>
            <div className={classes.filters}>{props.toolbar}</div>
            {props.print && !isEmpty && (
              <PrintList
                label={props.label}
                columns={columns}
                rowId={props.rowId}
                print={props.print}
              />
            )}
          </SharedFilterWords>
          {!isPhone && <ColumnChooser columns={props.columns} choice={choice} />}
        </div>
      )}
      {selection && selection.ids.size > 0 && (
        <SelectionBar
          selection={selection}
          shownIds={page?.content.map(props.rowId) ?? []}
          total={page?.totalElements}
        />
      )}
      {error && !page ? (
        <LoadError error={error} onRetry={() => props.onRetry?.()} />
      ) : isEmpty ? (
        <EmptyState action={props.empty.action}>{props.empty.sentence}</EmptyState>
      ) : (
        // The arrows only move the focus between links that have their own keys.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div
          ref={body}
          onKeyDown={moveFocus}
          className={classes.body}
          aria-busy={page === undefined || props.refreshing}
        >
          {isPhone ? (
            <TableCards {...props} columns={columns} />
          ) : (
            <TableRows {...props} columns={columns} />
          )}
        </div>
      )}
      {page && page.totalElements > Math.min(20, page.size) && (
        <div className={classes.footer} data-no-print>
          <span className={classes.count}>
            {formatNumber(page.page * page.size + 1)} bis{" "}
            {formatNumber(page.page * page.size + page.content.length)} von{" "}
            {formatNumber(page.totalElements)}
          </span>
          <Pagination
            total={page.totalPages}
            value={state.page + 1}
            onChange={(next) => onStateChange({ page: next - 1 })}
            siblings={isPhone ? 0 : 1}
            size="sm"
            getControlProps={(control) => ({
              "aria-label": control === "next" ? "Nächste Seite" : "Vorige Seite",
            })}
            getItemProps={(number) => ({ "aria-label": `Seite ${formatNumber(number)}` })}
          />
          <Select
            aria-label="Zeilen je Seite"
            data={SIZES.map((size) => ({ value: size, label: `${size} je Seite` }))}
            value={String(state.size)}
            onChange={(size) => onStateChange({ size: Number(size), page: 0 })}
            allowDeselect={false}
            size="xs"
            w="8.5rem"
          />
        </div>
      )}
    </div>
  );
}
