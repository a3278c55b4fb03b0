import type { ReactNode } from "react";
import classes from "./Facts.module.css";

export interface Fact {
  label: string;
  /** Nothing shows as a dash, so that the reader sees that nothing is known. */
  value: ReactNode;
}

/** A record's values as text: label above or beside its value, never a wall of disabled inputs. */
export function Facts({ facts, label }: { facts: readonly Fact[]; label?: string }) {
  return (
    <dl className={classes.facts} aria-label={label}>
      {facts.map((fact) => (
        <div key={fact.label} className={classes.fact}>
          <dt>{fact.label}</dt>
          <dd>
            {fact.value === null || fact.value === undefined || fact.value === ""
              ? "–"
              : fact.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
