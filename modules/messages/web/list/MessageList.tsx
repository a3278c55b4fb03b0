import { Button, Skeleton } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { Inbox, Search, Send } from "lucide-react";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { RouterLink } from "#platform/web/links.tsx";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { BOX_LABELS, type BoxState } from "../box-state.ts";
import { deleteMessage, markRead } from "../message-actions.ts";
import type { MailBox } from "../queries.ts";
import classes from "./list.module.css";
import { MessageRow } from "./MessageRow.tsx";
import { useBox } from "./use-box.ts";

/** As in list.module.css. */
const ROW_HEIGHT = 92;

/** Where each list was left, so that Back finds it again. */
const leftAt = new Map<string, number>();

/** The messages of a box: only rows in sight are in the document, only their pages are loaded. */
export function MessageList({
  box,
  q,
  currentId,
}: {
  box: MailBox;
  q: string;
  currentId: string | undefined;
}) {
  const state: BoxState = { box, q };
  const scroller = useRef<HTMLDivElement>(null);
  const place = `${box} ${q}`;
  const { total, messageAt, showRows, error, retry } = useBox(box, q);
  const count = total ?? 8;
  // The library is made for being read anew with every drawing; nothing here is memoised by it.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    initialOffset: leftAt.get(place) ?? 0,
    useFlushSync: false,
  });
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => showRows(first, last), [showRows, first, last]);
  useEffect(() => {
    const element = scroller.current;
    return () => void leftAt.set(place, element?.scrollTop ?? 0);
  }, [place]);

  const keys = (event: KeyboardEvent) => {
    const link = (event.target as HTMLElement).closest("[data-row-link]");
    const at = Number(link?.closest<HTMLElement>("[data-index]")?.dataset["index"] ?? Number.NaN);
    if (Number.isNaN(at) || event.ctrlKey || event.metaKey || event.altKey) return;
    const message = messageAt(at);
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -count, End: count }[event.key];
    if (step !== undefined) moveTo(Math.min(count - 1, Math.max(0, at + step)));
    else if (event.key === "Delete" && message) void deleteMessage(message);
    else if (event.key.toLowerCase() === "u" && message?.can.includes("MARK"))
      void markRead(message, !message.read);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const moveTo = (index: number) => {
    rows.scrollToIndex(index, { align: "auto" });
    const focus = (tries: number) => {
      const link = scroller.current?.querySelector<HTMLElement>(
        `[data-index="${index}"] [data-row-link]`,
      );
      if (link) link.focus({ preventScroll: true });
      else if (tries > 0) requestAnimationFrame(() => focus(tries - 1));
    };
    focus(10);
  };

  if (error && total === undefined) return <LoadError error={error} onRetry={retry} />;
  if (total === 0) return <NoMessages box={box} searching={q !== ""} />;
  return (
    <div ref={scroller} className={classes.scroller}>
      {/* The arrows only move the focus between links that have their own keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        className={classes.rows}
        style={{ height: rows.getTotalSize() }}
        aria-label={BOX_LABELS[box]}
        aria-busy={total === undefined}
        onKeyDown={keys}
      >
        {items.map(({ index, start }) => {
          const message = messageAt(index);
          if (!message) return <WaitingRow key={index} offset={start} />;
          return (
            <MessageRow
              key={message.id}
              message={message}
              index={index}
              total={count}
              offset={start}
              state={state}
              current={message.id === currentId}
            />
          );
        })}
      </ul>
    </div>
  );
}

function WaitingRow({ offset }: { offset: number }) {
  return (
    <li className={classes.row} style={{ transform: `translateY(${offset}px)` }} aria-hidden>
      <span className={classes.waiting}>
        <Skeleton height={12} width="45%" radius="sm" />
        <Skeleton height={12} width="70%" radius="sm" />
        <Skeleton height={12} width="90%" radius="sm" />
      </span>
    </li>
  );
}

function NoMessages({ box, searching }: { box: MailBox; searching: boolean }) {
  if (searching)
    return (
      <EmptyState icon={<Search size={28} />}>
        Zu diesen Worten gibt es hier keine Nachricht.
      </EmptyState>
    );
  if (box === "inbox")
    return (
      <EmptyState icon={<Inbox size={28} />}>Sie haben noch keine Nachrichten erhalten.</EmptyState>
    );
  return (
    <EmptyState
      icon={<Send size={28} />}
      action={
        <Button component={RouterLink} to="/messaging/compose" variant="default">
          Neue Nachricht
        </Button>
      }
    >
      Sie haben noch keine Nachrichten gesendet.
    </EmptyState>
  );
}
