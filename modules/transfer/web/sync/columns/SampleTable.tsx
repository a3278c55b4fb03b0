import { Skeleton } from "@mantine/core";
import classes from "./sample.module.css";

interface SampleTableProps {
  label: string;
  heads: readonly string[];
  /** Undefined while they are worked out. */
  rows: readonly ExampleRow[] | undefined;
}

export interface ExampleRow {
  /** In the order of the heads. */
  cells: readonly string[];
  /** What is wrong with it, at its end. */
  problem?: string;
}

/** A few rows as they arrive or leave; a wide one scrolls within itself. */
export function SampleTable({ label, heads, rows }: SampleTableProps) {
  if (rows === undefined) return <Skeleton height={160} radius="md" />;
  return (
    // A container that scrolls sideways has to be reachable by keyboard.
    <div
      className={classes.scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={`${label}, seitlich verschiebbar`}
    >
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
                <td key={at}>{row.cells[at]}</td>
              ))}
              {row.problem !== undefined && <td className={classes.problem}>{row.problem}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
