import type { ReactNode } from "react";
import classes from "./PageHeader.module.css";

export interface PageHeaderProps {
  title: string;
  /** One sentence or a count beneath the title. */
  sentence?: ReactNode;
  /** A picture or icon before the title. */
  picture?: ReactNode;
  /** Buttons to the right; on phones they go beneath. */
  actions?: ReactNode;
}

/** The head of every page; its title is the page's only h1. */
export function PageHeader({ title, sentence, picture, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      {picture}
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        {sentence !== undefined && <div className={classes.sentence}>{sentence}</div>}
      </div>
      {actions !== undefined && (
        <div className={classes.actions} data-no-print>
          {actions}
        </div>
      )}
    </header>
  );
}
