import type { ReactNode } from "react";
import classes from "./EmptyState.module.css";

export interface EmptyStateProps {
  /** One sentence: what is not here, and why. */
  children: ReactNode;
  icon?: ReactNode;
  /** The next step, as a button. */
  action?: ReactNode;
}

/** What a list or page shows when there is nothing: one sentence and the next action. */
export function EmptyState({ children, icon, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      {icon !== undefined && <div aria-hidden>{icon}</div>}
      <p className={classes.sentence}>{children}</p>
      {action}
    </div>
  );
}
