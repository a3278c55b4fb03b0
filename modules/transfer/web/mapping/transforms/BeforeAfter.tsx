import { Alert } from "@mantine/core";
import classes from "./transforms.module.css";

export interface EntrySample {
  before: string;
  after: string;
}

/** The first rows before the steps and after them. */
export function BeforeAfter({ sample }: { sample: readonly EntrySample[] }) {
  return (
    <div aria-live="polite">
      {sample.length > 0 ? (
        <table className={classes.beforeAfter}>
          <caption>So sieht es aus</caption>
          <thead>
            <tr>
              <th scope="col">Vorher</th>
              <th scope="col">Nachher</th>
            </tr>
          </thead>
          <tbody>
            {sample.map((row, index) => (
              // Rows of a file have no other name than their place.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <td>{row.before || "–"}</td>
                <td>{row.after || "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Alert variant="light" color="gray">
          Ein Beispiel erscheint hier, sobald es Zeilen dazu gibt.
        </Alert>
      )}
    </div>
  );
}
