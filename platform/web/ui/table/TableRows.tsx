import { Checkbox, Skeleton, UnstyledButton } from "@mantine/core";
import { useResizeObserver } from "@mantine/hooks";
import { ArrowDown, ArrowUp } from "lucide-react";
import { AppLink } from "#platform/web/links.tsx";
import classes from "./DataTable.module.css";
import { toggleId, toggledAll } from "./selection.ts";
import type { Column, DataTableProps, ListState } from "./table-types.ts";

const SKELETON_ROWS = 12;

/** The rows of a list as a table, for screens wider than a phone. */
export function TableRows<T>(props: DataTableProps<T>) {
  const { columns, page, selection } = props;
  const shownIds = page?.content.map(props.rowId) ?? [];
  const chosen = shownIds.filter((id) => selection?.ids.has(id)).length;
  const [tableRef, tableSize] = useResizeObserver<HTMLTableElement>();
  const [scrollerRef, scrollerSize] = useResizeObserver<HTMLDivElement>();
  const isTooWide = tableSize.width > scrollerSize.width + 1;
  return (
    <div
      ref={scrollerRef}
      className={classes.scroller}
      data-too-wide={isTooWide || undefined}
      data-scroll-restoration-id="table"
      // A container that scrolls sideways has to be reachable by keyboard.
      {...(isTooWide
        ? { tabIndex: 0, role: "region", "aria-label": `${props.label}, seitlich verschiebbar` }
        : {})}
    >
      <table
        ref={tableRef}
        className={classes.table}
        aria-label={props.label}
        data-selecting={chosen > 0 || undefined}
      >
        <thead>
          <tr>
            {selection && (
              <th className={classes.selectCell} scope="col">
                <Checkbox
                  size="xs"
                  aria-label="Alle Zeilen dieser Seite auswählen"
                  checked={chosen > 0 && chosen === shownIds.length}
                  indeterminate={chosen > 0 && chosen < shownIds.length}
                  onChange={() => selection.onChange(toggledAll(selection.ids, shownIds))}
                />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell
                key={column.key}
                column={column}
                state={props.state}
                onSort={props.onStateChange}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {page === undefined
            ? Array.from({ length: SKELETON_ROWS }, (_, index) => (
                <tr key={index}>
                  {selection && <td className={classes.selectCell} />}
                  {columns.map((column) => (
                    <td key={column.key}>
                      <Skeleton height={14} width={`${80 - ((index * 13) % 35)}%`} radius="sm" />
                    </td>
                  ))}
                </tr>
              ))
            : page.content.map((row) => <Row key={props.rowId(row)} row={row} {...props} />)}
        </tbody>
      </table>
    </div>
  );
}

function Row<T>({ row, columns, rowId, rowTo, selection }: DataTableProps<T> & { row: T }) {
  const id = rowId(row);
  const selected = selection?.ids.has(id) ?? false;
  return (
    <tr data-selected={selected || undefined}>
      {selection && (
        <td className={classes.selectCell}>
          <Checkbox
            size="xs"
            className={classes.rowCheckbox ?? ""}
            aria-label={`${selection.nameOf(id)} auswählen`}
            checked={selected}
            onChange={() => selection.onChange(toggleId(selection.ids, id))}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.key} data-align={column.align}>
          {index === 0 && rowTo ? (
            <AppLink to={rowTo(row)} className={classes.recordLink ?? ""} data-row-link>
              {column.render(row)}
            </AppLink>
          ) : (
            column.render(row)
          )}
        </td>
      ))}
    </tr>
  );
}

interface HeadCellProps<T> {
  column: Column<T>;
  state: ListState;
  onSort: (change: Partial<ListState>) => void;
}

function HeadCell<T>({ column, state, onSort }: HeadCellProps<T>) {
  const { sortField } = column;
  const style = column.width ? { width: column.width } : undefined;
  if (sortField === undefined) {
    return (
      <th scope="col" data-align={column.align} style={style}>
        {column.title}
      </th>
    );
  }
  const active = state.sort === sortField;
  const next = active && state.dir === "ASC" ? "DESC" : "ASC";
  const Arrow = state.dir === "ASC" ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      data-align={column.align}
      style={style}
      aria-sort={active ? (state.dir === "ASC" ? "ascending" : "descending") : "none"}
    >
      <UnstyledButton
        className={classes.sortButton}
        onClick={() => onSort({ sort: sortField, dir: next, page: 0 })}
      >
        {column.title}
        {active && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </th>
  );
}
