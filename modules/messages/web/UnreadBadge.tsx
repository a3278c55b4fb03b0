import { VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "#platform/web/format/format.ts";
import classes from "./UnreadBadge.module.css";
import { unreadCountQuery } from "./unread-count.ts";

const MOST_SHOWN = 99;

/** The number of unread messages beside menu entry and bell; nothing when all are read. */
export function UnreadBadge() {
  const count = useQuery(unreadCountQuery).data ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.badge}>
      <span aria-hidden>{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span>
      <VisuallyHidden>, {formatNumber(count)} ungelesen</VisuallyHidden>
    </span>
  );
}
