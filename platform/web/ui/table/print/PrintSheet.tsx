import { useSelector } from "@tanstack/react-store";
import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { formatDateTime } from "#platform/web/format/format.ts";
import { tenantDisplayName, tenantLook } from "#platform/web/session/tenant-look.ts";
import type { Column } from "../table-types.ts";
import classes from "./PrintSheet.module.css";

/** A longer word than this is broken, so that it can't push other columns off the paper. */
const LONGEST_WORD = 36;

/** With more columns than these the paper lies on its side. */
const MOST_UPRIGHT = 6;

interface PrintSheetProps<T> {
  title: string;
  sentence: string;
  /** What the list was narrowed to, in words; "" for nothing. */
  filter: string;
  /** When the rows were fetched. */
  at: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowId: (row: T) => string;
  /** The same function as long as the sheet stands: another one would print it anew. */
  onPrinted: () => void;
}

/**
 * What the paper gets instead of the page, and the browser's question where to print it. A plain
 * table directly below the body: only such a one is broken into pages with its heads on each.
 */
export function PrintSheet<T>(props: PrintSheetProps<T>) {
  const { title, sentence, filter, at, columns, rows, rowId, onPrinted } = props;
  const tenantName = tenantDisplayName(useSelector(tenantLook));
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    for (const cell of body.current?.querySelectorAll("td") ?? [])
      if (cell.textContent.split(/\s+/).some((word) => word.length > LONGEST_WORD))
        cell.classList.add(classes.broken ?? "");
    let frame = 0;
    window.addEventListener("afterprint", onPrinted);
    void document.fonts.ready.then(() => {
      // The second frame comes after the first one is painted.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => window.print());
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("afterprint", onPrinted);
    };
  }, [onPrinted]);
  const sheet = columns.length > MOST_UPRIGHT ? classes.wide : classes.upright;
  return createPortal(
    <div className={`${classes.sheet} ${sheet}`} data-print-sheet>
      <h1>{title}</h1>
      <p>
        {[sentence, filter].filter((part) => part !== "").join(" · ")}
        <br />
        {tenantName}, Stand {formatDateTime(at)}
      </p>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key}>{column.title}</th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              {columns.map((column) => (
                <td key={column.key}>{(column.print ?? column.render)(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  );
}
