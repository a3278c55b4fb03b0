import { Checkbox } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { formatDate, formatFileSize } from "#platform/web/format/format.ts";
import { toggleId } from "#platform/web/ui/table/selection.ts";
import type { Entry } from "../../../contract.ts";
import { FileIcon } from "../../icons/FileIcon.tsx";
import type { EntryListProps } from "./entry-list.ts";
import { EntryMenu } from "./EntryMenu.tsx";
import { EntryName } from "./EntryName.tsx";
import classes from "../folder.module.css";
import { useThumbnail } from "./thumbnail.ts";
import { useVirtualRows } from "./virtual-rows.ts";

const TILE_WIDTH = 176;
const TILE_HEIGHT = 196;
const GAP = 12;

/** Entries as tiles, pictures with their thumbnail. */
export function EntryTiles({ label, entries, selected, onSelect, commands }: EntryListProps) {
  const { ref, width } = useElementSize();
  const columns = Math.max(2, Math.floor((width + GAP) / (TILE_WIDTH + GAP)));
  const { list, items, height } = useVirtualRows(
    Math.ceil(entries.length / columns),
    TILE_HEIGHT + GAP,
  );
  return (
    <div ref={ref} data-selecting={selected.size > 0 || undefined}>
      <div
        ref={list}
        className={classes.tiles}
        style={{ height: height }}
        role="list"
        aria-label={label}
      >
        {items.flatMap(({ index, offset }) =>
          entries.slice(index * columns, (index + 1) * columns).map((entry, column) => (
            <div
              key={entry.id}
              role="listitem"
              aria-setsize={entries.length}
              aria-posinset={index * columns + column + 1}
              className={classes.tile}
              data-entry={entry.id}
              draggable={entry.can.includes("EDIT")}
              data-selected={selected.has(entry.id) || undefined}
              style={{
                height: TILE_HEIGHT,
                width: `calc((100% - ${(columns - 1) * GAP}px) / ${columns})`,
                transform: `translate(calc(${column * 100}% + ${column * GAP}px), ${offset}px)`,
              }}
            >
              <Checkbox
                size="xs"
                className={classes.tileCheckbox ?? ""}
                aria-label={`${entry.name} auswählen`}
                checked={selected.has(entry.id)}
                onChange={() => onSelect(toggleId(selected, entry.id))}
              />
              <TilePicture shareId={commands.shareId} entry={entry} />
              <div className={classes.tileFoot}>
                <div className={classes.nameWords}>
                  <EntryName
                    shareId={commands.shareId}
                    entry={entry}
                    className={classes.tileName}
                  />
                  <span className={classes.where}>
                    {entry.size === null
                      ? formatDate(entry.lastModified)
                      : formatFileSize(entry.size)}
                  </span>
                </div>
                <div className={classes.tileMenu}>
                  <EntryMenu entry={entry} commands={commands} />
                </div>
              </div>
            </div>
          )),
        )}
      </div>
    </div>
  );
}

function TilePicture({ shareId, entry }: { shareId: string; entry: Entry }) {
  const picture = useThumbnail(shareId, entry);
  return (
    <div className={classes.tilePicture}>
      {picture === undefined ? (
        <FileIcon subtype={entry.subtype} size={52} />
      ) : (
        <img src={picture} alt="" className={classes.thumbnail} draggable={false} />
      )}
    </div>
  );
}
