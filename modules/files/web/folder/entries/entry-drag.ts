import { useEffect, useRef } from "react";
import { plural } from "#platform/web/format/format.ts";
import type { Entry } from "../../../contract.ts";
import { folderAddress, parentOf } from "../../../addresses.ts";
import { moveEntries } from "./entry-actions.ts";
import classes from "../folder.module.css";

/** Tells dragged entries from files that come from outside of the browser. */
const KIND = "application/x-vereinsheim-entries";

interface EntryDrag {
  shareId: string;
  /** Path of the folder on screen. */
  folder: string;
  entries: readonly Entry[];
  selected: ReadonlySet<string>;
  onMoved: () => void;
}

interface Target {
  element: HTMLElement;
  folder: string;
}

/**
 * Entries are dragged onto a folder of the list or onto a step of the breadcrumb bar, the whole
 * selection with one of its own. Elements say `data-entry` with the entry's id; the move dialog is
 * the way for keyboards and fingers.
 */
export function useEntryDrag(drag: EntryDrag): void {
  const latest = useRef(drag);
  useEffect(() => {
    latest.current = drag;
  });
  useEffect(() => {
    const stop = new AbortController();
    const listen = <K extends keyof WindowEventMap>(
      name: K,
      listener: (event: WindowEventMap[K]) => void,
    ) => window.addEventListener(name, listener, { signal: stop.signal });
    let dragged: readonly Entry[] = [];
    let aimed: HTMLElement | undefined;
    const aim = (element: HTMLElement | undefined) => {
      if (element === aimed) return;
      aimed?.removeAttribute("data-aimed");
      element?.setAttribute("data-aimed", "");
      aimed = element;
    };
    listen("dragstart", (event) => {
      dragged = draggedFrom(event, latest.current);
      if (dragged.length === 0 || !event.dataTransfer) return;
      event.dataTransfer.clearData();
      event.dataTransfer.setData(KIND, "");
      event.dataTransfer.effectAllowed = "move";
      showBeside(event.dataTransfer, dragged);
    });
    listen("dragover", (event) => {
      if (dragged.length === 0) return;
      const target = targetOf(event, dragged, latest.current);
      aim(target?.element);
      if (target) event.preventDefault();
    });
    listen("dragend", () => {
      aim(undefined);
      dragged = [];
    });
    listen("drop", (event) => {
      const target = targetOf(event, dragged, latest.current);
      if (!target) return;
      event.preventDefault();
      void moveEntries(latest.current.shareId, dragged, target.folder).finally(
        latest.current.onMoved,
      );
    });
    return () => stop.abort();
  }, []);
}

function entryAt(
  event: DragEvent,
  entries: readonly Entry[],
): { element: HTMLElement; entry: Entry } | undefined {
  const element =
    event.target instanceof Element ? event.target.closest<HTMLElement>("[data-entry]") : null;
  const entry = entries.find(({ id }) => id === element?.dataset["entry"]);
  return element && entry ? { element, entry } : undefined;
}

/** The entry that was taken hold of, with the rest of the selection if it is part of it. */
function draggedFrom(event: DragEvent, { entries, selected }: EntryDrag): readonly Entry[] {
  const held = entryAt(event, entries)?.entry;
  if (!held) return [];
  const all = selected.has(held.id) ? entries.filter(({ id }) => selected.has(id)) : [held];
  return all.every(({ can }) => can.includes("EDIT")) ? all : [];
}

function targetOf(
  event: DragEvent,
  dragged: readonly Entry[],
  { shareId, folder, entries }: EntryDrag,
): Target | undefined {
  const over = entryAt(event, entries);
  if (over) {
    const fits =
      over.entry.type === "FOLDER" &&
      dragged.every(({ path }) => path !== over.entry.path && parentOf(path) !== over.entry.path);
    return fits && dragged.length > 0
      ? { element: over.element, folder: over.entry.path }
      : undefined;
  }
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("nav a[href]") : null;
  if (!link || dragged.length === 0) return undefined;
  const to = foldersAbove(folder).find(
    (above) =>
      decodeURI(link.pathname) ===
      decodeURI(new URL(folderAddress(shareId, above), location.href).pathname),
  );
  return to === undefined ? undefined : { element: link, folder: to };
}

/** `a/b/c` → `a/b`, `a` and the share's root "". */
function foldersAbove(folder: string): string[] {
  if (folder === "") return [];
  const parent = parentOf(folder);
  return [parent, ...foldersAbove(parent)];
}

/** What hangs at the pointer: one name, or how many. */
function showBeside(transfer: DataTransfer, dragged: readonly Entry[]): void {
  const label = document.createElement("div");
  label.className = classes.dragged ?? "";
  label.textContent =
    dragged.length === 1 ? (dragged[0]?.name ?? "") : plural(dragged.length, "Eintrag", "Einträge");
  document.body.append(label);
  transfer.setDragImage(label, -12, -8);
  // The browser takes its picture after this turn.
  setTimeout(() => label.remove());
}
