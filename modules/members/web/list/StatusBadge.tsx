import type { Status } from "../../choices.ts";
import classes from "../members.module.css";
import { statusText } from "../status-text.ts";

export interface StatusBadgeProps {
  person: { status: Status; leftOn: string | null };
}

/** A member's status: a quiet dot and the word, so that colour never says it alone. */
export function StatusBadge({ person }: StatusBadgeProps) {
  return (
    <span className={classes.status} data-status={person.status}>
      {statusText(person)}
    </span>
  );
}
