import { Button, Checkbox, Skeleton } from "@mantine/core";
import { useRef, useState } from "react";
import { AppLink } from "#platform/web/links.tsx";
import classes from "./DataTable.module.css";
import { toggleId } from "./selection.ts";
import type { DataTableProps } from "./table-types.ts";

const LONG_PRESS = 500;
const SKELETON_CARDS = 8;

/**
 * The rows of a list as two-line cards, for phones. A long press (or the button) starts selecting.
 */
export function TableCards<T>(props: DataTableProps<T>) {
  const { columns, page, selection, rowId, rowTo } = props;
  const [choosing, setChoosing] = useState(false);
  const timer = useRef(0);
  const selecting = selection !== undefined && (choosing || selection.ids.size > 0);
  const [first, ...others] = columns;
  const marked = props.columns.filter((column) => column.onPhone && column !== first);
  const second = marked.length > 0 ? marked : others.slice(0, 2);

  const press = (id: string) => ({
    onPointerDown: () => {
      timer.current = window.setTimeout(() => {
        if (selection) selection.onChange(toggleId(selection.ids, id));
      }, LONG_PRESS);
    },
    onPointerUp: () => window.clearTimeout(timer.current),
    onPointerCancel: () => window.clearTimeout(timer.current),
    onPointerMove: () => window.clearTimeout(timer.current),
  });

  return (
    <>
      {selection && page !== undefined && (
        <Button
          variant="subtle"
          size="compact-sm"
          mb={4}
          onClick={() => (selecting ? stop() : setChoosing(true))}
        >
          {selecting ? "Auswahl beenden" : "Auswählen"}
        </Button>
      )}
      <ul className={classes.cards} aria-label={props.label}>
        {page === undefined
          ? Array.from({ length: SKELETON_CARDS }, (_, index) => (
              <li key={index} className={classes.card}>
                <Skeleton height={16} width="55%" mb={8} radius="sm" />
                <Skeleton height={12} width="80%" radius="sm" />
              </li>
            ))
          : page.content.map((row) => {
              const id = rowId(row);
              const title = first?.render(row);
              return (
                <li
                  key={id}
                  className={classes.card}
                  data-selected={selection?.ids.has(id) || undefined}
                  {...press(id)}
                >
                  {selecting && (
                    <Checkbox
                      aria-label={`${selection.nameOf(id)} auswählen`}
                      checked={selection.ids.has(id)}
                      onChange={() => selection.onChange(toggleId(selection.ids, id))}
                    />
                  )}
                  <div className={classes.cardWords}>
                    {rowTo ? (
                      <AppLink to={rowTo(row)} className={classes.cardLink ?? ""} data-row-link>
                        {title}
                      </AppLink>
                    ) : (
                      <div className={classes.cardTitle}>{title}</div>
                    )}
                    <div className={classes.cardSecond}>
                      {second.map((column) => (
                        <span key={column.key}>{column.render(row)}</span>
                      ))}
                    </div>
                  </div>
                </li>
              );
            })}
      </ul>
    </>
  );

  function stop() {
    setChoosing(false);
    selection?.onChange(new Set());
  }
}
