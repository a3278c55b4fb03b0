import { Button } from "@mantine/core";
import { type Atom, useSelector } from "@tanstack/react-store";
import { formatTime } from "#platform/web/format/format.ts";
import classes from "../compose.module.css";
import type { DraftState } from "./draft-keeper.ts";

interface DraftStateLineProps {
  state: Atom<DraftState>;
  /** Someone wrote the same draft elsewhere: what stands here shall win. */
  onKeepMine: () => void;
  /** … or the other state shall be shown. */
  onTakeTheirs: () => void;
}

/** Whether what was typed is safe. */
export function DraftStateLine({ state, onKeepMine, onTakeTheirs }: DraftStateLineProps) {
  const now = useSelector(state);
  if (now.kind === "conflict") {
    return (
      <div className={classes.conflict} role="alert">
        Diesen Entwurf haben Sie inzwischen in einem anderen Fenster geändert. Was soll gelten?
        <Button size="compact-sm" variant="default" onClick={onKeepMine}>
          Was hier steht
        </Button>
        <Button size="compact-sm" variant="default" onClick={onTakeTheirs}>
          Der andere Stand
        </Button>
      </div>
    );
  }
  return (
    <span
      className={classes.draftState}
      data-failed={now.kind === "failed" || undefined}
      role="status"
    >
      {words(now)}
    </span>
  );
}

function words(state: Exclude<DraftState, { kind: "conflict" }>): string {
  if (state.kind === "untouched") return "";
  if (state.kind === "waiting") return "Entwurf wird gespeichert …";
  if (state.kind === "saved") return `Entwurf gespeichert, ${formatTime(state.at.toISOString())}`;
  return state.passing
    ? "Der Entwurf ist noch nicht gespeichert. Der Server ist gerade nicht erreichbar; es wird weiter versucht."
    : state.sentence;
}
