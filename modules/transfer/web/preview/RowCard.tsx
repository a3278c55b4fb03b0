import { AppLink } from "#platform/web/links.tsx";
import type { ImportRow, ImportRun } from "../../import-contract.ts";
import classes from "./preview.module.css";
import { RowDecision } from "./RowDecision.tsx";
import { fieldValue, memberWords, orderedFields, rowName, rowPlace } from "./row-words.ts";

/** One row with what it would do, field by field. */
export function RowCard({ run, row }: { run: ImportRun; row: ImportRow }) {
  const name = rowName(row);
  return (
    <article
      className={classes.row}
      aria-label={name}
      data-skipped={row.decision?.action === "SKIP" || undefined}
    >
      <div className={classes.rowHead}>
        {row.user && !row.user.inTrash ? (
          <AppLink to={`/users/${row.user.id}`} target="_blank" className={classes.rowName ?? ""}>
            {name}
          </AppLink>
        ) : (
          <span className={classes.rowName}>{name}</span>
        )}
        <span className={classes.quiet}>
          {[row.user && memberWords(row.user), rowPlace(row)].filter(Boolean).join(" · ")}
        </span>
      </div>
      {(row.kind === "NEW" || row.kind === "CHANGED" || row.decision !== null) && (
        <RowDecision run={run} row={row} />
      )}
      <Problems row={row} />
      {row.kind === "CHANGED" && <Changes row={row} />}
      {row.kind === "MISSING" && row.fields.length > 0 && <Changes row={row} />}
      {row.kind === "NEW" && <Values row={row} />}
    </article>
  );
}

/** Reasons with their column, and what is only worth a look. */
export function Problems({ row }: { row: ImportRow }) {
  if (row.problems.length === 0 && row.hints.length === 0) return null;
  return (
    <ul className={classes.problems}>
      {row.problems.map((problem) => (
        <li key={`${problem.column} ${problem.message}`} data-kind="problem">
          {problem.column !== null && <strong>{problem.column}: </strong>}
          {problem.message}
        </li>
      ))}
      {row.hints.map((hint) => (
        <li key={`${hint.column} ${hint.message}`} data-kind="hint">
          {hint.column !== null && <strong>{hint.column}: </strong>}
          {hint.message}
        </li>
      ))}
    </ul>
  );
}

function Changes({ row }: { row: ImportRow }) {
  return (
    <dl className={classes.changes}>
      {orderedFields(row).map((field) => (
        <div key={field.field}>
          <dt>{field.label}</dt>
          <dd>
            <del>{fieldValue(field, "oldValue")}</del>
            <span aria-label="wird zu" role="img">
              →
            </span>
            <ins>{fieldValue(field, "newValue")}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What a row brings, in a few lines. */
export function Values({ row }: { row: ImportRow }) {
  return (
    <dl className={classes.values}>
      {orderedFields(row)
        .filter((field) => field.newValue !== null && field.newValue !== "")
        .map((field) => (
          <div key={field.field}>
            <dt>{field.label}</dt>
            <dd>{fieldValue(field, "newValue")}</dd>
          </div>
        ))}
    </dl>
  );
}
