import { Button } from "@mantine/core";
import { displayName } from "#platform/web/format/format.ts";
import { AppLink } from "#platform/web/links.tsx";
import type { ImportRow, ImportRun } from "../../import-contract.ts";
import classes from "./preview.module.css";
import { memberWords, rowName, rowPlace } from "./row-words.ts";
import { Problems, Values } from "./RowCard.tsx";
import { useDecision } from "./RowDecision.tsx";

/** A row beside the members it may mean; the user says who it is. */
export function AmbiguousRow({ run, row }: { run: ImportRun; row: ImportRow }) {
  const { decide, sending } = useDecision(run, row);
  const name = rowName(row);
  const { decision } = row;
  const chosen =
    decision?.action === "MEMBER"
      ? row.candidates.find((one) => one.user.id === decision.userId)?.user
      : undefined;
  return (
    <article
      className={classes.row}
      aria-label={name}
      data-decided={decision !== null || undefined}
    >
      <div className={classes.sides}>
        <section className={classes.side} aria-label={`${name} in der Datei`}>
          <div className={classes.sideTitle}>
            In der Datei{rowPlace(row) && `, ${rowPlace(row)}`}
          </div>
          <div className={classes.rowName}>{name}</div>
          <Values row={row} />
          <Problems row={row} />
        </section>
        {row.candidates.map(({ user, reasons }) => (
          <Candidate
            key={user.id}
            user={user}
            reasons={reasons}
            isChosen={chosen?.id === user.id}
            disabled={sending}
            onChoose={() => void decide("MEMBER", user.id)}
          />
        ))}
      </div>
      <div className={classes.decide} role="group" aria-label={`Entscheidung zu ${name}`}>
        <Button
          size="xs"
          variant={decision?.action === "NEW" ? "filled" : "default"}
          aria-pressed={decision?.action === "NEW"}
          disabled={sending}
          onClick={() => void decide("NEW")}
        >
          Ist jemand Neues
        </Button>
        <Button
          size="xs"
          variant={decision?.action === "SKIP" ? "filled" : "default"}
          aria-pressed={decision?.action === "SKIP"}
          disabled={sending}
          onClick={() => void decide("SKIP")}
        >
          Auslassen
        </Button>
        {decision !== null && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            disabled={sending}
            onClick={() => void decide(null)}
          >
            Wieder offen lassen
          </Button>
        )}
      </div>
    </article>
  );
}

type CandidateOfRow = ImportRow["candidates"][number];

interface CandidateProps extends CandidateOfRow {
  isChosen: boolean;
  disabled: boolean;
  onChoose: () => void;
}

/** A member whom the row may mean; who lies in the trash is shown only. */
function Candidate({ user, reasons, isChosen, disabled, onChoose }: CandidateProps) {
  return (
    <section
      className={classes.side}
      // Two of one name are told apart by the rest.
      aria-label={`${displayName(user)}, ${memberWords(user)}, in Ihrer Mitgliederliste`}
      data-chosen={isChosen || undefined}
    >
      <div className={classes.sideTitle}>In Ihrer Mitgliederliste</div>
      {user.inTrash ? (
        <span className={classes.rowName}>{displayName(user)}</span>
      ) : (
        <AppLink to={`/users/${user.id}`} target="_blank" className={classes.rowName ?? ""}>
          {displayName(user)}
        </AppLink>
      )}
      <div className={classes.quiet}>{memberWords(user)}</div>
      <div className={classes.quiet}>{reasons.join(" ")}</div>
      {!user.inTrash && (
        <Button
          mt="xs"
          size="xs"
          variant={isChosen ? "filled" : "light"}
          aria-pressed={isChosen}
          disabled={disabled}
          onClick={onChoose}
        >
          Das ist diese Person
        </Button>
      )}
    </section>
  );
}
