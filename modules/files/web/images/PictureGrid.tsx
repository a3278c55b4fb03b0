import { useElementSize } from "@mantine/hooks";
import { ImageIcon } from "lucide-react";
import { memo, useCallback, useMemo } from "react";
import { formatDate } from "#platform/web/format/format.ts";
import type { Entry } from "../../contract.ts";
import { useThumbnail } from "../folder/entries/thumbnail.ts";
import { useVirtualRows } from "../folder/entries/virtual-rows.ts";
import classes from "./images.module.css";
import { useFastScroll } from "./fast-scroll.ts";
import { rowsByMonth } from "./months.ts";

/** Pictures are as wide as fits; three stand beside each other on the smallest phone. */
const WIDEST = 220;
const FEWEST_COLUMNS = 3;
const GAP = 4;
const HEADING = 48;
const ROWS_BEYOND = 4;

interface PictureGridProps {
  label: string;
  shareId: string;
  pictures: readonly Entry[];
  selected: ReadonlySet<string>;
  /**
   * Both stay the same functions from one drawing to the next: a scrolled line draws only the
   * pictures that are new.
   */
  onToggle: (entry: Entry) => void;
  onOpen: (entry: Entry) => void;
}

/**
 * Square pictures by month. Only what is in sight is in the document, so that thousands scroll like
 * ten.
 */
export function PictureGrid({
  label,
  shareId,
  pictures,
  selected,
  onToggle,
  onOpen,
}: PictureGridProps) {
  const isFast = useFastScroll();
  const { ref, width } = useElementSize();
  const columns = Math.max(FEWEST_COLUMNS, Math.ceil((width + GAP) / (WIDEST + GAP)));
  const side = Math.max(40, (width - (columns - 1) * GAP) / columns);
  const rows = useMemo(() => rowsByMonth(pictures, columns), [pictures, columns]);
  const heightOf = useCallback(
    (index: number) => (rows[index]?.kind === "MONTH" ? HEADING : side + GAP),
    [rows, side],
  );
  const { list, items, height } = useVirtualRows(rows.length, heightOf, ROWS_BEYOND);
  return (
    <div ref={ref} data-selecting={selected.size > 0 || undefined}>
      <div ref={list} className={classes.grid} style={{ height }} role="group" aria-label={label}>
        {width > 0 &&
          items.map(({ index, offset }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const place = { transform: `translateY(${offset}px)` };
            if (row.kind === "MONTH") {
              return (
                <h2 key={row.label} className={classes.month} style={place}>
                  {row.label}
                </h2>
              );
            }
            return (
              <div
                key={row.pictures[0]?.id}
                className={classes.line}
                style={{ ...place, gap: GAP }}
              >
                {row.pictures.map((entry) => (
                  <PictureTile
                    key={entry.id}
                    shareId={shareId}
                    entry={entry}
                    side={side}
                    mayLoad={!isFast}
                    isSelected={selected.has(entry.id)}
                    onToggle={onToggle}
                    onOpen={selected.size > 0 ? onToggle : onOpen}
                  />
                ))}
              </div>
            );
          })}
      </div>
    </div>
  );
}

interface PictureTileProps {
  shareId: string;
  entry: Entry;
  side: number;
  mayLoad: boolean;
  isSelected: boolean;
  onToggle: (entry: Entry) => void;
  onOpen: (entry: Entry) => void;
}

const PictureTile = memo(function PictureTile({
  shareId,
  entry,
  side,
  mayLoad,
  isSelected,
  onToggle,
  onOpen,
}: PictureTileProps) {
  const picture = useThumbnail(shareId, entry, "256", mayLoad);
  return (
    <div
      className={classes.tile}
      style={{ width: side, height: side }}
      data-selected={isSelected || undefined}
    >
      <button
        type="button"
        className={classes.open}
        onClick={() => onOpen(entry)}
        aria-label={`${entry.name} vom ${formatDate(entry.takenAt ?? entry.lastModified)} ansehen`}
      >
        {picture === undefined ? (
          <ImageIcon size={28} aria-hidden />
        ) : (
          <img src={picture} alt="" draggable={false} />
        )}
      </button>
      {/* Hundreds come and go while one scrolls: the browser's own costs nothing. */}
      <label className={classes.check}>
        <input
          type="checkbox"
          aria-label={`${entry.name} auswählen`}
          checked={isSelected}
          onChange={() => onToggle(entry)}
        />
      </label>
    </div>
  );
});
