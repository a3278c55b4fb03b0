import { Skeleton } from "@mantine/core";
import type { SampleRow } from "../../mapping-contract.ts";
import classes from "./columns.module.css";

interface SampleTableProps {
  /** Names of the target fields (or columns of the file), in the order of the entries. */
  heads: readonly string[];
  rows: readonly SampleRow[] | undefined;
}

/** Rows as they arrive; problems stand beneath the row. */
export function SampleTable({ heads, rows }: SampleTableProps) {
  if (rows === undefined) return <Skeleton height={160} radius="md" />;
  return (
    // A container that scrolls sideways has to be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroller} tabIndex={0} role="region" aria-label="Beispielzeilen, seitlich verschiebbar">
      <table className={classes.sample}>
        <thead>
          <tr>
            {heads.map((head, index) => (
              // Two columns may have one name.
              // oxlint-disable-next-line react/no-array-index-key
              <th key={index} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              {heads.map((_, at) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={at}>{row.values[at]?.after}</td>
              ))}
              {row.problems.length > 0 && <td className={classes.problem}>{row.problems.map((problem) => problem.message).join(" ")}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
