import { Button, Checkbox } from "@mantine/core";
import { useRef, useState } from "react";
import { formatDate, formatFileSize } from "#platform/web/format/format.ts";
import { toggleId } from "#platform/web/ui/table/selection.ts";
import { parentOf } from "../../../addresses.ts";
import { FileIcon } from "../../icons/FileIcon.tsx";
import type { EntryListProps } from "./entry-list.ts";
import { EntryMenu } from "./EntryMenu.tsx";
import { EntryName } from "./EntryName.tsx";
import classes from "../folder.module.css";
import { useVirtualRows } from "./virtual-rows.ts";

const CARD_HEIGHT = 64;
const LONG_PRESS = 500;

/** Entries as two-line rows, for phones. A long press (or the button) starts selecting. */
export function EntryCards({
  label,
  entries,
  selected,
  onSelect,
  commands,
  searching,
}: EntryListProps) {
  const { list, items, height, onKeyDown } = useVirtualRows(entries.length, CARD_HEIGHT);
  const [choosing, setChoosing] = useState(false);
  const timer = useRef(0);
  const selecting = choosing || selected.size > 0;
  const stopWaiting = () => window.clearTimeout(timer.current);
  const press = (id: string) => ({
    onPointerDown: () => {
      timer.current = window.setTimeout(() => onSelect(toggleId(selected, id)), LONG_PRESS);
    },
    onPointerUp: stopWaiting,
    onPointerCancel: stopWaiting,
    onPointerMove: stopWaiting,
  });
  const stopSelecting = () => {
    setChoosing(false);
    onSelect(new Set());
  };
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        mb={4}
        onClick={() => (selecting ? stopSelecting() : setChoosing(true))}
      >
        {selecting ? "Auswahl beenden" : "Auswählen"}
      </Button>
      {/* The arrows only move the focus between links that have their own keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={list}
        className={classes.cards}
        style={{ height: height }}
        role="list"
        aria-label={label}
        onKeyDown={onKeyDown}
      >
        {items.map(({ index, offset }) => {
          const entry = entries[index];
          if (!entry) return null;
          const facts = [
            searching && (parentOf(entry.path) || "Oberste Ebene"),
            entry.size !== null && formatFileSize(entry.size),
            formatDate(entry.lastModified),
          ];
          return (
            <div
              key={entry.id}
              role="listitem"
              aria-setsize={entries.length}
              aria-posinset={index + 1}
              className={classes.card}
              data-index={index}
              data-selected={selected.has(entry.id) || undefined}
              style={{ height: CARD_HEIGHT, transform: `translateY(${offset}px)` }}
              {...press(entry.id)}
            >
              {selecting && (
                <Checkbox
                  aria-label={`${entry.name} auswählen`}
                  checked={selected.has(entry.id)}
                  onChange={() => onSelect(toggleId(selected, entry.id))}
                />
              )}
              <FileIcon subtype={entry.subtype} size={30} />
              <div className={classes.cardWords}>
                <EntryName shareId={commands.shareId} entry={entry} className={classes.cardName} />
                <div className={classes.cardSecond}>{facts.filter(Boolean).join(" · ")}</div>
              </div>
              <EntryMenu entry={entry} commands={commands} />
            </div>
          );
        })}
      </div>
    </>
  );
}
