import type { ReactNode } from "react";
import classes from "../sync.module.css";

/** Something about the columns to know before going on. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className={classes.notice} role="status">
      {children}
    </p>
  );
}
