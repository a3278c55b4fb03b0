import { Button, Group as RowOf } from "@mantine/core";
import { DRAFT_KINDS, rowsOfKind, type DraftKind } from "./draft-kinds.ts";
import type { DraftRow } from "./draft-rows.ts";

const KINDS = Object.keys(DRAFT_KINDS) as DraftKind[];

interface KindFilterProps {
  rows: readonly DraftRow[];
  kind: DraftKind;
  onKind: (kind: DraftKind) => void;
}

/** Chooses which drafts are shown; kinds that none is of have no button. */
export function KindFilter({ rows, kind, onKind }: KindFilterProps) {
  return (
    <RowOf gap="xs" mb="sm" role="group" aria-label="Welche Termine gezeigt werden">
      {KINDS.map((one) => ({ one, count: rowsOfKind(rows, one).length }))
        .filter(({ one, count }) => one === "all" || count > 0)
        .map(({ one, count }) => (
          <Button
            key={one}
            size="xs"
            variant={kind === one ? "light" : "default"}
            aria-pressed={kind === one}
            onClick={() => onKind(one)}
          >
            {DRAFT_KINDS[one]} ({count})
          </Button>
        ))}
    </RowOf>
  );
}
