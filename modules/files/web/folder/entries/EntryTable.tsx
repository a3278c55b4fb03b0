import { Checkbox, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo } from "react";
import { formatDateTime, formatFileSize } from "#platform/web/format/format.ts";
import { toggledAll } from "#platform/web/ui/table/selection.ts";
import type { Entry } from "../../../contract.ts";
import { parentOf } from "../../../addresses.ts";
import { FileIcon } from "../../icons/FileIcon.tsx";
import { typeLabel } from "../../icons/type-labels.ts";
import { useToggle, type EntryListProps } from "./entry-list.ts";
import { EntryMenu, type EntryCommands } from "./EntryMenu.tsx";
import { EntryName } from "./EntryName.tsx";
import type { FolderState } from "../folder-state.ts";
import classes from "../folder.module.css";
import { useVirtualRows } from "./virtual-rows.ts";

const ROW_HEIGHT = 44;
/** With the folder beneath the name. */
const FOUND_ROW_HEIGHT = 60;

/** Entries as rows of a table, for screens wider than a phone. */
export function EntryTable(props: EntryListProps) {
  const { entries, selected, onSelect, commands, searching } = props;
  const rowHeight = searching ? FOUND_ROW_HEIGHT : ROW_HEIGHT;
  const { list, items, height, onKeyDown } = useVirtualRows(entries.length, rowHeight);
  const onToggle = useToggle(selected, onSelect);
  const chosen = entries.filter((entry) => selected.has(entry.id)).length;
  return (
    <div
      className={classes.table}
      role="table"
      aria-label={props.label}
      aria-rowcount={entries.length + 1}
      data-selecting={selected.size > 0 || undefined}
    >
      <div className={classes.head} role="row" aria-rowindex={1}>
        <div role="columnheader" className={classes.selectCell}>
          <Checkbox
            size="xs"
            aria-label="Alle Einträge auswählen"
            checked={chosen > 0 && chosen === entries.length}
            indeterminate={chosen > 0 && chosen < entries.length}
            onChange={() =>
              onSelect(
                toggledAll(
                  selected,
                  entries.map((entry) => entry.id),
                ),
              )
            }
          />
        </div>
        <HeadCell {...props} field="name" title="Name" />
        <HeadCell {...props} field="contentType" title="Art" className={classes.cellText} />
        <HeadCell {...props} field="size" title="Größe" className={classes.sizeCell} />
        <HeadCell {...props} field="lastModified" title="Geändert" className={classes.dateCell} />
        <div role="columnheader" className={classes.byCell}>
          Von
        </div>
        <div role="columnheader" className={classes.menuCell}>
          <VisuallyHidden>Aktionen</VisuallyHidden>
        </div>
      </div>
      {/* The arrows only move the focus between links that have their own keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={list}
        className={classes.rows}
        style={{ height: height }}
        role="rowgroup"
        onKeyDown={onKeyDown}
      >
        {items.map(({ index, offset }) => {
          const entry = entries[index];
          return (
            entry && (
              <Row
                key={entry.id}
                entry={entry}
                index={index}
                offset={offset}
                height={rowHeight}
                searching={searching}
                selected={selected.has(entry.id)}
                commands={commands}
                onToggle={onToggle}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

interface RowProps {
  entry: Entry;
  index: number;
  offset: number;
  height: number;
  searching: boolean;
  selected: boolean;
  commands: EntryCommands;
  onToggle: (id: string) => void;
}

/** Scrolling draws only the rows that come into sight. */
const Row = memo(function EntryRow({
  entry,
  index,
  offset,
  height,
  searching,
  selected,
  commands,
  onToggle,
}: RowProps) {
  return (
    <div
      className={classes.row}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-entry={entry.id}
      draggable={entry.can.includes("EDIT")}
      data-selected={selected || undefined}
      style={{ height, transform: `translateY(${offset}px)` }}
    >
      <div role="cell" className={classes.selectCell}>
        <Checkbox
          size="xs"
          className={classes.rowCheckbox ?? ""}
          aria-label={`${entry.name} auswählen`}
          checked={selected}
          onChange={() => onToggle(entry.id)}
        />
      </div>
      <div role="cell" className={classes.nameCell}>
        <FileIcon subtype={entry.subtype} size={26} />
        <div className={classes.nameWords}>
          <EntryName shareId={commands.shareId} entry={entry} className={classes.name} />
          {searching && (
            <span className={classes.where}>{parentOf(entry.path) || "Oberste Ebene"}</span>
          )}
        </div>
      </div>
      <div role="cell" className={classes.cellText}>
        {typeLabel(entry)}
      </div>
      <div role="cell" className={classes.sizeCell}>
        {entry.size === null ? "" : formatFileSize(entry.size)}
      </div>
      <div role="cell" className={classes.dateCell}>
        {formatDateTime(entry.lastModified)}
      </div>
      <div role="cell" className={classes.byCell}>
        {entry.modifiedBy?.name}
      </div>
      <div role="cell" className={classes.menuCell}>
        <EntryMenu entry={entry} commands={commands} />
      </div>
    </div>
  );
});

type SortField = FolderState["sort"];

function HeadCell({
  field,
  title,
  className,
  sort,
  dir,
  onSort,
}: EntryListProps & { field: SortField; title: string; className?: string | undefined }) {
  const active = sort === field;
  const Arrow = dir === "ASC" ? ArrowUp : ArrowDown;
  return (
    <div
      role="columnheader"
      className={className}
      aria-sort={active ? (dir === "ASC" ? "ascending" : "descending") : "none"}
    >
      <UnstyledButton
        className={classes.sortButton}
        onClick={() => onSort(field, active && dir === "ASC" ? "DESC" : "ASC")}
      >
        {title}
        {active && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </div>
  );
}
