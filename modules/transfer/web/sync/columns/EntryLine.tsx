import { Button } from "@mantine/core";
import { Plus } from "lucide-react";
import type { MappingEntry } from "../../../mapping-contract.ts";
import { FieldSelect, type Field } from "../../mapping/FieldSelect.tsx";
import { TransformSummary } from "../../mapping/transforms/TransformSummary.tsx";
import classes from "./columns.module.css";

const SHOWN_RESULTS = 3;

interface EntryLineProps {
  column: string;
  entry: MappingEntry | undefined;
  fields: readonly Field[];
  after: readonly string[];
  problem: string | undefined;
  onTarget: (target: string | null) => void;
  onOpen: () => void;
  /** Lets the same column fill one field more; on its last line only. */
  onMore: (() => void) | undefined;
}

/** The field that a column fills, how it is changed on the way, and what arrives. */
export function EntryLine({
  column,
  entry,
  fields,
  after,
  problem,
  onTarget,
  onOpen,
  onMore,
}: EntryLineProps) {
  const results = after.filter((value) => value !== "").slice(0, SHOWN_RESULTS);
  return (
    <div className={classes.entry}>
      <FieldSelect
        size="sm"
        aria-label={`„${column}“ wird zu`}
        placeholder="wird nicht übernommen"
        fields={fields}
        value={entry?.targetField ?? null}
        onChange={onTarget}
        clearButtonProps={{ "aria-label": `„${column}“ nicht übernehmen` }}
      />
      {entry && (
        <div className={classes.entryActs}>
          <TransformSummary entry={entry} name={column} onOpen={onOpen} />
          {onMore && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              leftSection={<Plus size={14} aria-hidden />}
              aria-label={`Aus „${column}“ noch ein Feld füllen`}
              onClick={onMore}
            >
              Weiteres Feld
            </Button>
          )}
        </div>
      )}
      {results.length > 0 && <div className={classes.after}>{results.join(" · ")}</div>}
      {problem !== undefined && <div className={classes.problem}>{problem}</div>}
    </div>
  );
}
