import type { z } from "zod";
import { formatNumber } from "#platform/web/format/format.ts";
import { Card } from "#platform/web/ui/Card.tsx";
import { DELETION_FATES, type deletionPreview } from "../../contract.ts";
import { texts } from "../texts.ts";
import classes from "./deletion.module.css";

type Line = z.infer<typeof deletionPreview>["lines"][number];

/** What goes, what stays without the person, and what stays, each with its reason. */
export function DeletionLines({ lines }: { lines: readonly Line[] }) {
  return (
    <div className={classes.fates}>
      {DELETION_FATES.map((fate) => ({ fate, own: lines.filter((line) => line.fate === fate) }))
        .filter(({ own }) => own.length > 0)
        .map(({ fate, own }) => (
          <Card key={fate} title={texts.deletion.fates[fate]}>
            <ul className={classes.lines}>
              {own.map((line) => (
                <li key={line.key}>
                  <div className={classes.lineTitle}>
                    {line.title}
                    {line.count !== null && (
                      <span className={classes.count}>{formatNumber(line.count)}</span>
                    )}
                  </div>
                  <div className={classes.reason}>{line.reason}</div>
                </li>
              ))}
            </ul>
          </Card>
        ))}
    </div>
  );
}
