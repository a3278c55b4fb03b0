import type { ReactNode } from "react";
import classes from "./Card.module.css";

export interface CardProps {
  /** Heading of the section, an h2. */
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A section of a page on its own surface. Do not put cards into cards. */
export function Card({ title, actions, children, className }: CardProps) {
  return (
    <section className={className ? `${classes.card} ${className}` : classes.card}>
      {(title !== undefined || actions !== undefined) && (
        <div className={classes.head}>
          <h2 className={classes.title}>{title}</h2>
          <div data-no-print>{actions}</div>
        </div>
      )}
      {children}
    </section>
  );
}
