import { STATUS_LABELS, type Status } from "../../choices.ts";
import classes from "../members.module.css";

/** A member's status: a quiet dot and the word, so that colour never says it alone. */
export function StatusBadge({ status }: { status: Status }) {
  return (
    <span className={classes.status} data-status={status}>
      {STATUS_LABELS[status]}
    </span>
  );
}
