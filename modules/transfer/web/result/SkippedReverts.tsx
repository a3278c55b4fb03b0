import { Anchor } from "@mantine/core";
import { RECORD_TYPE_LABELS } from "#modules/changelog/contract.ts";
import { plural } from "#platform/web/format/format.ts";
import { RouterLink } from "#platform/web/links.tsx";
import { Card } from "#platform/web/ui/Card.tsx";
import type { ImportRun } from "../../import-contract.ts";
import classes from "./result.module.css";

type Reverted = NonNullable<ImportRun["reverted"]>;

const TYPE_LABELS: Record<string, string> = RECORD_TYPE_LABELS;

/** What was changed since and the undo therefore left alone. */
export function SkippedReverts({ reverted }: { reverted: Reverted }) {
  if (reverted.sparedCount === 0) return <p>Alles steht wieder so da wie vor dem Import.</p>;
  return (
    <Card title={`Nicht zurückgenommen: ${plural(reverted.sparedCount, "Eintrag", "Einträge")}`}>
      <p>
        Hier hat seit dem Import jemand etwas geändert, oder etwas anderes steht im Weg. Diese
        Angaben sind geblieben, wie sie sind.
      </p>
      <ul className={classes.spared}>
        {reverted.spared.map(({ recordType, recordId, recordName, reason, fields }) => (
          <li key={`${recordType} ${recordId}`}>
            {recordType === "USER" ? (
              <Anchor
                inherit
                renderRoot={(props) => <RouterLink {...props} to={`/users/${recordId}`} />}
              >
                {recordName || "Mitglied"}
              </Anchor>
            ) : (
              <>
                <strong>{recordName}</strong>{" "}
                <span className={classes.quiet}>({TYPE_LABELS[recordType]})</span>
              </>
            )}
            {reason !== null && <div>{reason}</div>}
            {fields.map((field) => (
              <div key={field.field} className={classes.quiet}>
                {fieldWords(field)}
              </div>
            ))}
          </li>
        ))}
      </ul>
      {reverted.sparedCount > reverted.spared.length && (
        <p>und {plural(reverted.sparedCount - reverted.spared.length, "weiterer", "weitere")}.</p>
      )}
    </Card>
  );
}

function fieldWords({
  label,
  imported,
  current,
  masked,
}: Reverted["spared"][number]["fields"][number]): string {
  const words = (value: string | null) => (value === null ? "leer" : `„${value}“`);
  if (masked) return `${label}: seit dem Import geändert`;
  return imported === current
    ? `${label}: bleibt ${words(current)}`
    : `${label}: durch den Import ${words(imported)}, jetzt ${words(current)}`;
}
