import { UnstyledButton } from "@mantine/core";
import { formatNumber, plural } from "#platform/web/format/format.ts";
import type { InvitationState } from "../../contract.ts";
import type { InvitationCounts } from "../../invitation-contract.ts";
import { STATE_LABELS } from "./answer-words.ts";
import classes from "./invitations.module.css";

interface AnswerCountsProps {
  counts: InvitationCounts;
  chosen: InvitationState | undefined;
  onChoose: (state: InvitationState | undefined) => void;
}

/** How many said what; a click shows only those. */
export function AnswerCounts({ counts, chosen, onChoose }: AnswerCountsProps) {
  const states: [InvitationState, number][] = [
    ["ACCEPTED", counts.accepted],
    ["DECLINED", counts.declined],
    ["OPEN", counts.open],
    ["WAITING", counts.waiting],
  ];
  return (
    <>
      <div className={classes.counts} role="group" aria-label="Antworten">
        {states
          .filter(([state, count]) => state !== "WAITING" || count > 0 || counts.maximum !== null)
          .map(([state, count]) => (
            <UnstyledButton
              key={state}
              className={classes.count ?? ""}
              aria-pressed={chosen === state}
              onClick={() => onChoose(chosen === state ? undefined : state)}
            >
              <span className={classes.number}>{formatNumber(count)}</span> {STATE_LABELS[state]}
            </UnstyledButton>
          ))}
      </div>
      <p className={classes.places}>
        {counts.maximum === null
          ? `${plural(counts.coming, "Person kommt", "Personen kommen")}, Begleitpersonen mitgezählt.`
          : `${formatNumber(counts.coming)} von ${plural(counts.maximum, "Platz", "Plätzen")} vergeben, Begleitpersonen mitgezählt.`}
      </p>
    </>
  );
}
